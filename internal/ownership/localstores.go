package ownership

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A repository can use cache.NewIndexer as a map with indexes and fill it
// itself. What it reads from there is what it put there: objects of its own, or
// objects that it got from an informer's cache. A store that a reflector or a
// controller fills is an informer's cache.

// The localStores of a package are those that it makes and fills itself.
type localStores struct {
	*unit
	filled map[any]bool // the stores that an informer fills: calls, places, parameters
	added  map[any]bool // the places of stores into which the package puts objects
	maps   storeMaps

	transformed bool // the package gives shared informers transform functions
}

// find finds the stores that an informer fills.
func (s *localStores) find() {
	s.filled, s.added = map[any]bool{}, map[any]bool{}
	s.maps.puts = map[*ssa.MakeMap][]ssa.Value{}
	var filled []ssa.Value
	for instr := range ssaquery.Instructions(s.funcs...) {
		switch instr := instr.(type) {
		case *ssa.MapUpdate:
			s.putIntoMap(instr)
		case ssa.CallInstruction:
			c := instr.Common()
			s.transformed = s.transformed || c.IsInvoke() && kube.SetsTransform(c.Method)
			filled = append(filled, s.filledBy(c)...)
			if c.IsInvoke() {
				s.adds(c)
			}
		}
	}
	for _, v := range filled { // they may lie in any of the maps
		s.fill(v)
	}
}

// adds notes where the store lies into which c, a call through an interface, puts objects.
func (s *localStores) adds(c *ssa.CallCommon) {
	if m, ok := kube.OwnStore(c.Method); ok && m.Put > 0 {
		id, _ := s.sources(c.Value)
		s.added[id] = true
	}
}

// filledBy are the arguments of c that an informer fills if they are stores.
func (s *localStores) filledBy(c *ssa.CallCommon) []ssa.Value {
	f := c.StaticCallee()
	switch {
	case f == nil:
		return nil
	case fillsStore(c):
		return c.Args
	case s.analyses(ssaquery.Origin(f)) || f.Signature.Recv() != nil:
		return nil
	}
	// What a function of another package does with a store that is made right beside
	// it is not known.
	return slices.DeleteFunc(slices.Clone(c.Args), func(v ssa.Value) bool { return !makesStore(v) })
}

// isStore reports whether v is a store, whatever interface it is given as.
func isStore(v ssa.Value) bool { return kube.IsStore(ssaquery.Unwrap(v).Type()) }

// fill notes that an informer fills the store v.
func (s *localStores) fill(v ssa.Value) {
	from := func(v ssa.Value) []ssa.Value {
		if !isStore(v) {
			return nil
		}
		id, from := s.sources(v)
		if s.filled[id] {
			return nil
		}
		if id != nil {
			s.filled[id] = true
		}
		return from
	}
	for range flow.Origins(v, from) {
	}
}

// isOwn reports whether v is a store that the package makes, and that no informer
// fills.
func (s *localStores) isOwn(v ssa.Value) bool {
	own := false
	from := func(v ssa.Value) []ssa.Value {
		id, from := s.sources(v)
		return slices.DeleteFunc(slices.Clone(from), func(v ssa.Value) bool {
			_, given := v.(*ssa.Parameter) // nobody puts objects into a store of an informer
			given = given && id != nil && s.added[id]
			own = own || given
			return given || ssaquery.IsNil(v)
		})
	}
	return !flow.Any(v, from, func(v ssa.Value) bool {
		id, from := s.sources(v)
		_, made := id.(*ssa.Call)
		own = own || made
		return s.filled[id] || !made && len(from) == 0
	}) && own
}

// sources are what the store v can be: a call that makes one, or the values that are
// put where v is read from. The call, place, parameter or read of a map is id, nil for
// what has no name.
func (s *localStores) sources(v ssa.Value) (id any, from []ssa.Value) {
	v = ssaquery.Unwrap(v)
	if m := containerOf(v); m != nil && isStoreMap(m.Type()) {
		return v, s.putInto(m)
	}
	switch v := v.(type) {
	case *ssa.Call:
		if makesStore(v) {
			return v, nil
		}
		return nil, s.returned(v, 0)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return nil, s.returned(c, v.Index)
		}
	case *ssa.Phi:
		return nil, v.Edges
	case *ssa.Parameter:
		return v, s.arguments(v)
	}
	for _, l := range s.points().ReadFrom(v) {
		id = l
		for _, d := range s.points().Defs(l) {
			if d.Path != "" {
				return nil, nil
			}
			from = append(from, d.Val)
		}
	}
	return id, from
}

// returned are what the function of the package that c calls returns as result i.
func (s *localStores) returned(c *ssa.Call, i int) []ssa.Value {
	fn := c.Call.StaticCallee()
	if fn == nil || !s.analyses(ssaquery.Origin(fn)) {
		return nil
	}
	var out []ssa.Value
	for _, ret := range ssaquery.Returns(ssaquery.Origin(fn)) {
		out = append(out, ret.Results[i])
	}
	return out
}

// arguments are what the package calls the function of p with for p; none if it may
// be called from elsewhere, too.
func (s *localStores) arguments(p *ssa.Parameter) []ssa.Value {
	fn := ssaquery.Origin(p.Parent())
	args := s.points().Args(p)
	if len(args) != s.uses[fn] || fn.Object() != nil && fn.Object().Exported() {
		return nil
	}
	var out []ssa.Value
	for _, a := range args {
		out = append(out, a.Value)
	}
	return out
}

// makesStore reports whether v is a call of cache.NewStore or one of its kind.
func makesStore(v ssa.Value) bool {
	call, ok := ssaquery.Unwrap(v).(*ssa.Call)
	return ok && callsOneOf(&call.Call, kube.MakesStore)
}

// fillsStore reports whether c makes a reflector or informer, which may fill a
// store that it is given.
func fillsStore(c *ssa.CallCommon) bool {
	return callsOneOf(c, kube.FillsStore)
}

// callsOneOf reports whether c is a static call of a function that is names.
func callsOneOf(c *ssa.CallCommon, is func(name string) bool) bool {
	o := ssaquery.Called(c)
	return o != nil && kube.InCachePackage(o) && is(kube.Name(o))
}

// Stores lie in maps, too, one for each type or namespace:
//
//	type mirrors struct{ of map[string]cache.Store }
//
// What is read from such a map is one of the stores that the package puts into it.

// storeMaps are the maps of stores of a package.
type storeMaps struct {
	puts map[*ssa.MakeMap][]ssa.Value // what is put into the maps that the package makes
	// open are the types of maps into which others may put something: no element of one
	// is known.
	open []types.Type
}

// isStoreMap reports whether t is a map whose elements are stores.
func isStoreMap(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	return ok && kube.IsStore(m.Elem())
}

// putIntoMap notes what u puts into a map of stores.
func (s *localStores) putIntoMap(u *ssa.MapUpdate) {
	if !isStoreMap(u.Map.Type()) {
		return
	}
	made, all := s.madeMaps(u.Map)
	if !all {
		s.maps.open = append(s.maps.open, u.Map.Type().Underlying())
	}
	for _, m := range made {
		s.maps.puts[m] = append(s.maps.puts[m], u.Value)
	}
}

// maxStoreMaps bounds the values that are looked at for what a map of stores is. No finding
// is lost: of a map that is not known, the stores are an informer's.
const maxStoreMaps = 50

// madeMaps are the instructions that make what the map v can be, and whether those
// are all.
func (s *localStores) madeMaps(v ssa.Value) (made []*ssa.MakeMap, all bool) {
	looked := 0
	from := func(v ssa.Value) []ssa.Value {
		if _, ok := v.(*ssa.MakeMap); ok || looked > maxStoreMaps {
			return nil
		}
		looked++
		_, from := s.sources(v)
		return from
	}
	all = true
	for v := range flow.Origins(v, from) {
		if m, ok := v.(*ssa.MakeMap); ok {
			made = append(made, m)
		} else {
			all = all && ssaquery.IsNil(v)
		}
	}
	return made, all
}

// putInto are the stores that the package puts into the map m; none if others may put
// some there, too.
func (s *localStores) putInto(m ssa.Value) []ssa.Value {
	for _, t := range s.maps.open {
		if types.Identical(t, m.Type().Underlying()) {
			return nil
		}
	}
	made, all := s.madeMaps(m)
	if !all {
		return nil
	}
	var out []ssa.Value
	for _, m := range made {
		out = append(out, s.maps.puts[m]...)
	}
	return out
}
