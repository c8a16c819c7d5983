#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/DifferentiableOpInterface.h"
