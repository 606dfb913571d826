package source

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// A Lost is what is unknown about a package because one of its files does not parse or
// cannot be read.
type Lost struct {
	// Names are those that lost text may declare at the top of the package,
	// and Types those that it may declare methods of.
	Names, Types map[string]bool
	// Text is what did not parse.
	Text []byte
	// Bodies are the functions whose bodies do not parse, and which have none any
	// longer.
	Bodies []*ast.FuncDecl
}

func NewLost() *Lost { return &Lost{Names: make(map[string]bool), Types: make(map[string]bool)} }

// AddFile notes what a file declares that is not part of the package.
func (l *Lost) AddFile(f *ast.File) {
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if name := Receiver(decl); name != "" {
				l.Types[name] = true
			} else {
				l.Names[decl.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					l.Names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						l.Names[id.Name] = true
					}
				}
			}
		}
	}
}

var (
	// declared finds a declaration at the beginning of a line.
	declared = regexp.MustCompile(`^\s*(?:func\s*(?:\(([^()]*)\))?|type|var|const)\s+(` + nameList + `)`)
	// group finds the beginning of several.
	group = regexp.MustCompile(`^\s*(?:type|var|const)\s*\(\s*(?://.*)?$`)
	// member finds one of them.
	member = regexp.MustCompile(`^\s*(` + nameList + `)`)
)

const nameList = `[\pL_][\pL\pN_]*(?:\s*,\s*[\pL_][\pL\pN_]*)*`

// add notes what text may declare.
func (l *Lost) add(text []byte) {
	l.Text = append(append(l.Text, text...), '\n')
	inGroup := false
	for line := range bytes.Lines(text) {
		m := declared.FindSubmatch(line)
		switch {
		case m != nil:
			note(l.Types, m[1])
			note(l.Names, m[2])
		case group.Match(bytes.TrimRight(line, "\r\n")):
			inGroup = true
		case inGroup && bytes.HasPrefix(bytes.TrimSpace(line), []byte(")")):
			inGroup = false
		case inGroup:
			if m := member.FindSubmatch(line); m != nil {
				note(l.Names, m[1])
			}
		}
	}
}

func note(set map[string]bool, text []byte) {
	for name := range Words(text) {
		set[name] = true
	}
}

// Parse parses a file. Of one that has errors it keeps the declarations that
// parse by themselves, and the heads of functions that do not; and it notes in
// lost what else was there.
//
// Where a declaration begins is told as gofmt writes it: by a keyword in the first
// column. The parser itself finds declarations behind an error, but cannot tell
// whether they stand where their author sees them.
func Parse(fset *token.FileSet, name string, src []byte, mode parser.Mode, lost *Lost) (*ast.File, error) {
	f, err := parser.ParseFile(fset, name, src, mode|parser.AllErrors)
	if err == nil {
		return f, nil
	}
	kept := bytes.Clone(src)
	starts := declarations(src)
	heads := make(map[int]bool)
	if list, ok := err.(scanner.ErrorList); !ok || endsInText(list) || len(starts) == 0 {
		lost.add(src)
		return nil, err
	}
	for i, from := range starts {
		to := len(src)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		chunk := src[from:to]
		if parses(chunk) {
			continue
		}
		blank(kept[from:to])
		end := headOf(chunk)
		brace := bytes.IndexByte(kept[from+end:to], ' ')
		if end == 0 || brace < 0 {
			lost.add(chunk)
			continue
		}
		copy(kept[from:], chunk[:end])
		kept[from+end+brace] = '}'
		heads[from+funcIn(chunk)] = true
		lost.Text = append(append(lost.Text, chunk[end:]...), '\n')
	}
	again, bad := parser.ParseFile(fset, name, kept, mode)
	if bad != nil {
		lost.add(src)
		return nil, err
	}
	lost.behead(fset, again, heads)
	return again, err
}

// behead takes from the functions whose heads are at the offsets in heads the
// bodies that stood for theirs.
func (l *Lost) behead(fset *token.FileSet, f *ast.File, heads map[int]bool) {
	for _, decl := range f.Decls {
		if fd, ok := decl.(*ast.FuncDecl); ok && heads[fset.File(fd.Pos()).Offset(fd.Type.Func)] {
			l.Bodies = append(l.Bodies, fd)
			fd.Body = nil
		}
	}
}

// endsInText reports whether the file ends in a comment or string that is not
// terminated: what is text and what is code is not certain then.
func endsInText(list scanner.ErrorList) bool {
	return slices.ContainsFunc(list, func(e *scanner.Error) bool {
		return strings.HasPrefix(e.Msg, "raw string literal not terminated") || strings.HasPrefix(e.Msg, "comment not terminated")
	})
}

// declarations returns the offsets at which src declares something, imports
// aside.
func declarations(src []byte) []int {
	var starts []int
	s := scanned{src: src}
	for s.pos < len(src) {
		if s.pos == 0 || src[s.pos-1] == '\n' {
			for _, kw := range []string{"func", "type", "var", "const"} {
				if s.word(kw) {
					starts = append(starts, withComments(src, s.pos))
				}
			}
		}
		s.token()
	}
	return starts
}

// withComments returns the offset of the comments that stand right above the
// line at pos: directives are among them.
func withComments(src []byte, pos int) int {
	for pos > 0 {
		line := bytes.LastIndexByte(src[:pos-1], '\n') + 1
		if !bytes.HasPrefix(src[line:pos], []byte("//")) {
			break
		}
		pos = line
	}
	return pos
}

// parses reports whether a declaration has no syntax errors.
func parses(chunk []byte) bool { return parseChunk(chunk) != nil }

func parseChunk(chunk []byte) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), "", append([]byte("package p\n"), chunk...), parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return f
}

// funcIn returns the offset of the line of chunk that declares a function.
func funcIn(chunk []byte) int {
	pos := 0
	for line := range bytes.Lines(chunk) {
		if bytes.HasPrefix(line, []byte("func")) {
			break
		}
		pos += len(line)
	}
	return pos
}

// headOf returns the length of the text of a function up to the brace that opens
// its body. It is 0 for other declarations, and if the head does not parse. Only
// one brace can open the body, so that no text is parsed more than once.
func headOf(chunk []byte) int {
	s := scanned{src: chunk, pos: funcIn(chunk), functionsOnly: true}
	if s.pos >= len(chunk) || !s.word("func") {
		return 0
	}
	end := s.head()
	if end == 0 {
		return 0
	}
	f := parseChunk(append(bytes.Clone(chunk[:end]), '}'))
	if f == nil || len(f.Decls) != 1 {
		return 0
	}
	if fd, ok := f.Decls[0].(*ast.FuncDecl); !ok || fd.Body == nil {
		return 0
	}
	return end
}

// blank makes spaces of text, apart from the ends of lines.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}

// Receiver returns the name of the type that decl is a method of.
func Receiver(decl *ast.FuncDecl) string {
	if decl.Recv == nil || len(decl.Recv.List) == 0 {
		return ""
	}
	t := decl.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
