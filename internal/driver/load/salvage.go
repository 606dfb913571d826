package load

import (
	"errors"
	"go/ast"
	"go/types"
)

// A package with errors is taken apart until what is left has none, so that
// it can be analysed:
//
//   - the body of a function with an error in it is left out, as if the
//     function were written in another language;
//   - a type that cannot be known is replaced by one that has no more than a name: in
//     the field, parameter or variable that is declared with it; and what cannot be
//     declared even so is taken away;
//   - whatever mentions what is left out, or depends on it in a way that could make
//     correct code a finding, is left out in its turn: see touch.
//
// What remains means the same as in the whole package, so that its findings
// are findings of the whole package too.
//
// A salvage decides when and in which order; its patcher takes away, and its
// remnant knows what is left.
type salvage struct {
	patcher
	// unknown is what importers must know of.
	unknown Unknown
}

// maxRounds bounds how often a package is type-checked: each round takes away at
// least one declaration or body, and all that can be seen to be wrong at once. Beyond, the
// package is named as one of which nothing can be made.
const maxRounds = 40

func newSalvage(d *Parsed, env Env) *salvage {
	s := &salvage{
		patcher: patcher{
			remnant: remnant{
				d: d, env: env, lost: d.lost,
				left:      make(map[*ast.FuncDecl]*leftBody),
				broken:    make(map[string]bool),
				mentioned: make(map[types.Type]bool),
				lostNames: make(map[string]bool),
			},
			stand: make(map[string]string),
		},
		unknown: make(Unknown),
	}
	for name := range d.lost.names {
		s.lostNames[name] = true
	}
	for name := range d.lost.types {
		s.broken[name] = true
	}
	return s
}

// run takes the package apart. It reports false if nothing can be made of it.
func (s *salvage) run() bool {
	for _, decl := range s.lost.bodies {
		s.left[decl] = new(leftBody)
	}
	if len(s.lost.text) > 0 {
		s.values = append(s.values, unparsed(s.lost.text, s.d.pkg.Path))
	}
	for range maxRounds {
		errs := s.check()
		changed, ok := s.repair(errs)
		switch {
		case !ok:
			return false
		case changed:
			continue
		case !s.touch():
			s.export()
			return true
		}
	}
	return false
}

// check type-checks what is left.
func (s *salvage) check() []types.Error {
	var errs []types.Error
	files := append([]*ast.File(nil), s.d.files...)
	if f := s.standIns(); f != nil {
		files = append(files, f)
	}
	imported := make(map[string]*types.Package)
	imp := func(path string) (*types.Package, error) {
		if p, err := s.env.Import(path); err == nil {
			return p, nil
		}
		p := imported[path]
		if p == nil {
			p = s.env.Missing.missingImport(s.d.files, path)
			imported[path] = p
		}
		return p, nil
	}
	clear(s.mentioned)
	s.pkg, s.info = s.d.typecheck(files, s.env.Sizes, imp, true, func(err error) {
		var te types.Error
		if errors.As(err, &te) {
			errs = append(errs, te)
		}
	})
	return errs
}

// export notes what importers must know of, once the rest is settled.
func (s *salvage) export() {
	for decl := range s.left {
		if f, ok := s.info.Defs[decl.Name].(*types.Func); ok {
			s.unknown[funcKey(f)] = true
		}
	}
	for _, name := range s.pkg.Scope().Names() {
		if tn, ok := s.pkg.Scope().Lookup(name).(*types.TypeName); ok && s.isBroken(tn) {
			s.unknown[typeKey(tn)] = true
		}
	}
	for key := range s.putsUnknown() {
		s.unknown[key] = true
	}
}
