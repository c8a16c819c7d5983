include "croton/Dialect/Croton/IR/CrotonOps.td"
