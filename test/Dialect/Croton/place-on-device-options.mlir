// The device comes from the option or from the module.
// RUN: croton-opt %s --croton-place-on-device | FileCheck %s --check-prefix=FIRST
// RUN: croton-opt %s --croton-place-on-device=device=b | FileCheck %s --check-prefix=SECOND
// FIRST: croton.exp %{{.+}} : tensor<?x4xf32, #croton.device<"a">>
// SECOND: croton.exp %{{.+}} : tensor<?x4xf32, #croton.device<"b">>

// A query leaves lifters out, in both ways alike.
// RUN: croton-opt %s --croton-place-on-device="query=+gpu,-local-gpua-elemwise" | FileCheck %s --check-prefix=WITHOUT
// RUN: croton-opt %s --croton-place-on-device="query=+gpu,-local-gpua-elemwise way=equilibrium" | FileCheck %s --check-prefix=WITHOUT
// WITHOUT:     croton.exp %{{.+}} : tensor<?x4xf32>
// WITHOUT:     croton.sum %{{.+}} axes [1] : tensor<?x4xf32>

// The stage of the main sequence takes the first device of the module.
// RUN: croton-opt %s --croton-optimize=query=+gpu | FileCheck %s --check-prefix=FIRST
// RUN: croton-opt %s --croton-optimize=query=+gpu,-gpuarray-graph-optimization | FileCheck %s --check-prefix=FIRST
// RUN: croton-opt %s --croton-optimize=query=+fast_run | FileCheck %s --check-prefix=HOST
// HOST-NOT: gpu_from_host

// Each transfer, its size and its reason.
// RUN: croton-opt %s --croton-place-on-device=report-transfers -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: croton-opt %s --croton-place-on-device="report-transfers way=equilibrium" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT-DAG: remark: transfer from the host to "a", ? * 16 bytes: it takes argument #0, for operand #0 of 'croton.exp', which runs there
// REPORT-DAG: remark: transfer from "a" to the host, ? * 4 bytes: it takes the result of 'croton.sum', for operand #0 of 'croton.cast', which stays on the host: it cannot run there: result #0 is complex

// Too many are an error that lists them.
// RUN: croton-opt %s --croton-place-on-device=max-transfers=2 -o /dev/null
// RUN: not croton-opt %s --croton-place-on-device=max-transfers=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOO-MANY
// TOO-MANY: error: expected at most 1 transfer, but got 2
// TOO-MANY-DAG: note: transfer from the host to "a", ? * 16 bytes
// TOO-MANY-DAG: note: transfer from "a" to the host, ? * 4 bytes

// Why an op stayed.
// RUN: croton-opt %s --croton-place-on-device=explain=local-gpua-elemwise@croton.cast -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: croton-opt %s --croton-place-on-device="explain=local-gpua-elemwise@croton.cast way=equilibrium" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: 'croton.cast': it does not match: it cannot run there: result #0 is complex

// How often each lifter was tried.
// RUN: croton-opt %s --croton-place-on-device=profile -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROFILE
// PROFILE: topological gpuarray-forward
// PROFILE: local-gpua-careduce 1 0 0 1
// PROFILE: local-gpua-elemwise 2 0 1 1
// PROFILE: topological gpuarray-backward
// PROFILE: local-gpua-elemwise 1 0 1 0

// Bad options are errors.
// RUN: not croton-opt %s --croton-place-on-device=way=topologcal 2>&1 | FileCheck %s --check-prefix=WAY
// WAY: error: croton-place-on-device: expected 'way' to be topological or equilibrium, but got 'topologcal'; did you mean 'topological'?
// RUN: not croton-opt %s --croton-place-on-device=query=+gpi 2>&1 | FileCheck %s --check-prefix=QUERY
// QUERY: error: croton-place-on-device: database 'gpuarray-opt': no rewrite, database or tag 'gpi'; did you mean 'gpu'?
// RUN: echo 'module {}' | not croton-opt --croton-place-on-device 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: expected the option 'device' or a device in the attribute 'croton.devices'

module attributes {croton.devices = {
    a = #croton.device_target<kind = "simt">,
    b = #croton.device_target<kind = "simt", ordinal = 1>}} {
func.func @f(%x: tensor<?x4xf32>) -> tensor<?xcomplex<f32>> {
  %e = croton.exp %x : tensor<?x4xf32>
  %s = croton.sum %e axes [1] : tensor<?x4xf32>
  %c = croton.cast %s to complex<f32> : tensor<?xf32>
  return %c : tensor<?xcomplex<f32>>
}
}
