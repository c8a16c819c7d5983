#include "croton/Runtime/Status.h"
#include <cstdint>
