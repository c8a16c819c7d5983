#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
