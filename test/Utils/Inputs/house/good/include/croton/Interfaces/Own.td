include "mlir/IR/OpBase.td"
include "croton/Interfaces/Other.td"
