// Whatever is wrong gives one error, exit code 1 and never a crash. What the
// error says is one line with "error:" in it.

// DEFINE: %{errors} = FileCheck %s --implicit-check-not=error: --implicit-check-not="Stack dump"

// RUN: rm -rf %t && mkdir %t && mkdir %t/dir.npy
// RUN: python -c "import numpy as np; np.save('%t/f64.npy', np.zeros((2, 3))); np.save('%t/x.npy', np.zeros((2, 3), np.float32)); np.save('%t/obj.npy', np.array([None]), allow_pickle=True)"
// RUN: head -c 100 %t/x.npy > %t/cut.npy
// RUN: echo "no numbers" > %t/text.npy
// RUN: head -c 400 %s > %t/cut.mlir

// Programs.
// RUN: not croton-run 2>&1 | %{errors} --check-prefix=NOFILE --allow-unused-prefixes
// NOFILE: Not enough positional command line arguments
// RUN: not croton-run %t/none.mlir 2>&1 | %{errors} --check-prefix=MISSING
// MISSING: error: {{.*}}No such file
// RUN: not croton-run %t 2>&1 | %{errors} --check-prefix=FOLDER
// FOLDER: error: {{.*}}directory
// RUN: not croton-run %t/x.npy 2>&1 | %{errors} --check-prefix=BINARY
// BINARY: error:
// RUN: not croton-run %t/cut.mlir 2>&1 | %{errors} --check-prefix=CUTPROGRAM
// CUTPROGRAM: error:
// RUN: echo "func.func @f() { \"no.such_op\"() : () -> () return }" | not croton-run - 2>&1 | %{errors} --check-prefix=UNKNOWNOP
// UNKNOWNOP: error:
// RUN: echo "" | not croton-run - 2>&1 | %{errors} --check-prefix=NOFUNCTION
// NOFUNCTION: error: the module has no public function to run

// Entries.
// RUN: not croton-run %s --entry=scal 2>&1 | %{errors} --check-prefix=ENTRY
// ENTRY: error: there is no public function 'scal'; the module has 'scale', 'tally'; did you mean 'scale'?
// RUN: not croton-run %s 2>&1 | %{errors} --check-prefix=SEVERAL
// SEVERAL: error: the module has several functions; name one with --entry: 'scale', 'tally'

// Arguments.
// RUN: not croton-run %s --entry=scale --arg x=ones:2x3 2>&1 | %{errors} --check-prefix=LACKS
// LACKS: error: argument 'factor' is missing; expected tensor<f32> for scale(x: tensor<?x3xf32>, factor: tensor<f32>)
// RUN: not croton-run %s --entry=scale ones:2x3 2 3 2>&1 | %{errors} --check-prefix=EXTRA
// EXTRA: error: '3' is one argument too many; expected scale(
// RUN: not croton-run %s --entry=scale --arg fctor=2 2>&1 | %{errors} --check-prefix=NAME
// NAME: error: 'scale' has no argument 'fctor'; expected {{.*}}; did you mean 'factor'?
// RUN: not croton-run %s --entry=scale --arg factor=2 --arg 1=3 2>&1 | %{errors} --check-prefix=TWICE
// TWICE: error: argument 'factor' is given twice
// RUN: not croton-run %s --entry=scale --arg x=%t/f64.npy --arg factor=2 2>&1 | %{errors} --check-prefix=DTYPE
// DTYPE: error: argument 'x': expected tensor<?x3xf32>, but '{{.*}}f64.npy' is tensor<2x3xf64>
// RUN: not croton-run %s --entry=scale --arg x=%t/x.npy --arg factor=%t/x.npy 2>&1 | %{errors} --check-prefix=RANK
// RANK: error: argument 'factor': expected tensor<f32>, but '{{.*}}x.npy' is tensor<2x3xf32>
// RUN: not croton-run %s --entry=scale ones:2x4 2 2>&1 | %{errors} --check-prefix=DIM
// DIM: error: argument 'x': expected tensor<?x3xf32>, but got tensor<2x4xf32>
// RUN: not croton-run %s --entry=scale ones 2 2>&1 | %{errors} --check-prefix=NOSHAPE
// NOSHAPE: error: argument 'x': expected a shape that fits tensor<?x3xf32>, as in 'ones:64x10'
// RUN: not croton-run %s --entry=scale zeros:2x 2 2>&1 | %{errors} --check-prefix=SHAPE
// SHAPE: error: argument 'x': expected a shape like 64x10, but got '2x'
// RUN: not croton-run %s --entry=scale zeros:-2x3 2 2>&1 | %{errors} --check-prefix=NEGATIVE
// NEGATIVE: error: argument 'x': expected a shape like 64x10, but got '-2x3'
// RUN: not croton-run %s --entry=scale zeros:99999999999x3 2 2>&1 | %{errors} --check-prefix=HUGE
// HUGE: error: argument 'x': tensor<99999999999x3xf32> is larger than the memory of this machine
// RUN: not croton-run %s --entry=scale zeros:9223372036854775807x3 2 2>&1 | %{errors} --check-prefix=OVERFLOW
// OVERFLOW: error: argument 'x': {{.*}} is larger than the memory of this machine
// RUN: not croton-run %s --entry=scale zeroes:2x3 2 2>&1 | %{errors} --check-prefix=GENERATOR
// GENERATOR: error: argument 'x': expected a .npy file, a number, a list or a generator such as zeros:64x10 for tensor<?x3xf32>, but got 'zeroes:2x3'; did you mean 'zeros'?
// RUN: not croton-run %s --entry=scale fill:2x3 2 2>&1 | %{errors} --check-prefix=FILL
// FILL: error: argument 'x': expected a
// RUN: not croton-run %s --entry=scale randint:0:2:2x3 2 2>&1 | %{errors} --check-prefix=RANDINT
// RANDINT: error: argument 'x': 'randint' makes integers, but tensor<2x3xf32> was expected
// RUN: not croton-run %s --entry=scale [[1,2,3],[4,5]] 2 2>&1 | %{errors} --check-prefix=RAGGED
// RAGGED: error: argument 'x': expected lists of one length in '{{.*}}', but got one of 2 beside one of 3
// RUN: not croton-run %s --entry=scale [[1,2,3] 2 2>&1 | %{errors} --check-prefix=BRACKET
// BRACKET: error: argument 'x': expected a list like
// RUN: not croton-run %s --entry=scale ones:2x3 1e39 2>&1 | %{errors} --check-prefix=RANGE
// RANGE: error: argument 'factor': '1e39' is out of range for f32
// RUN: not croton-run %s --entry=tally 256 2>&1 | %{errors} --check-prefix=INTRANGE
// INTRANGE: error: argument 'arg0': '256' is out of range for ui8
// RUN: not croton-run %s --entry=tally 2.5 2>&1 | %{errors} --check-prefix=FRACTION
// FRACTION: error: argument 'arg0': expected an integer of type ui8, but got '2.5'

// Files.
// RUN: not croton-run %s --entry=scale %t/none.npy 2 2>&1 | %{errors} --check-prefix=NONPY
// NONPY: error: argument 'x': {{.*}}none.npy
// RUN: not croton-run %s --entry=scale %t/dir.npy 2 2>&1 | %{errors} --check-prefix=DIRNPY
// DIRNPY: error: argument 'x': {{.*}}dir.npy
// RUN: not croton-run %s --entry=scale %t/cut.npy 2 2>&1 | %{errors} --check-prefix=CUTNPY
// CUTNPY: error: argument 'x': {{.*}}cut.npy
// RUN: not croton-run %s --entry=scale %t/text.npy 2 2>&1 | %{errors} --check-prefix=TEXTNPY
// TEXTNPY: error: argument 'x': {{.*}}text.npy
// RUN: not croton-run %s --entry=scale %t/obj.npy 2 2>&1 | %{errors} --check-prefix=OBJNPY
// OBJNPY: error: argument 'x': {{.*}}obj.npy
// RUN: not croton-run %s --entry=scale ones:2x3 2 --out y=%t/no/such/y.npy 2>&1 | %{errors} --check-prefix=OUT
// OUT: error: {{.*}}y.npy

// Results, state and switches.
// RUN: not croton-run %s --entry=scale ones:2x3 2 --out z=%t/y.npy 2>&1 | %{errors} --check-prefix=RESULT
// RESULT: error: 'scale' has no result 'z'; expected 'y'
// RUN: not croton-run %s --entry=scale ones:2x3 2 --print 1 2>&1 | %{errors} --check-prefix=PRINT
// PRINT: error: 'scale' has no result '1'; expected 'y'
// RUN: not croton-run %s --entry=scale ones:2x3 2 --out y 2>&1 | %{errors} --check-prefix=OUTSPEC
// OUTSPEC: error: expected --out RESULT=FILE.npy, but got 'y'
// RUN: not croton-run %s --entry=tally 1 --state ttal=1 2>&1 | %{errors} --check-prefix=STATE
// STATE: error: there is no state 'ttal'; the module has 'total'; did you mean 'total'?
// RUN: not croton-run %s --entry=tally 1 --state total=[1] 2>&1 | %{errors} --check-prefix=STATETYPE
// STATETYPE: error: state 'total': expected tensor<ui8>, but '[1]' is tensor<1xui8>
// RUN: not croton-run %s --entry=tally 1 --load-state=%t 2>&1 | %{errors} --check-prefix=NOSTATE
// NOSTATE: error: there is no file '{{.*}}total.npy' for state 'total'
// RUN: not croton-run %s --entry=tally 1 --load-state=%t/none 2>&1 | %{errors} --check-prefix=NODIR
// NODIR: error: '{{.*}}none' is not a folder to load state from
// RUN: not croton-run %s --entry=tally 1 --save-state=%t/x.npy 2>&1 | %{errors} --check-prefix=SAVEDIR
// SAVEDIR: error: {{.*}}x.npy
// RUN: not croton-run %s --entry=tally 1 --repeat=0 2>&1 | %{errors} --check-prefix=REPEAT
// REPEAT: error: expected --repeat to be at least 1
// RUN: not croton-run %s --entry=tally 1 --opt-level=7 2>&1 | %{errors} --check-prefix=LEVEL
// LEVEL: error: expected --opt-level to be 0 to 3
// RUN: not croton-run %s --entry=tally 1 --repeat=many 2>&1 | %{errors} --check-prefix=MANY
// MANY: 'many' value invalid for uint argument

ml_program.global private mutable @total(dense<0> : tensor<ui8>) : tensor<ui8>

func.func @scale(%x: tensor<?x3xf32> {croton.name = "x"},
                 %factor: tensor<f32> {croton.name = "factor"})
    -> (tensor<?x3xf32> {croton.name = "y"}) {
  %f = croton.dimshuffle %factor [x, x] : tensor<f32>
  %y = croton.mul %x, %f : tensor<?x3xf32>, tensor<1x1xf32>
  return %y : tensor<?x3xf32>
}

func.func @tally(%by: tensor<ui8>) -> tensor<ui8> {
  %total = ml_program.global_load @total : tensor<ui8>
  %next = croton.add %total, %by : tensor<ui8>, tensor<ui8>
  ml_program.global_store @total = %next : tensor<ui8>
  return %next : tensor<ui8>
}
