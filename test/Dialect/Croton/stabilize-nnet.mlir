// RUN: croton-opt %s --croton-optimize="query=+stabilize guard=full policy=fail" | FileCheck %s

//===----------------------------------------------------------------------===//
// local-logsoftmax
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @log_softmax
// CHECK-SAME:    (%[[X:.+]]: tensor<?x10xf32>)
// CHECK-NEXT:    %[[L:.+]] = croton.log_softmax %[[X]] axis 0
// CHECK-NEXT:    return %[[L]]
func.func @log_softmax(%x: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %0 = croton.softmax %x axis 0 : tensor<?x10xf32>
  %1 = croton.log %0 : tensor<?x10xf32>
  return %1 : tensor<?x10xf32>
}

// A softmax that something else needs stays for it.
// CHECK-LABEL: func.func @log_of_shared_softmax
// CHECK-DAG:     %[[P:.+]] = croton.softmax
// CHECK-DAG:     %[[L:.+]] = croton.log_softmax
// CHECK:         return %[[P]], %[[L]]
func.func @log_of_shared_softmax(%x: tensor<?x10xf32>) -> (tensor<?x10xf32>, tensor<?x10xf32>) {
  %0 = croton.softmax %x axis 1 : tensor<?x10xf32>
  %1 = croton.log %0 : tensor<?x10xf32>
  return %0, %1 : tensor<?x10xf32>, tensor<?x10xf32>
}

// CHECK-LABEL: func.func @log_of_changed_softmax
// CHECK:         croton.log %
func.func @log_of_changed_softmax(%x: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %0 = croton.softmax %x axis 1 : tensor<?x10xf32>
  %1 = croton.sqrt %0 : tensor<?x10xf32>
  %2 = croton.log %1 : tensor<?x10xf32>
  return %2 : tensor<?x10xf32>
}

//===----------------------------------------------------------------------===//
// crossentropy-to-crossentropy-with-softmax
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @crossentropy
// CHECK-SAME:    (%[[X:.+]]: tensor<?x10xf32>, %[[Y:.+]]: tensor<?xi64>)
// CHECK-NEXT:    %[[L:.+]] = croton.crossentropy_softmax %[[X]], %[[Y]]
// CHECK-NEXT:    return %[[L]]
func.func @crossentropy(%x: tensor<?x10xf32>, %y: tensor<?xi64>) -> tensor<?xf32> {
  %0 = croton.softmax %x axis 1 : tensor<?x10xf32>
  %1 = croton.categorical_crossentropy %0, %y : tensor<?x10xf32>, tensor<?xi64>
  return %1 : tensor<?xf32>
}

// Along another axis, and of something else.
// CHECK-LABEL: func.func @other_crossentropies
// CHECK-COUNT-2: croton.categorical_crossentropy
func.func @other_crossentropies(%x: tensor<?x10xf32>, %y: tensor<?xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = croton.softmax %x axis 0 : tensor<?x10xf32>
  %1 = croton.categorical_crossentropy %0, %y : tensor<?x10xf32>, tensor<?xi64>
  %2 = croton.categorical_crossentropy %x, %y : tensor<?x10xf32>, tensor<?xi64>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}
