#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Runtime/Status.h"
#include "mlir/IR/Builders.h"
