//===- DeviceMath.cpp - libdevice in terms of libm ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of numbers that kernels call: those of libdevice (__nv_expf)
// become those of libm (expf), or instructions; NVVM's own (rcp.approx) become
// the exact operation that they approximate.
//
//===----------------------------------------------------------------------===//

#include "SimtModule.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Intrinsics.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::simt;

//===----------------------------------------------------------------------===//
// libdevice
//===----------------------------------------------------------------------===//

/// Functions that libm has under the same name, with an f behind it for f32.
static bool isInLibm(StringRef name) {
  static const llvm::StringSet<> names = {
      "acos",   "acosh",  "asin",      "asinh",     "atan",  "atan2",
      "atanh",  "cbrt",   "ceil",      "copysign",  "cos",   "cosh",
      "erf",    "erfc",   "exp",       "exp10",     "exp2",  "expm1",
      "fabs",   "fdim",   "floor",     "fma",       "fmax",  "fmin",
      "fmod",   "hypot",  "ilogb",     "j0",        "j1",    "ldexp",
      "lgamma", "llrint", "llround",   "log",       "log10", "log1p",
      "log2",   "logb",   "nearbyint", "nextafter", "pow",   "remainder",
      "rint",   "round",  "scalbn",    "sin",       "sinh",  "sqrt",
      "tan",    "tanh",   "tgamma",    "trunc",     "y0",    "y1",
  };
  return names.contains(name);
}

/// Returns what libm calls the function of libdevice whose name, without the
/// prefix, is `name`; "" when it has none.
static std::string getLibmName(StringRef name, bool isF32) {
  if (name.consume_front("fast_") && !isF32)
    return "";
  std::string suffix = isF32 ? "f" : "";
  StringRef base = name;
  if (isF32 && !base.consume_back("f"))
    return "";
  // fabs and fabsf keep their f's.
  if (isInLibm(base))
    return (base + suffix).str();
  return "";
}

/// A call whose value instructions make.
using Expansion = llvm::Value *(*)(llvm::IRBuilder<> &, llvm::CallInst &);

static llvm::Value *expandRsqrt(llvm::IRBuilder<> &builder,
                                llvm::CallInst &call) {
  llvm::Value *x = call.getArgOperand(0);
  llvm::Value *root = builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
  return builder.CreateFDiv(llvm::ConstantFP::get(x->getType(), 1.0), root);
}

static llvm::Value *expandRcp(llvm::IRBuilder<> &builder,
                              llvm::CallInst &call) {
  llvm::Value *x = call.getArgOperand(0);
  return builder.CreateFDiv(llvm::ConstantFP::get(x->getType(), 1.0), x);
}

static llvm::Value *expandDiv(llvm::IRBuilder<> &builder,
                              llvm::CallInst &call) {
  return builder.CreateFDiv(call.getArgOperand(0), call.getArgOperand(1));
}

/// By the function for floating exponents; 32-bit integers are exact in f64.
static llvm::Value *expandPowi(llvm::IRBuilder<> &builder,
                               llvm::CallInst &call) {
  llvm::Value *x =
      builder.CreateFPExt(call.getArgOperand(0), builder.getDoubleTy());
  if (call.getArgOperand(0)->getType()->isDoubleTy())
    x = call.getArgOperand(0);
  llvm::Value *n =
      builder.CreateSIToFP(call.getArgOperand(1), builder.getDoubleTy());
  llvm::Value *power =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::pow, x, n);
  return builder.CreateFPTrunc(power, call.getType());
}

template <unsigned tests>
static llvm::Value *expandClass(llvm::IRBuilder<> &builder,
                                llvm::CallInst &call) {
  llvm::Value *x = call.getArgOperand(0);
  llvm::Value *result = builder.createIsFPClass(x, tests);
  return builder.CreateZExt(result, call.getType());
}

static llvm::Value *expandSignBit(llvm::IRBuilder<> &builder,
                                  llvm::CallInst &call) {
  llvm::Value *x = call.getArgOperand(0);
  auto *type = builder.getIntNTy(x->getType()->getPrimitiveSizeInBits());
  llvm::Value *bits = builder.CreateBitCast(x, type);
  llvm::Value *isNegative =
      builder.CreateICmpSLT(bits, llvm::ConstantInt::get(type, 0));
  return builder.CreateZExt(isNegative, call.getType());
}

static llvm::Value *clampToUnit(llvm::IRBuilder<> &builder, llvm::Value *x) {
  llvm::Value *zero = llvm::ConstantFP::get(x->getType(), 0.0);
  llvm::Value *one = llvm::ConstantFP::get(x->getType(), 1.0);
  // NaN becomes 0, as the hardware has it.
  return builder.CreateMinNum(builder.CreateMaxNum(x, zero), one);
}

static llvm::Value *expandSaturate(llvm::IRBuilder<> &builder,
                                   llvm::CallInst &call) {
  return clampToUnit(builder, call.getArgOperand(0));
}

template <llvm::Intrinsic::ID id>
static llvm::Value *expandUnary(llvm::IRBuilder<> &builder,
                                llvm::CallInst &call) {
  llvm::Value *value = builder.CreateUnaryIntrinsic(id, call.getArgOperand(0));
  return builder.CreateZExtOrTrunc(value, call.getType());
}

template <llvm::Intrinsic::ID id>
static llvm::Value *expandBinary(llvm::IRBuilder<> &builder,
                                 llvm::CallInst &call) {
  return builder.CreateBinaryIntrinsic(id, call.getArgOperand(0),
                                       call.getArgOperand(1));
}

/// Absolute value, where that of the smallest number is itself.
static llvm::Value *expandAbs(llvm::IRBuilder<> &builder,
                              llvm::CallInst &call) {
  return builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::abs, call.getArgOperand(0), builder.getFalse());
}

static llvm::Value *expandCtlz(llvm::IRBuilder<> &builder,
                               llvm::CallInst &call) {
  llvm::Value *count = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::ctlz, call.getArgOperand(0), builder.getFalse());
  return builder.CreateZExtOrTrunc(count, call.getType());
}

/// The position of the lowest bit, from 1; 0 when there is none.
static llvm::Value *expandFfs(llvm::IRBuilder<> &builder,
                              llvm::CallInst &call) {
  llvm::Value *x = call.getArgOperand(0);
  llvm::Value *count = builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, x,
                                                     builder.getFalse());
  llvm::Value *position =
      builder.CreateAdd(count, llvm::ConstantInt::get(x->getType(), 1));
  llvm::Value *isZero =
      builder.CreateICmpEQ(x, llvm::ConstantInt::get(x->getType(), 0));
  llvm::Value *result = builder.CreateSelect(
      isZero, llvm::ConstantInt::get(x->getType(), 0), position);
  return builder.CreateZExtOrTrunc(result, call.getType());
}

template <bool isSigned>
static llvm::Value *expandMulHigh(llvm::IRBuilder<> &builder,
                                  llvm::CallInst &call) {
  unsigned width = call.getType()->getIntegerBitWidth();
  auto *wide = builder.getIntNTy(2 * width);
  auto extend = [&](llvm::Value *x) {
    return builder.CreateIntCast(x, wide, isSigned);
  };
  llvm::Value *product = builder.CreateMul(extend(call.getArgOperand(0)),
                                           extend(call.getArgOperand(1)));
  return builder.CreateTrunc(builder.CreateLShr(product, width),
                             call.getType());
}

static Expansion getExpansion(StringRef name) {
  using namespace llvm;
  static const llvm::StringMap<Expansion> expansions = {
      {"abs", expandAbs},
      {"brev", expandUnary<Intrinsic::bitreverse>},
      {"brevll", expandUnary<Intrinsic::bitreverse>},
      {"clz", expandCtlz},
      {"clzll", expandCtlz},
      {"drcp_rn", expandRcp},
      {"fast_fdividef", expandDiv},
      {"fdiv_rn", expandDiv},
      {"ffs", expandFfs},
      {"ffsll", expandFfs},
      {"finitef", expandClass<fcFinite>},
      {"frcp_rn", expandRcp},
      {"isfinited", expandClass<fcFinite>},
      {"isinfd", expandClass<fcInf>},
      {"isinff", expandClass<fcInf>},
      {"isnand", expandClass<fcNan>},
      {"isnanf", expandClass<fcNan>},
      {"llabs", expandAbs},
      {"llmax", expandBinary<Intrinsic::smax>},
      {"llmin", expandBinary<Intrinsic::smin>},
      {"max", expandBinary<Intrinsic::smax>},
      {"min", expandBinary<Intrinsic::smin>},
      {"mul64hi", expandMulHigh<true>},
      {"mulhi", expandMulHigh<true>},
      {"popc", expandUnary<Intrinsic::ctpop>},
      {"popcll", expandUnary<Intrinsic::ctpop>},
      {"powi", expandPowi},
      {"powif", expandPowi},
      {"rsqrt", expandRsqrt},
      {"rsqrtf", expandRsqrt},
      {"saturatef", expandSaturate},
      {"signbitd", expandSignBit},
      {"signbitf", expandSignBit},
      {"ullmax", expandBinary<Intrinsic::umax>},
      {"ullmin", expandBinary<Intrinsic::umin>},
      {"umax", expandBinary<Intrinsic::umax>},
      {"umin", expandBinary<Intrinsic::umin>},
      {"umul64hi", expandMulHigh<false>},
      {"umulhi", expandMulHigh<false>},
  };
  return expansions.lookup(name);
}

/// Whether a function works on f32; the arguments tell, where the result is an
/// integer.
static bool isF32Function(const llvm::Function &function) {
  return function.arg_size() > 0 && function.getArg(0)->getType()->isFloatTy();
}

static void markPure(llvm::Function &function) {
  function.setDoesNotAccessMemory();
  function.setDoesNotThrow();
  function.setWillReturn();
}

static LogicalResult lowerFunction(SimtModule &simt, llvm::Function &function) {
  StringRef name = function.getName();
  name.consume_front("__nv_");
  std::string libmName = getLibmName(name, isF32Function(function));
  Expansion expansion = getExpansion(name);
  if (libmName.empty() && !expansion) {
    for (llvm::User *user : function.users())
      if (auto *call = dyn_cast<llvm::Instruction>(user))
        return simt.emitError(*call) << "the SIMT emulator has no '"
                                     << function.getName() << "' of libdevice";
    return success();
  }
  if (!libmName.empty()) {
    llvm::FunctionCallee callee = simt.llvmModule->getOrInsertFunction(
        libmName, function.getFunctionType());
    function.replaceAllUsesWith(callee.getCallee());
    if (auto *libm = dyn_cast<llvm::Function>(callee.getCallee()))
      markPure(*libm);
    return success();
  }
  for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
    auto *call = dyn_cast<llvm::CallInst>(user);
    if (!call)
      continue;
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(expansion(builder, *call));
    call->eraseFromParent();
  }
  return success();
}

LogicalResult simt::lowerDeviceMath(SimtModule &simt) {
  for (llvm::Function &function :
       llvm::make_early_inc_range(*simt.llvmModule)) {
    if (!function.isDeclaration() || !function.getName().starts_with("__nv_"))
      continue;
    if (failed(lowerFunction(simt, function)))
      return failure();
    function.eraseFromParent();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// NVVM
//===----------------------------------------------------------------------===//

/// The intrinsic of LLVM that the one of NVVM approximates.
static llvm::Intrinsic::ID getGeneralIntrinsic(StringRef name) {
  using namespace llvm;
  bool isNan = name.contains(".nan");
  return llvm::StringSwitch<Intrinsic::ID>(name.split('.').first)
      .Case("ceil", Intrinsic::ceil)
      .Case("cos", Intrinsic::cos)
      .Case("ex2", Intrinsic::exp2)
      .Case("fabs", Intrinsic::fabs)
      .Case("floor", Intrinsic::floor)
      .Case("fma", Intrinsic::fma)
      .Case("fmax", isNan ? Intrinsic::maximum : Intrinsic::maxnum)
      .Case("fmin", isNan ? Intrinsic::minimum : Intrinsic::minnum)
      .Case("lg2", Intrinsic::log2)
      .Case("round", Intrinsic::roundeven)
      .Case("sin", Intrinsic::sin)
      .Case("sqrt", Intrinsic::sqrt)
      .Case("tanh", Intrinsic::tanh)
      .Case("trunc", Intrinsic::trunc)
      .Default(Intrinsic::not_intrinsic);
}

llvm::Value *simt::lowerMathIntrinsic(llvm::CallInst &call,
                                      llvm::IRBuilder<> &builder) {
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.");
  // Directed roundings would need another mode of the host.
  if (!call.getType()->isFPOrFPVectorTy() || name.contains(".rz") ||
      name.contains(".rm") || name.contains(".rp") || name.contains(".xorsign"))
    return nullptr;
  SmallVector<llvm::Value *> arguments(call.args());
  llvm::Value *result = nullptr;
  StringRef base = name.split('.').first;
  if (llvm::Intrinsic::ID id = getGeneralIntrinsic(name))
    result = builder.CreateIntrinsic(id, {call.getType()}, arguments);
  else if (base == "rsqrt")
    result = expandRsqrt(builder, call);
  else if (base == "rcp")
    result = expandRcp(builder, call);
  else if (base == "div")
    result = expandDiv(builder, call);
  else if (base == "saturate")
    return clampToUnit(builder, arguments[0]);
  else if (base == "add")
    result = builder.CreateFAdd(arguments[0], arguments[1]);
  else if (base == "mul")
    result = builder.CreateFMul(arguments[0], arguments[1]);
  if (result && name.contains(".sat"))
    result = clampToUnit(builder, result);
  return result;
}
