package load

import (
	"go/token"
	"maps"
	"slices"
)

// A quiet says where findings are not to be trusted, although nothing is left out
// of the code there.
type quiet struct {
	// under are functions that what was left out may call: a bug that begins
	// in a caller can be one of theirs alone for want of the others.
	under []span
	// linked are the functions that what was left out can matter to by what it
	// does not do.
	linked []span
	// told are these and the functions that use a package of which something
	// was left out, or below which.
	told []span
}

// A span is a declaration.
type span struct{ from, to token.Pos }

func (s span) has(pos token.Pos) bool { return s.from <= pos && pos <= s.to }

// Whole reports whether nothing was left out of the package or of what is known
// of those that it imports.
func (c *Checked) Whole() bool { return c.quiet == nil }

// A Trust says what the findings of an analyzer depend on.
type Trust int

const (
	// Sources: what reaches the code and where that came from.
	Sources Trust = iota
	// Surroundings: also what the code and its surroundings do not do.
	Surroundings
	// Told: also what packages below say of types.
	Told
)

// Trusts reports whether a finding at pos can be trusted whose trace passes
// through the places via.
func (c *Checked) Trusts(pos token.Pos, via []token.Pos, on Trust) bool {
	if c.quiet == nil {
		return true
	}
	touches := func(s span) bool { return s.has(pos) || slices.ContainsFunc(via, s.has) }
	switch on {
	case Surroundings:
		return !slices.ContainsFunc(c.quiet.linked, touches)
	case Told:
		return !slices.ContainsFunc(c.quiet.told, touches)
	}
	for _, s := range c.quiet.under {
		if s.has(pos) && slices.ContainsFunc(via, func(p token.Pos) bool { return !s.has(p) }) {
			return false
		}
	}
	return true
}

// quiet finds what Trusts needs.
func (s *salvage) quiet(t *toucher) *quiet {
	q := new(quiet)
	linked := s.linked(t, nil)
	told := linked
	if users := s.env.Unknown.suffixes(unknownUser); len(users) > 0 {
		told = s.linked(t, users)
	}
	for _, c := range s.codes {
		if c.fn == nil || c.left {
			continue
		}
		at := span{c.node.Pos(), c.node.End()}
		if t.under[c.key] {
			q.under = append(q.under, at)
		}
		if linked[c.key] {
			q.linked = append(q.linked, at)
		}
		if told[c.key] {
			q.told = append(q.told, at)
		}
	}
	return q
}

// linked returns the functions that what was left out can matter to by what it does
// not do. They call it, perhaps through an interface of the package, or are called
// by it or by such a function. Or they use one of the packages users, or a field or
// variable that it may put something into.
func (s *salvage) linked(t *toucher, users map[string]bool) map[string]bool {
	linked := make(map[string]bool)
	up := func(c *code) bool {
		for name := range c.behind {
			if len(t.methods[name]) > 0 {
				return true
			}
		}
		return overlap(c.mentions, t.left) || overlap(c.mentions, linked) || overlap(c.packages, users) || readsAny(c, t.puts)
	}
	for again := true; again; {
		again = false
		for _, c := range s.codes {
			if c.fn != nil && !c.left && !linked[c.key] && up(c) {
				linked[c.key] = true
				again = true
			}
		}
	}
	maps.Copy(linked, t.under)
	for again := true; again; {
		again = false
		for _, c := range s.codes {
			if !linked[c.key] {
				continue
			}
			for key := range c.mentions {
				again = again || !linked[key]
				linked[key] = true
			}
		}
	}
	return linked
}

func readsAny(c *code, places map[string]bool) bool {
	for v := range c.reads {
		if places[placeKey(v)] {
			return true
		}
	}
	return false
}

// overlap reports whether a and b have something in common.
func overlap(a, b map[string]bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for key := range a {
		if b[key] {
			return true
		}
	}
	return false
}
