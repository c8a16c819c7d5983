//===- TensorTypesTest.cpp - Element types, MLIR's and ours ---------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Interfaces/TensorTypes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::croton;

namespace {

class TensorTypesTest : public testing::Test {
protected:
  Type parse(StringRef text) { return parseType(text, &context); }

  /// The elements of the attribute `text`.
  FailureOr<HostTensor> read(StringRef text) {
    return getHostTensor(cast<ElementsAttr>(parseAttribute(text, &context)));
  }

  MLIRContext context;
};

TEST_F(TensorTypesTest, EveryDTypeHasAnElementType) {
  for (unsigned i = 0; i < kNumDTypes; ++i) {
    auto dtype = static_cast<DType>(i);
    Type element = getElementType(&context, dtype);
    EXPECT_EQ(element, parse(stringifyDType(dtype)));
    EXPECT_EQ(getDType(element), dtype);
  }
}

TEST_F(TensorTypesTest, OtherTypesHaveNoDType) {
  for (StringRef text :
       {"index", "i7", "i128", "ui1", "si8", "si32", "f8E5M2", "f80", "f128",
        "tf32", "none", "complex<f16>", "complex<i32>", "tensor<2xf32>"})
    EXPECT_EQ(getDType(parse(text)), std::nullopt) << text.str();
}

TEST_F(TensorTypesTest, KindsOfElements) {
  struct {
    StringRef text;
    bool isFloat, isComplex, isDiscrete, isUnsigned;
  } cases[] = {{"i1", false, false, true, false},
               {"i64", false, false, true, false},
               {"ui8", false, false, true, true},
               {"bf16", true, false, false, false},
               {"f64", true, false, false, false},
               {"complex<f32>", false, true, false, false}};
  for (auto &c : cases) {
    Type type = parse(c.text);
    EXPECT_EQ(isFloat(type), c.isFloat) << c.text.str();
    EXPECT_EQ(isComplex(type), c.isComplex) << c.text.str();
    EXPECT_EQ(isInexact(type), c.isFloat || c.isComplex) << c.text.str();
    EXPECT_EQ(isDiscrete(type), c.isDiscrete) << c.text.str();
    EXPECT_EQ(isUnsigned(type), c.isUnsigned) << c.text.str();
  }
}

TEST_F(TensorTypesTest, ElementsAreCopiedOut) {
  FailureOr<HostTensor> tensor =
      read("dense<[[1.0, -2.0], [0.5, 0x7F800000]]> : tensor<2x2xf32>");
  ASSERT_TRUE(succeeded(tensor));
  EXPECT_EQ(tensor->getDType(), DType::F32);
  EXPECT_EQ(tensor->getShape(), ArrayRef<int64_t>({2, 2}));
  float expected[] = {1, -2, 0.5, INFINITY};
  EXPECT_EQ(ArrayRef<float>(tensor->getData<float>()),
            ArrayRef<float>(expected));
}

TEST_F(TensorTypesTest, SplatsAreSpreadOut) {
  FailureOr<HostTensor> ints = read("dense<-7> : tensor<3xi16>");
  ASSERT_TRUE(succeeded(ints));
  EXPECT_EQ(ArrayRef<int16_t>(ints->getData<int16_t>()),
            ArrayRef<int16_t>({-7, -7, -7}));
  FailureOr<HostTensor> complex =
      read("dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>");
  ASSERT_TRUE(succeeded(complex));
  auto *parts = static_cast<float *>(complex->getRawData());
  EXPECT_EQ(ArrayRef<float>(parts, 4), ArrayRef<float>({1, 2, 1, 2}));
}

// The attribute packs bits, the tensor has a byte for each.
TEST_F(TensorTypesTest, BooleansTakeAByte) {
  FailureOr<HostTensor> mixed =
      read("dense<[true, false, true]> : tensor<3xi1>");
  ASSERT_TRUE(succeeded(mixed));
  EXPECT_EQ(ArrayRef<uint8_t>(mixed->getData<uint8_t>()),
            ArrayRef<uint8_t>({1, 0, 1}));
  FailureOr<HostTensor> splat = read("dense<true> : tensor<9xi1>");
  ASSERT_TRUE(succeeded(splat));
  for (uint8_t byte : splat->getData<uint8_t>())
    EXPECT_EQ(byte, 1);
}

TEST_F(TensorTypesTest, EmptyAndScalarTensors) {
  FailureOr<HostTensor> empty = read("dense<> : tensor<2x0xf64>");
  ASSERT_TRUE(succeeded(empty));
  EXPECT_EQ(empty->getNumElements(), 0);
  EXPECT_EQ(empty->getShape(), ArrayRef<int64_t>({2, 0}));
  FailureOr<HostTensor> scalar = read("dense<255> : tensor<ui8>");
  ASSERT_TRUE(succeeded(scalar));
  EXPECT_EQ(scalar->getRank(), 0);
  EXPECT_EQ(scalar->getData<uint8_t>()[0], 255);
}

TEST_F(TensorTypesTest, UnreadableElementsFail) {
  EXPECT_TRUE(failed(read("dense<1> : tensor<2xindex>")));
  EXPECT_TRUE(failed(read("dense<1> : tensor<2xi7>")));
  EXPECT_TRUE(failed(read("dense<1.0> : vector<2xf32>")));
  EXPECT_TRUE(failed(read("sparse<0, 1.0> : tensor<2xf32>")));
  // A resource that nobody has provided.
  EXPECT_TRUE(failed(read("dense_resource<absent> : tensor<2xf32>")));
}

TEST_F(TensorTypesTest, ElementsComeBack) {
  for (StringRef text :
       {"dense<[true, false, true]> : tensor<3xi1>",
        "dense<true> : tensor<1xi1>",
        "dense<[[-128, 127], [0, 1]]> : tensor<2x2xi8>",
        "dense<[0, 18446744073709551615]> : tensor<2xui64>",
        "dense<[0x7E00, 0xFC00, -0.0]> : tensor<3xf16>",
        "dense<[0x7FC1, 1.0]> : tensor<2xbf16>", "dense<-0.0> : tensor<f32>",
        "dense<[(1.0, 2.0), (-0.0, 0x7FF0000000000000)]> : "
        "tensor<2xcomplex<f64>>",
        "dense<> : tensor<0x3xi32>"}) {
    auto attr = cast<DenseElementsAttr>(parseAttribute(text, &context));
    FailureOr<HostTensor> tensor = getHostTensor(attr);
    ASSERT_TRUE(succeeded(tensor)) << text.str();
    auto type = cast<RankedTensorType>(attr.getType());
    EXPECT_EQ(getDenseElements(*tensor, type), attr) << text.str();
  }
}

} // namespace
