package load

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A package with errors is taken apart until what is left has none, so that
// it can be analysed:
//
//   - the body of a function with an error in it is left out, as if the
//     function were written in another language;
//   - a type that cannot be known is replaced by one that has no more than a name: in
//     the field, parameter or variable that is declared with it; and what cannot be
//     declared even so is taken away;
//   - whatever mentions what is left out, or depends on it in a way that could make a
//     finding of what is none, is left out in its turn: see touch.
//
// What remains means the same as in the whole package, so that its findings
// are findings of the whole package too.
type salvage struct {
	d    *Parsed
	env  Env
	lost *lost

	info *types.Info
	pkg  *types.Package

	// unknown is what importers must know of.
	unknown Unknown
	// left are the functions whose bodies were left out, with what is known
	// of these; why tells it of other declarations.
	left map[*ast.FuncDecl]*leftBody
	gone []string // declarations that are taken away, by name
	// broken are the package's types that are not as declared.
	broken map[string]bool
	// mentioned remembers which types mention broken ones.
	mentioned map[types.Type]bool
	// values are those of variables that were left out.
	values []*leftBody
	// done is what was replaced or taken away in this round.
	done []span
	// lostNames may have been declared by what was taken away.
	lostNames map[string]bool
	// stand are the names of the types that stand for those that cannot be
	// known, by the text that they stand for.
	stand map[string]string
	order []string // of stand's values
}

// maxRounds bounds how often a package is type-checked: each round takes away at
// least one declaration or body, and all that can be seen to be wrong at once.
const maxRounds = 40

// standPrefix begins the name of a type that stands for an unknown one.
const standPrefix = "k8slintUnknown"

func newSalvage(d *Parsed, env Env) *salvage {
	s := &salvage{
		d: d, env: env, lost: d.lost,
		unknown:   make(Unknown),
		left:      make(map[*ast.FuncDecl]*leftBody),
		broken:    make(map[string]bool),
		mentioned: make(map[types.Type]bool),
		lostNames: make(map[string]bool),
		stand:     make(map[string]string),
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

// standIns declares the types that stand for unknown ones, in a file that no
// analyzer sees.
func (s *salvage) standIns() *ast.File {
	if len(s.order) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString("package " + s.d.files[0].Name.Name + "\n")
	for _, name := range s.order {
		b.WriteString("type " + name + " struct{}\n")
	}
	f, err := parser.ParseFile(s.d.fset, filepath.Join(s.d.pkg.Dir, "k8slint_unknown.go"), b.String(), parser.SkipObjectResolution)
	if err != nil {
		return nil // the uses of the names are errors then
	}
	return f
}

// standIn returns the expression of a type that stands for what text says, at
// pos.
func (s *salvage) standIn(text string, pos token.Pos) ast.Expr {
	name := s.stand[text]
	if name == "" {
		name = standPrefix + strconv.Itoa(len(s.order)+1)
		s.stand[text] = name
		s.order = append(s.order, name)
	}
	return &ast.Ident{NamePos: pos, Name: name}
}

func isStandIn(t ast.Expr) bool {
	id, ok := t.(*ast.Ident)
	return ok && strings.HasPrefix(id.Name, standPrefix)
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

// repair takes away what errs are about. It reports whether it changed
// anything, and false if an error has no place that could be taken away.
func (s *salvage) repair(errs []types.Error) (changed, ok bool) {
	s.done = s.done[:0]
	for _, err := range errs {
		if harmless(err) || slices.ContainsFunc(s.done, func(d span) bool { return d.has(err.Pos) }) {
			continue
		}
		f := s.fileOf(err.Pos)
		if f == nil {
			return changed, false
		}
		switch decl := declAt(f, err.Pos); decl := decl.(type) {
		case nil:
			if !s.misplaced(f, err) {
				continue
			}
		case *ast.FuncDecl:
			s.repairFunc(f, decl, err.Pos)
		case *ast.GenDecl:
			s.repairGen(f, decl, err.Pos)
		}
		changed = true
	}
	return changed, true
}

// harmless reports whether nothing depends on an error: an import that is not
// used, and functions that have no body by now.
func harmless(err types.Error) bool {
	return err.Soft && (strings.Contains(err.Msg, "imported and not used") || strings.Contains(err.Msg, "imported as") ||
		strings.HasSuffix(err.Msg, "missing function body") || strings.HasSuffix(err.Msg, "must have a body"))
}

// misplaced deals with an error outside of f's declarations. The whole file is
// left out if it belongs to another package; else there is nothing to do.
func (s *salvage) misplaced(f *ast.File, err types.Error) bool {
	if !strings.Contains(err.Msg, "expected package") {
		return false
	}
	for i, g := range s.d.files {
		if g == f {
			s.d.files = append(s.d.files[:i:i], s.d.files[i+1:]...)
			for _, decl := range f.Decls {
				s.forget(decl)
			}
			return true
		}
	}
	return false
}

func (s *salvage) fileOf(pos token.Pos) *ast.File {
	for _, f := range s.d.files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

func declAt(f *ast.File, pos token.Pos) ast.Decl {
	for _, decl := range f.Decls {
		if decl.Pos() <= pos && pos <= decl.End() {
			return decl
		}
	}
	return nil
}
