//===- LinalgToBlas.cpp - Give large products to BLAS ---------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds contractions by their indexing maps and body, reads sizes and strides
// off their buffers and calls the runtime.
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::croton {
#define GEN_PASS_DEF_LINALGTOBLASPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

namespace {
/// One operand of a product, with the loop each of its dimensions runs along.
struct Factor {
  Value buffer;
  AffineMap map;

  MemRefType getType() const { return cast<MemRefType>(buffer.getType()); }
  std::optional<unsigned> getDim(std::optional<unsigned> loop) const {
    if (!loop)
      return std::nullopt;
    return map.getResultPosition(getAffineDimExpr(*loop, map.getContext()));
  }
};

/// C[batch, m, n] += A[batch, m, k] * B[batch, k, n], each dimension at most
/// once and in any order.
struct Product {
  Factor a, b, c;
  std::optional<unsigned> batch, m, n, k;
};
} // namespace

/// The letter that BLAS gives to products of `type`, or 0.
static char getBlasLetter(Type type) {
  if (type.isF32())
    return 's';
  if (type.isF64())
    return 'd';
  auto complexType = dyn_cast<ComplexType>(type);
  if (!complexType)
    return 0;
  return complexType.getElementType().isF32()   ? 'c'
         : complexType.getElementType().isF64() ? 'z'
                                                : 0;
}

/// True if the op adds the plain product of its two inputs, in one type.
static bool isMultiplyAdd(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !linalg::isaContractionOpInterface(op))
    return false;
  TypeRange types = op.getBlock()->getArgumentTypes();
  // Multiplication, addition, yield: no casts in between.
  return llvm::all_equal(types) && getBlasLetter(types.front()) &&
         llvm::range_size(*op.getBlock()) == 3;
}

static std::optional<Product> matchProduct(linalg::LinalgOp op) {
  if (!isMultiplyAdd(op))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Product product;
  product.a = {op.getDpsInputs()[0], maps[0]};
  product.b = {op.getDpsInputs()[1], maps[1]};
  product.c = {op.getDpsInits()[0], maps[2]};
  for (unsigned loop : llvm::seq(0u, op.getNumLoops())) {
    bool inA = maps[0].isFunctionOfDim(loop);
    bool inB = maps[1].isFunctionOfDim(loop);
    bool inC = maps[2].isFunctionOfDim(loop);
    std::optional<unsigned> *role = inA && inB && inC    ? &product.batch
                                    : inA && inC && !inB ? &product.m
                                    : inB && inC && !inA ? &product.n
                                    : inA && inB         ? &product.k
                                                         : nullptr;
    if (!role || *role)
      return std::nullopt;
    *role = loop;
  }
  if (!product.k || (product.batch && (!product.m || !product.n)))
    return std::nullopt;
  return product;
}

static int64_t getStaticStride(const Factor &factor,
                               std::optional<unsigned> loop) {
  std::optional<unsigned> dim = factor.getDim(loop);
  if (!dim)
    return 0;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(factor.getType().getStridesAndOffset(strides, offset)))
    return ShapedType::kDynamic;
  return strides[*dim];
}

/// Swaps the factors where that makes the rows of C contiguous:
/// C^T = B^T A^T. Returns false if they are not either way.
static bool orientProduct(Product &product) {
  if (!product.n || getStaticStride(product.c, product.n) == 1)
    return true;
  if (product.m && getStaticStride(product.c, product.m) != 1)
    return false;
  std::swap(product.a, product.b);
  std::swap(product.m, product.n);
  return true;
}

/// True if the number of multiplications is known and at most `limit`.
static bool isSmall(linalg::LinalgOp op, int64_t limit) {
  int64_t count = 1;
  for (int64_t size : op.getStaticLoopRanges())
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(count, size, count))
      return false;
  return count <= limit;
}

//===----------------------------------------------------------------------===//
// The fill before a product
//===----------------------------------------------------------------------===//

/// The allocation or argument that `buffer` is a view of.
static Value getRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

static bool touches(Operation *op, Value root) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return isa<BaseMemRefType>(operand.getType()) && getRoot(operand) == root;
  });
}

/// The op that fills exactly the buffer of C with zero before `op`, if nothing
/// in between looks at that buffer.
static linalg::FillOp findZeroFill(linalg::LinalgOp op, Value c) {
  constexpr unsigned kMaxDistance = 32;
  Value root = getRoot(c);
  if (!isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(root.getDefiningOp()))
    return nullptr;
  Operation *previous = op->getPrevNode();
  for (unsigned i = 0; previous && i < kMaxDistance;
       ++i, previous = previous->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(previous);
    if (fill && fill.getDpsInits()[0] == c) {
      bool isZero = matchPattern(fill.getInputs()[0], m_PosZeroFloat());
      return isZero ? fill : nullptr;
    }
    bool isStructured = isa<linalg::LinalgOp>(previous);
    if (touches(previous, root) ||
        (previous->getNumRegions() != 0 && !isStructured))
      return nullptr;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

namespace {
/// Emits calls of the runtime's products into one module.
class BlasCaller {
public:
  explicit BlasCaller(ModuleOp module)
      : symbols(module), builder(module.getContext()) {}

  void replace(linalg::LinalgOp op, const Product &product);

private:
  Value getConstant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value getSize(const Product &product, std::optional<unsigned> loop);
  void addAddress(const Factor &factor);
  void addStride(const Factor &factor, std::optional<unsigned> loop);
  func::FuncOp getCallee(StringRef name);

  SymbolTable symbols;
  OpBuilder builder;
  Location loc = builder.getUnknownLoc();
  SmallVector<Value> operands;
  DenseMap<Value, memref::ExtractStridedMetadataOp> metadata;
};
} // namespace

Value BlasCaller::getSize(const Product &product,
                          std::optional<unsigned> loop) {
  if (!loop)
    return getConstant(1);
  std::optional<Factor> dynamic;
  for (const Factor &factor : {product.a, product.b, product.c}) {
    std::optional<unsigned> dim = factor.getDim(loop);
    if (!dim)
      continue;
    if (!factor.getType().isDynamicDim(*dim))
      return getConstant(factor.getType().getDimSize(*dim));
    dynamic = factor;
  }
  return memref::DimOp::create(builder, loc, dynamic->buffer,
                               *dynamic->getDim(loop));
}

/// Adds the address of the first element.
void BlasCaller::addAddress(const Factor &factor) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc,
                                                                 factor.buffer);
  SmallVector<int64_t> strides;
  int64_t offset;
  LogicalResult isStrided =
      factor.getType().getStridesAndOffset(strides, offset);
  Type elementType = factor.getType().getElementType();
  auto complexType = dyn_cast<ComplexType>(elementType);
  int64_t elementSize =
      complexType ? complexType.getElementType().getIntOrFloatBitWidth() / 4
                  : elementType.getIntOrFloatBitWidth() / 8;
  if (failed(isStrided) || offset != 0) {
    Value elements = metadata[factor.buffer].getOffset();
    Value bytes =
        arith::MulIOp::create(builder, loc, elements, getConstant(elementSize));
    address = arith::AddIOp::create(builder, loc, address, bytes);
  }
  operands.push_back(address);
}

/// Adds how many elements lie between neighbours along `loop`; 0 if the factor
/// does not move.
void BlasCaller::addStride(const Factor &factor, std::optional<unsigned> loop) {
  int64_t stride = getStaticStride(factor, loop);
  if (!ShapedType::isDynamic(stride)) {
    operands.push_back(getConstant(stride));
    return;
  }
  operands.push_back(
      metadata[factor.buffer].getStrides()[*factor.getDim(loop)]);
}

func::FuncOp BlasCaller::getCallee(StringRef name) {
  if (auto callee = symbols.lookup<func::FuncOp>(name))
    return callee;
  SmallVector<Type> types = llvm::map_to_vector(
      operands, [](Value operand) { return operand.getType(); });
  auto callee = func::FuncOp::create(
      loc, name, builder.getFunctionType(types, TypeRange()));
  callee.setPrivate();
  symbols.insert(callee);
  return callee;
}

void BlasCaller::replace(linalg::LinalgOp op, const Product &product) {
  loc = op.getLoc();
  builder.setInsertionPoint(op);
  operands.clear();
  metadata.clear();
  const Factor &a = product.a, &b = product.b, &c = product.c;
  linalg::FillOp fill = findZeroFill(op, c.buffer);
  for (const Factor &factor : {a, b, c})
    if (!metadata.count(factor.buffer))
      metadata[factor.buffer] =
          memref::ExtractStridedMetadataOp::create(builder, loc, factor.buffer);

  if (product.batch)
    operands.push_back(getSize(product, product.batch));
  for (std::optional<unsigned> loop : {product.m, product.n, product.k})
    operands.push_back(getSize(product, loop));
  addAddress(a);
  addStride(a, product.m);
  addStride(a, product.k);
  addAddress(b);
  addStride(b, product.k);
  addStride(b, product.n);
  addAddress(c);
  addStride(c, product.m);
  operands.push_back(arith::ConstantIntOp::create(builder, loc, fill ? 0 : 1,
                                                  /*width=*/32));
  if (product.batch)
    for (const Factor &factor : {a, b, c})
      addStride(factor, product.batch);

  char letter = getBlasLetter(c.getType().getElementType());
  std::string name = std::string("croton_rt_") + letter +
                     (product.batch ? "gemm_batched" : "gemm");
  func::CallOp::create(builder, loc, getCallee(name), operands);
  for (auto [buffer, extract] : metadata)
    if (extract.use_empty())
      extract.erase();
  if (fill)
    fill->erase();
  op->erase();
}

namespace {
struct LinalgToBlasPass
    : public croton::impl::LinalgToBlasPassBase<LinalgToBlasPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> worklist;
    // What the host's BLAS can reach.
    auto isOnHost = [](Type type) {
      auto memref = dyn_cast<MemRefType>(type);
      return !memref || !memref.getMemorySpace();
    };
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() &&
          llvm::all_of(op->getOperandTypes(), isOnHost))
        worklist.push_back(op);
    });
    BlasCaller caller(getOperation());
    for (linalg::LinalgOp op : worklist) {
      std::optional<Product> product = matchProduct(op);
      if (product && !isSmall(op, inlineLimit) && orientProduct(*product))
        caller.replace(op, *product);
    }
  }
};
} // namespace
