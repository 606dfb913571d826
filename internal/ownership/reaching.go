package ownership

// What memory holds that is no value of SSA: variables that function literals
// capture, elements of containers, fields, is what was stored there last.
