//===- HostTensorTest.cpp - Tensors in host memory ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/HostTensor.h"
#include "gtest/gtest.h"
#include <complex>
#include <limits>

using namespace mlir;
using namespace mlir::croton;

static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(HostTensorTest, AllocationIsAlignedAndZero) {
  FailureOr<HostTensor> tensor = HostTensor::allocate(DType::F32, {3, 5});
  ASSERT_TRUE(succeeded(tensor));
  EXPECT_EQ(tensor->getRank(), 2);
  EXPECT_EQ(tensor->getNumElements(), 15);
  EXPECT_EQ(tensor->getByteSize(), 60);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor->getRawData()) % 64, 0u);
  for (float value : tensor->getData<float>())
    EXPECT_EQ(value, 0.0f);
}

TEST(HostTensorTest, ScalarsAndEmptyTensors) {
  FailureOr<HostTensor> scalar = HostTensor::allocate(DType::C128, {});
  ASSERT_TRUE(succeeded(scalar));
  EXPECT_EQ(scalar->getData<std::complex<double>>().size(), 1u);
  // The other extents may be as large as they like.
  FailureOr<HostTensor> empty =
      HostTensor::allocate(DType::I64, {kMax, kMax, 0});
  ASSERT_TRUE(succeeded(empty));
  EXPECT_TRUE(empty->isValid());
  EXPECT_EQ(empty->getByteSize(), 0);
  EXPECT_FALSE(HostTensor().isValid());
}

TEST(HostTensorTest, ImpossibleShapesFail) {
  EXPECT_TRUE(failed(HostTensor::allocate(DType::F32, {-1})));
  EXPECT_TRUE(failed(HostTensor::allocate(DType::F32, {0, -1})));
  EXPECT_TRUE(failed(HostTensor::allocate(DType::Bool, {kMax, 2})));
  EXPECT_TRUE(failed(HostTensor::allocate(DType::F64, {kMax / 8 + 1})));
  EXPECT_TRUE(failed(HostTensor::allocate(DType::Bool, {kMax})));
  EXPECT_EQ(computeByteSize(DType::F64, {kMax / 8}), kMax / 8 * 8);
}

TEST(HostTensorTest, HandlesShareAndClonesDoNot) {
  HostTensor tensor = *HostTensor::allocate(DType::I32, {4});
  HostTensor handle = tensor;
  HostTensor copy = tensor.clone();
  handle.getData<int32_t>()[2] = 7;
  EXPECT_EQ(tensor.getData<int32_t>()[2], 7);
  EXPECT_EQ(copy.getData<int32_t>()[2], 0);
  EXPECT_EQ(copy.getShape(), tensor.getShape());
  EXPECT_FALSE(HostTensor().clone().isValid());
}

TEST(HostTensorTest, ReshapeSharesTheElements) {
  HostTensor tensor = *HostTensor::allocate(DType::I32, {2, 6});
  HostTensor other = tensor.reshape({3, 4});
  other.getData<int32_t>()[11] = 5;
  EXPECT_EQ(tensor.getData<int32_t>()[11], 5);
  EXPECT_EQ(other.getShape(), ArrayRef<int64_t>({3, 4}));
}

TEST(HostTensorTest, BorrowedMemoryIsLeftAlone) {
  double values[] = {1, 2, 3};
  {
    HostTensor tensor = HostTensor::borrow(DType::F64, {3}, values);
    tensor.getData<double>()[1] = 20;
  }
  EXPECT_EQ(values[1], 20);
}

TEST(HostTensorTest, AdoptedMemoryIsDeletedOnceWithTheLastHandle) {
  int deletions = 0;
  int8_t values[2] = {};
  {
    HostTensor outer;
    {
      HostTensor tensor =
          HostTensor::adopt(DType::I8, {2}, values, [&](void *data) {
            EXPECT_EQ(data, values);
            ++deletions;
          });
      outer = tensor.reshape({1, 2});
    }
    EXPECT_EQ(deletions, 0);
  }
  EXPECT_EQ(deletions, 1);
}
