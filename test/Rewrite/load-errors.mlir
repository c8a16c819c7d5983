// A file that cannot be used is one error that says where, never a crash. Each
// part below is such a file with the error it gives.

// REQUIRES: mlir-pdll
// RUN: split-file %s %t

// DEFINE: %{opt} = not croton-opt %t/in.mlir --croton-optimize=mode=none
// RUN: %{opt} --load-rewrites=%t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: croton-optimize: cannot read rewrites from '{{.*}}none.mlir': No such file or directory
// RUN: %{opt} --load-rewrites=%t 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: croton-optimize: cannot read rewrites from '{{.*}}': Is a directory
// RUN: not croton-opt --list-rewrites --load-rewrites=%t/none.mlir 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: error: {{.*}}cannot read rewrites from '{{.*}}none.mlir': No such file or directory

// RUN: %{opt} --load-rewrites=%t/truncated.mlir 2>&1 \
// RUN:   | FileCheck %t/truncated.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/empty.mlir 2>&1 \
// RUN:   | FileCheck %t/empty.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/not-pdl.mlir 2>&1 \
// RUN:   | FileCheck %t/not-pdl.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/not-mlir.mlir 2>&1 \
// RUN:   | FileCheck %t/not-mlir.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/twice.mlir 2>&1 \
// RUN:   | FileCheck %t/twice.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/stage.mlir 2>&1 \
// RUN:   | FileCheck %t/stage.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/claim.mlir 2>&1 \
// RUN:   | FileCheck %t/claim.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/key.mlir 2>&1 \
// RUN:   | FileCheck %t/key.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/rootless.mlir 2>&1 \
// RUN:   | FileCheck %t/rootless.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/any-root.mlir 2>&1 \
// RUN:   | FileCheck %t/any-root.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/no-op.mlir 2>&1 \
// RUN:   | FileCheck %t/no-op.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/no-dialect.mlir 2>&1 \
// RUN:   | FileCheck %t/no-dialect.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/constraint.mlir 2>&1 \
// RUN:   | FileCheck %t/constraint.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/native-rewrite.mlir 2>&1 \
// RUN:   | FileCheck %t/native-rewrite.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/types.mlir 2>&1 \
// RUN:   | FileCheck %t/types.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/name.mlir 2>&1 \
// RUN:   | FileCheck %t/name.mlir --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/syntax.pdll 2>&1 \
// RUN:   | FileCheck %t/syntax.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/unnamed.pdll 2>&1 \
// RUN:   | FileCheck %t/unnamed.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/note-key.pdll 2>&1 \
// RUN:   | FileCheck %t/note-key.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/note-claim.pdll 2>&1 \
// RUN:   | FileCheck %t/note-claim.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/note-form.pdll 2>&1 \
// RUN:   | FileCheck %t/note-form.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/note-quote.pdll 2>&1 \
// RUN:   | FileCheck %t/note-quote.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/note-position.pdll 2>&1 \
// RUN:   | FileCheck %t/note-position.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/note-lost.pdll 2>&1 \
// RUN:   | FileCheck %t/note-lost.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/note-stage.pdll 2>&1 \
// RUN:   | FileCheck %t/note-stage.pdll --implicit-check-not=error:
// RUN: %{opt} --load-rewrites=%t/native.pdll 2>&1 \
// RUN:   | FileCheck %t/native.pdll --implicit-check-not=error:

//--- in.mlir
func.func @f() {
  return
}

//--- truncated.mlir
// CHECK: error: croton-optimize: {{.*}}/truncated.mlir:6:10: expected operation name in quotes
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite

//--- empty.mlir
// CHECK: error: croton-optimize: {{.*}}/empty.mlir: there is no pattern in it

//--- not-pdl.mlir
// CHECK: error: croton-optimize: {{.*}}/not-pdl.mlir:2:1: expected nothing but patterns, but got 'func.func'
func.func @f() {
  return
}

//--- not-mlir.mlir
// CHECK: error: croton-optimize: {{.*}}/not-mlir.mlir:2:1: custom op 'hello' is unknown
hello, world

//--- twice.mlir
// CHECK: error: croton-optimize: {{.*}}/twice.mlir:10:1: redefinition of symbol named 'P'
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- stage.mlir
// CHECK: error: croton-optimize: {{.*}}/stage.mlir:2:1: database 'optdb': no database 'canonicalise'; did you mean 'canonicalize'?
pdl.pattern @P : benefit(1) attributes {croton.stage = "canonicalise"} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- claim.mlir
// CHECK: error: croton-optimize: {{.*}}/claim.mlir:2:1: expected the claim to be exact, reassociates or unsafe, but got 'approximate'
pdl.pattern @P : benefit(1) attributes {croton.claim = "approximate"} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- key.mlir
// CHECK: error: croton-optimize: {{.*}}/key.mlir:2:1: expected tags, claim, position, stage or summary, but got 'tag'; did you mean 'tags'?
pdl.pattern @P : benefit(1) attributes {croton.tag = "a"} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- rootless.mlir
// CHECK: error: croton-optimize: {{.*}}/rootless.mlir:6:3: expected the rewrite to name its root
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite {
    replace %root with (%x : !pdl.value)
  }
}

//--- any-root.mlir
// CHECK: error: croton-optimize: {{.*}}/any-root.mlir:5:11: the root matches any op; expected a name
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation (%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- no-op.mlir
// CHECK: error: croton-optimize: {{.*}}/no-op.mlir:5:11: 'croton.negg' is no op; did you mean 'croton.neg'?
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.negg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- no-dialect.mlir
// CHECK: error: croton-optimize: {{.*}}/no-dialect.mlir:5:11: 'nowhere.neg' is an op of a dialect that is not there
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "nowhere.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- constraint.mlir
// CHECK: error: croton-optimize: {{.*}}/constraint.mlir:6:3: native constraint 'isNice' is not registered
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  apply_native_constraint "isNice"(%x : !pdl.value)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- native-rewrite.mlir
// CHECK: error: croton-optimize: {{.*}}/native-rewrite.mlir:7:5: native rewrite 'log' is not registered
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    apply_native_rewrite "log"(%x : !pdl.value)
    replace %root with (%x : !pdl.value)
  }
}

//--- types.mlir
// CHECK: error: croton-optimize: {{.*}}/types.mlir:7:10: 'pdl.operation' op must have inferable or constrained result types when nested within `pdl.rewrite`
pdl.pattern @P : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %k = operation "tensor.cast"(%x : !pdl.value)
    %v = result 0 of %k
    replace %root with (%v : !pdl.value)
  }
}

//--- name.mlir
// CHECK: error: croton-optimize: {{.*}}/name.mlir:2:1: the name of the pattern is no word: expected letters
pdl.pattern @"a name" : benefit(1) attributes {} {
  %x = operand
  %t = type
  %root = operation "croton.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

//--- syntax.pdll
// CHECK: error: croton-optimize: {{.*}}/syntax.pdll:3:36: expected `with` after root operation
Pattern P {
  replace op<croton.neg>(x: Value) wiht x;
}

//--- unnamed.pdll
// CHECK: error: croton-optimize: {{.*}}/unnamed.pdll:2:1: the pattern has no name
Pattern {
  replace op<croton.neg>(x: Value) with x;
}

//--- note-key.pdll
// CHECK: error: croton-optimize: {{.*}}/note-key.pdll:2: expected tags, claim, position, stage or summary, but got 'claims'; did you mean 'claim'?
// croton: claims=exact
Pattern P {
  replace op<croton.neg>(x: Value) with x;
}

//--- note-claim.pdll
// CHECK: error: croton-optimize: {{.*}}/note-claim.pdll:2: expected the claim to be exact, reassociates or unsafe, but got 'exakt'; did you mean 'exact'?
// croton: claim=exakt
Pattern P {
  replace op<croton.neg>(x: Value) with x;
}

//--- note-form.pdll
// CHECK: error: croton-optimize: {{.*}}/note-form.pdll:2: expected key=value, but got 'exact'
// croton: exact
Pattern P {
  replace op<croton.neg>(x: Value) with x;
}

//--- note-quote.pdll
// CHECK: error: croton-optimize: {{.*}}/note-quote.pdll:2: the value of 'summary' has no closing quote
// croton: summary="half
Pattern P {
  replace op<croton.neg>(x: Value) with x;
}

//--- note-position.pdll
// CHECK: error: croton-optimize: {{.*}}/note-position.pdll:2: expected the position to be a number, but got 'first'
// croton: position=first
Pattern P {
  replace op<croton.neg>(x: Value) with x;
}

//--- note-lost.pdll
// CHECK: error: croton-optimize: {{.*}}/note-lost.pdll:5: expected a pattern below this 'croton:' comment
Pattern P {
  replace op<croton.neg>(x: Value) with x;
}
// croton: claim=exact

//--- note-stage.pdll
// CHECK: error: croton-optimize: {{.*}}/note-stage.pdll:3:1: database 'optdb': no database 'canonicalise'; did you mean 'canonicalize'?
// croton: stage=canonicalise
Pattern P {
  replace op<croton.neg>(x: Value) with x;
}

//--- native.pdll
// CHECK: error: croton-optimize: {{.*}}/native.pdll:{{.+}} native constraint 'IsNice' is not registered
Constraint IsNice(x: Value) [{ return success(); }];
Pattern P {
  let x: Value;
  IsNice(x);
  replace op<croton.neg>(x) with x;
}
