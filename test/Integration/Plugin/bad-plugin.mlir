// What is no plugin is named in one line, and nothing is done.

// RUN: not croton-opt %s --load-dialect-plugin=%t.none.so 2>&1 | FileCheck %s -DFILE=%t.none.so -DWHY="No such file or directory"
// RUN: not croton-opt %s --load-dialect-plugin %t.none.so 2>&1 | FileCheck %s -DFILE=%t.none.so -DWHY="No such file or directory"
// RUN: not croton-opt %s --load-dialect-plugin=%S 2>&1 | FileCheck %s -DFILE=%S -DWHY="Is a directory"
// RUN: not croton-opt %s --load-dialect-plugin=%s 2>&1 | FileCheck %s -DFILE=%s -DWHY="it is no shared object of this machine"
// RUN: not croton-opt %s --load-pass-plugin=%s 2>&1 | FileCheck %s -DFILE=%s -DWHY="it is no shared object of this machine"
// A shared object without the entry point.
// RUN: not croton-opt %s --load-dialect-plugin=%llvm_lib/libLLVM.so.1 2>&1 | FileCheck %s -DFILE=%llvm_lib/libLLVM.so.1 -DWHY="it has no function 'mlirGetDialectPluginInfo'"
// A plugin that was cut off: the system's loader would end the process.
// RUN: head -c 20000 %croton_obj/test/lib/Plugin/CrotonTestPlugin.so > %t.cut.so
// RUN: not croton-opt %s --load-dialect-plugin=%t.cut.so 2>&1 | FileCheck %s -DFILE=%t.cut.so -DWHY="the file is cut off"

// CHECK: croton-opt: error: cannot load the plugin '[[FILE]]': [[WHY]]
// CHECK-NOT: load
// CHECK-NOT: Stack dump
// CHECK-NOT: func.func @f
func.func @f() {
  return
}
