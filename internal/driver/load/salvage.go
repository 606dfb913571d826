package load

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/source"
)

// A salvage leaves out of a package with errors what these can change. A function that is left
// out has no body any more, as if it were written in another language, and a variable has no
// value. Left out is
//
//   - what has an error in it;
//   - what names something unknown, such as a field of a type that cannot be imported: go/types
//     gives it types.Invalid, and goes on;
//   - what depends on something that was left out, in a way that could make correct code a
//     finding: see touch.
//
// What remains means the same as in the whole package, so that its findings
// are findings of the whole package too.
type salvage struct {
	d      *Parsed
	env    Env
	pkg    *types.Package
	info   *types.Info
	broken broken
	codes  []*code
	lost   []string            // variables, constants and unparsed declarations, by name
	text   *code               // what is known of text that does not parse
	own    map[types.Type]bool // what hasOwn said
	failed []string            // see failedImports
	users  map[string]bool     // the packages of which something was left out
}

func newSalvage(d *Parsed, env Env, c *Checked) *salvage {
	s := &salvage{d: d, env: env, pkg: c.Types, info: c.Info, own: make(map[types.Type]bool)}
	s.users = env.Unknown.suffixes(unknownUser)
	s.broken = broken{wrong: make(map[types.Object]bool), unknown: env.Unknown, memo: make(map[types.Type]bool)}
	return s
}

// find finds out what is wrong, and what is unknown because of that.
func (s *salvage) find(errs []error) {
	s.d.files = slices.DeleteFunc(s.d.files, func(f *ast.File) bool {
		if f.Name.Name == s.pkg.Name() {
			return false
		}
		s.d.lost.AddFile(f) // go/types has not looked into a file of another package
		return true
	})
	for name := range s.d.lost.Names {
		s.lose(name)
	}
	for name := range s.d.lost.Types {
		s.doubt(name)
	}
	s.codes = codes(s.d.files)
	for _, err := range errs {
		if c := s.codeOf(err); c != nil {
			c.left = true
			s.wrongAt(c, err)
		}
	}
	if s.info == nil {
		return
	}
	s.text = s.unparsed()
	s.failed = s.failedImports()
	for _, c := range s.codes {
		s.look(c)
		fd, ok := c.node.(*ast.FuncDecl)
		c.left = c.left || c.unknown || ok && slices.Contains(s.d.lost.Bodies, fd)
	}
}

// serious returns an error of the type checker, unless nothing depends on it: an import
// that is not used, or a function that has no body because that does not parse.
func serious(err error) (te types.Error, ok bool) {
	ok = errors.As(err, &te)
	for _, msg := range []string{"imported and not used", "imported as", "missing function body", "must have a body"} {
		ok = ok && !(te.Soft && strings.Contains(te.Msg, msg))
	}
	return te, ok
}

// codeOf returns the declaration that err is in, or nil.
func (s *salvage) codeOf(err error) *code {
	te, ok := serious(err)
	if !ok {
		return nil
	}
	i, _ := slices.BinarySearchFunc(s.codes, te.Pos, func(c *code, pos token.Pos) int { return int(c.node.End() - pos) })
	if i < len(s.codes) && s.codes[i].has(te.Pos) {
		return s.codes[i]
	}
	return nil
}

// failedImports are the paths of missing packages that are imported without a name: what these
// packages are called is not known.
func (s *salvage) failedImports() []string {
	var paths []string
	for _, f := range s.d.files {
		for _, spec := range f.Imports {
			if p, ok := s.info.Implicits[spec].(*types.PkgName); ok && s.broken.object(p) {
				paths = append(paths, p.Imported().Path())
			}
		}
	}
	return paths
}

// maybeFailed reports whether name may be that of a missing package: yaml may be the name of
// go-yaml/v3.
func (s *salvage) maybeFailed(name string) bool {
	plain := strings.NewReplacer("-", "", ".", "", "_", "")
	return slices.ContainsFunc(s.failed, func(path string) bool {
		elems := strings.Split(path, "/")
		return strings.Contains(plain.Replace(strings.Join(elems[max(0, len(elems)-2):], "/")), plain.Replace(name))
	})
}

// wrongAt notes the names whose declaration an error in c leaves uncertain.
func (s *salvage) wrongAt(c *code, err error) {
	te, _ := serious(err)
	switch node := c.node.(type) {
	case *ast.FuncDecl:
		if te.Pos > node.Name.End() {
			break // its own business, or its type says so
		}
		// There are two of that name, or its receiver is unknown.
		if recv := source.Receiver(node); recv != "" {
			s.doubt(recv)
		} else {
			s.doubt(node.Name.Name)
		}
	case *ast.TypeSpec:
		if !inMember(node.Type, te.Pos) {
			s.doubt(node.Name.Name)
		}
	case *ast.ValueSpec:
		for _, id := range node.Names {
			s.lose(id.Name)
		}
	}
}

// doubt notes that what the package has of that name may not be what its source declares.
func (s *salvage) doubt(name string) {
	if o := s.pkg.Scope().Lookup(name); o != nil {
		s.broken.wrong[o] = true
	}
}

// lose notes that a declaration of that name is left out.
func (s *salvage) lose(name string) {
	s.doubt(name)
	s.lost = append(s.lost, name)
}

// inMember reports whether pos is in the type of a field or method with a name: the type is
// known but for that member, whose type says so.
func inMember(t ast.Expr, pos token.Pos) (is bool) {
	ast.Inspect(t, func(n ast.Node) bool {
		field, ok := n.(*ast.Field)
		is = is || ok && len(field.Names) > 0 && field.Type.Pos() <= pos && pos <= field.Type.End()
		return !is
	})
	return is
}

// declares returns the function, or the variables, that c declares.
func (s *salvage) declares(c *code) []types.Object {
	if c.fn != nil {
		return []types.Object{c.fn}
	}
	var out []types.Object
	if spec, ok := c.node.(*ast.ValueSpec); ok && s.info != nil {
		for _, id := range spec.Names {
			if v, ok := s.info.Defs[id].(*types.Var); ok {
				out = append(out, v)
			}
		}
	}
	return out
}

// leaveOut takes the bodies and values away that are left out.
func (s *salvage) leaveOut() {
	kept := make(map[types.Object]bool)
	for _, c := range s.codes {
		if !c.left {
			for _, o := range s.declares(c) {
				kept[o] = true
			}
			continue
		}
		switch node := c.node.(type) {
		case *ast.FuncDecl:
			node.Body = nil
		case *ast.ValueSpec:
			if len(s.declares(c)) > 0 {
				node.Values = nil
			}
		}
	}
	for _, f := range s.d.files {
		f.Decls = slices.DeleteFunc(f.Decls, s.inVain)
	}
	s.info.InitOrder = slices.DeleteFunc(s.info.InitOrder, func(init *types.Initializer) bool {
		return slices.ContainsFunc(init.Lhs, func(v *types.Var) bool { return !kept[v] })
	})
}

// inVain reports whether decl declares what is declared elsewhere as well: go/types has no
// object for it then. From a group it takes those specifications away.
func (s *salvage) inVain(decl ast.Decl) bool {
	none := func(id *ast.Ident) bool { return s.info.Defs[id] == nil }
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return none(decl.Name)
	case *ast.GenDecl:
		decl.Specs = slices.DeleteFunc(decl.Specs, func(spec ast.Spec) bool {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				return none(spec.Name)
			case *ast.ValueSpec:
				return slices.ContainsFunc(spec.Names, none)
			}
			return false
		})
	}
	return false
}

// names returns what was left out: functions in the order of the source, then other names.
func (s *salvage) names() []string {
	var out []string
	for _, c := range s.codes {
		switch node := c.node.(type) {
		case *ast.FuncDecl:
			if c.left {
				name := node.Name.Name
				if recv := source.Receiver(node); recv != "" {
					name = recv + "." + name
				}
				out = append(out, name)
			}
		case *ast.ValueSpec:
			for _, id := range node.Names {
				if c.left && id.Name != "_" {
					s.lost = append(s.lost, id.Name)
				}
			}
		}
	}
	slices.Sort(s.lost)
	for _, name := range slices.Compact(s.lost) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// emptyTypes makes each broken type of the package one that has no more than a name and methods.
// go/types says of one that embeds an unknown type that it implements any interface.
func (s *salvage) emptyTypes() {
	for _, name := range s.pkg.Scope().Names() {
		o, ok := s.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !s.broken.object(o) {
			continue
		}
		s.broken.wrong[o] = true
		if n, ok := o.Type().(*types.Named); ok && !o.IsAlias() {
			defer n.SetUnderlying(types.NewStruct(nil, nil)) // once all are found
		}
	}
}

// dependsOnBroken reports whether something is wrong with a package below: that only C knows
// what it declares is not.
func (s *salvage) dependsOnBroken() bool {
	return len(s.env.Unknown) > 0 || slices.ContainsFunc(s.codes, func(c *code) bool { return c.unknown && !c.ofC })
}

// exported is what importers must know of.
func (s *salvage) exported() Unknown {
	u := make(Unknown)
	for o := range s.broken.wrong {
		u[key(o)] = true
	}
	left := s.codes
	if s.text != nil {
		left = append(slices.Clone(left), s.text)
	}
	for _, c := range left {
		if !c.left {
			continue
		}
		for _, o := range s.declares(c) {
			u[key(o)] = true
		}
		maps.Copy(u, c.puts)
	}
	return u
}
