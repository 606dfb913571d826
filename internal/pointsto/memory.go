package pointsto

import "golang.org/x/tools/go/ssa"

// memory says what is put where in the package.
type memory struct {
	stores map[Loc][]*ssa.Store
	byBase map[any][]Loc // the locations with stores, by base
	sends  map[Loc][]ssa.Value
	fills  map[Loc][]ssa.Value
}

func newMemory() *memory {
	return &memory{
		stores: map[Loc][]*ssa.Store{},
		byBase: map[any][]Loc{},
		sends:  map[Loc][]ssa.Value{},
		fills:  map[Loc][]ssa.Value{},
	}
}

// A Def is a store that gives a location its value. Path is what is left of the
// location's path within the value that is stored: a store of a whole struct
// gives its field ".rv" a value, too.
type Def struct {
	Store *ssa.Store
	Path  string
}

func (m *memory) addStore(l Loc, s *ssa.Store) {
	if len(m.stores[l]) == 0 {
		m.byBase[l.Base] = append(m.byBase[l.Base], l)
	}
	m.stores[l] = append(m.stores[l], s)
}

// Stores returns the stores to l itself, wherever in the package.
func (m *memory) Stores(l Loc) []*ssa.Store { return m.stores[l] }

// Defs returns the stores to l and to what contains it, wherever in the package.
func (m *memory) Defs(l Loc) []Def {
	var out []Def
	for _, at := range m.byBase[l.Base] {
		if rest, ok := l.Within(at); ok {
			for _, s := range m.stores[at] {
				out = append(out, Def{s, rest})
			}
		}
	}
	return out
}

// Sends returns what is sent to the channel at l.
func (m *memory) Sends(l Loc) []ssa.Value { return m.sends[l] }

// Fills returns what functions read that fill the memory at l
// ([Config.Fills]).
func (m *memory) Fills(l Loc) []ssa.Value { return m.fills[l] }
