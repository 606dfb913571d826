package load

import (
	"go/ast"
	"go/token"
)

// What is left out can hide that something is no bug: that an object is
// replaced by its copy before it is written, that a field holds copies as
// well, that a loop lists again. So code that depends on it is left out too:
//
//   - it mentions a broken type, or a name that was taken away;
//   - it hands a function that was left out something whose content that could
//     have replaced, or learns a condition from it;
//   - it reads a field or a variable into which code that was left out may have
//     put something, if others put something there as well.
//
// A function that only calls one that was left out stays: what the callee does
// is unknown, and nothing is reported of it.

// touch leaves out what depends on what was left out. It reports whether
// there was any.
func (s *salvage) touch() bool {
	s.spread()
	if s.touchValues() {
		return true
	}
	codes := s.codes()
	found := false
	for again := true; again; {
		again = false
		t := newToucher(&s.remnant, codes)
		for _, c := range codes {
			if c.decl.Body != nil && t.touched(c) {
				s.left[c.decl] = &leftBody{c.puts, c.mentions}
				c.decl.Body = nil
				again, found = true, true
			}
		}
	}
	return found
}

// touchValues drops the values of variables that mention what is broken.
func (s *salvage) touchValues() (found bool) {
	for spec, tok := range specs[*ast.ValueSpec](s.d.files) {
		if tok != token.VAR {
			continue
		}
		for _, v := range spec.Values {
			if s.codeOf(v).broken {
				s.repairVar(spec, v.Pos())
				found = true
				break
			}
		}
	}
	return found
}
