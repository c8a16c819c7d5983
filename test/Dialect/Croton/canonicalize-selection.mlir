// RUN: croton-opt %s --croton-optimize="query=+canonicalize guard=full policy=fail" | FileCheck %s
// RUN: croton-opt %s --croton-optimize="query=+useless,-local-fill-sink guard=full policy=fail" \
// RUN:   | FileCheck %s --check-prefix=USELESS

//===----------------------------------------------------------------------===//
// local-useless-switch-constant
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @switch_constant
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<1xf32>)
// CHECK-NEXT:    return %[[X]], %[[X]]
// USELESS-LABEL: func.func @switch_constant
// USELESS-SAME:    (%[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<1xf32>)
// USELESS-NEXT:    return %[[X]], %[[X]]
func.func @switch_constant(%x: tensor<?xf32>, %y: tensor<1xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %true = croton.constant dense<true> : tensor<1xi1>
  %false = croton.constant dense<false> : tensor<1xi1>
  %0 = croton.switch %true, %x, %y : tensor<1xi1>, tensor<?xf32>, tensor<1xf32>
  %1 = croton.switch %false, %y, %x : tensor<1xi1>, tensor<1xf32>, tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// The value that is not taken gives the shape; or it is compared with the other
// one; or the condition is not the same everywhere.
// CHECK-LABEL: func.func @switch_needed
// CHECK-COUNT-3: croton.switch
func.func @switch_needed(%x: tensor<?xf32>, %y: tensor<1xf32>, %z: tensor<?xf32>, %w: tensor<2xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<2xf32>) {
  %true = croton.constant dense<true> : tensor<1xi1>
  %mixed = croton.constant dense<[true, false]> : tensor<2xi1>
  %0 = croton.switch %true, %y, %x : tensor<1xi1>, tensor<1xf32>, tensor<?xf32>
  %1 = croton.switch %true, %x, %z : tensor<1xi1>, tensor<?xf32>, tensor<?xf32>
  %2 = croton.switch %mixed, %w, %y : tensor<2xi1>, tensor<2xf32>, tensor<1xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// local-useless-switch-equal
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @switch_equal
// CHECK-SAME:    (%{{.+}}: tensor<1xi1>, %[[X:.+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[X]]
func.func @switch_equal(%c: tensor<1xi1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.switch %c, %x, %x : tensor<1xi1>, tensor<?xf32>, tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The condition's size is compared with that of the value.
// CHECK-LABEL: func.func @switch_equal_checked
// CHECK-NEXT:    croton.switch
func.func @switch_equal_checked(%c: tensor<?xi1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.switch %c, %x, %x : tensor<?xi1>, tensor<?xf32>, tensor<?xf32>
  return %0 : tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// local-useless-fill
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @fill_useless
// CHECK-SAME:    (%[[X:.+]]: tensor<4x?xf32>, %{{.+}}: tensor<4x1xi8>)
// CHECK-NEXT:    return %[[X]]
func.func @fill_useless(%x: tensor<4x?xf32>, %r: tensor<4x1xi8>) -> tensor<4x?xf32> {
  %0 = croton.fill %r, %x : tensor<4x1xi8>, tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @fill_needed
// CHECK-COUNT-2: croton.fill
func.func @fill_needed(%x: tensor<?xf32>, %r: tensor<?xi8>, %y: tensor<1xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = croton.fill %r, %x : tensor<?xi8>, tensor<?xf32>
  %1 = croton.fill %r, %y : tensor<?xi8>, tensor<1xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// local-fill-sink
//===----------------------------------------------------------------------===//

// The shape comes from the other operand, or from the same place as its shape.
// CHECK-LABEL: func.func @fill_sinks
// CHECK-SAME:    (%[[X:.+]]: tensor<?x4xf32>, %[[V:.+]]: tensor<1x4xf32>)
// CHECK-NEXT:    %[[S:.+]] = croton.sub %[[V]], %[[X]]
// CHECK-NEXT:    %[[E:.+]] = croton.exp %[[X]]
// CHECK-NEXT:    %[[M:.+]] = croton.mul %[[E]], %[[V]]
// CHECK-NEXT:    return %[[S]], %[[M]]
func.func @fill_sinks(%x: tensor<?x4xf32>, %v: tensor<1x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = croton.fill %x, %v : tensor<?x4xf32>, tensor<1x4xf32>
  %1 = croton.sub %0, %x : tensor<?x4xf32>, tensor<?x4xf32>
  %2 = croton.neg %x : tensor<?x4xf32>
  %3 = croton.sqr %2 : tensor<?x4xf32>
  %4 = croton.fill %3, %v : tensor<?x4xf32>, tensor<1x4xf32>
  %5 = croton.exp %x : tensor<?x4xf32>
  %6 = croton.mul %5, %4 : tensor<?x4xf32>, tensor<?x4xf32>
  return %1, %6 : tensor<?x4xf32>, tensor<?x4xf32>
}

// Another shape; a shape that an op computes which may fail; no other operand.
// CHECK-LABEL: func.func @fill_stays
// CHECK-COUNT-3: croton.fill
func.func @fill_stays(%x: tensor<?xf32>, %y: tensor<?xf32>, %v: tensor<1xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = croton.fill %x, %v : tensor<?xf32>, tensor<1xf32>
  %1 = croton.sub %0, %y : tensor<?xf32>, tensor<?xf32>
  %2 = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
  %3 = croton.fill %2, %v : tensor<?xf32>, tensor<1xf32>
  %4 = croton.sub %3, %x : tensor<?xf32>, tensor<?xf32>
  %5 = croton.fill %y, %v : tensor<?xf32>, tensor<1xf32>
  %6 = croton.neg %5 : tensor<?xf32>
  return %1, %4, %6 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
