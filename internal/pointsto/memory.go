package pointsto

import "golang.org/x/tools/go/ssa"

// memory says what is put where in the package.
type memory struct {
	stores map[Loc][]Def // to the location itself, without a path
	byBase map[any][]Loc // the locations with stores, by base
	sends  map[Loc][]ssa.Value
}

func newMemory() *memory {
	return &memory{
		stores: map[Loc][]Def{},
		byBase: map[any][]Loc{},
		sends:  map[Loc][]ssa.Value{},
	}
}

// A Def is an instruction that gives a location the value Val: an *ssa.Store, or the
// *ssa.DebugRef of an assignment to a variable in a register. Path is what is left of the
// location's path within Val: a store of a whole struct gives its field ".rv" a
// value, too.
type Def struct {
	At   ssa.Instruction
	Val  ssa.Value
	Path string
}

func (m *memory) addStore(l Loc, at ssa.Instruction, v ssa.Value) {
	if len(m.stores[l]) == 0 {
		m.byBase[l.Base] = append(m.byBase[l.Base], l)
	}
	m.stores[l] = append(m.stores[l], Def{At: at, Val: v})
}

// Stores returns what is stored to l itself, wherever in the package.
func (m *memory) Stores(l Loc) []Def { return m.stores[l] }

// Defs returns the stores to l and to what contains it, wherever in the package.
func (m *memory) Defs(l Loc) []Def {
	var out []Def
	for _, at := range m.byBase[l.Base] {
		if rest, ok := l.Within(at); ok {
			for _, d := range m.stores[at] {
				d.Path = rest
				out = append(out, d)
			}
		}
	}
	return out
}

// Sends returns what is sent to the channel at l.
func (m *memory) Sends(l Loc) []ssa.Value { return m.sends[l] }
