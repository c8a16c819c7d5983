#include "llvm/ADT/SmallVector.h"
