// Rewrites of croton ops in PDL.

pdl.pattern @NegNegOfFile : benefit(1) attributes {
  croton.tags = ["mine"], croton.claim = "exact",
  croton.stage = "canonicalize", croton.position = 5,
  croton.summary = "- -x to x"
} {
  %x = operand
  %types = types
  %inner = operation "croton.neg"(%x : !pdl.value) -> (%types : !pdl.range<type>)
  %value = result 0 of %inner
  %root = operation "croton.neg"(%value : !pdl.value) -> (%types : !pdl.range<type>)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}

// The result type is inferred, with its attributes in place.
pdl.pattern @SquareIsProduct : benefit(1) attributes {
  croton.tags = ["mine"], croton.claim = "exact", croton.stage = "specialize"
} {
  %x = operand
  %types = types
  %root = operation "croton.sqr"(%x : !pdl.value) -> (%types : !pdl.range<type>)
  rewrite %root {
    %product = operation "croton.mul"(%x, %x : !pdl.value, !pdl.value)
    replace %root with %product
  }
}

// No claim: selected by name only.
pdl.pattern @TanhIsZero : benefit(1) {
  %x = operand
  %type = type
  %root = operation "croton.tanh"(%x : !pdl.value) -> (%type : !pdl.type)
  rewrite %root {
    %zero = operation "croton.sub"(%x, %x : !pdl.value, !pdl.value)
    replace %root with %zero
  }
}
