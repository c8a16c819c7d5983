#include "croton/Autodiff/Reverse.h"
#include "croton/Rewrite/Driver.h"
