// RUN: croton-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected the name of a device, but got ""}}
func.func private @empty_name(tensor<f32, #croton.device<"">>)

// -----

// expected-error@+2 {{expected string}}
// expected-error@+1 {{failed to parse Croton_DeviceAttr parameter 'name'}}
func.func private @word_as_name(tensor<f32, #croton.device<dev0>>)

// -----

// expected-error@+1 {{expected '<'}}
func.func private @no_name(tensor<f32, #croton.device>)

// -----

// expected-error@+1 {{unknown attribute `place` in dialect `croton`}}
func.func private @unknown_attribute(tensor<f32, #croton.place<"a">>)

// -----

// expected-error@+1 {{'func.func' op expected attribute 'croton.name' on argument #1 to have a string, but got 3 : i64}}
func.func private @number_as_name(tensor<f32>, tensor<f32> {croton.name = 3})

// -----

// expected-error@+1 {{'func.func' op expected attribute 'croton.name' on result #0 to have a string, but got unit}}
func.func private @unit_as_name() -> (tensor<f32> {croton.name})

// -----

// expected-error@+1 {{'func.func' op expected attribute 'croton.state' on argument #0 to have a symbol, but got "w"}}
func.func private @string_as_state(tensor<f32> {croton.state = "w"})

// -----

// expected-error@+1 {{'func.func' op expected attribute 'croton.state' on result #0 to have a symbol, but got @a::@b}}
func.func private @nested_state() -> (tensor<f32> {croton.state = @a::@b})

// -----

// expected-error@+1 {{'func.func' op expected attribute 'croton.donated' on argument #0 to have no value, but got true}}
func.func private @value_of_donated(tensor<f32> {croton.donated = true})

// -----

// expected-error@+1 {{'func.func' op has attribute 'croton.donated' on result #0, where croton knows no such attribute}}
func.func private @donated_result() -> (tensor<f32> {croton.donated})

// -----

// expected-error@+1 {{'func.func' op has attribute 'croton.donate' on argument #0, where croton knows no such attribute}}
func.func private @misspelt(tensor<f32> {croton.donate})
