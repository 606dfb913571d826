package listing

import (
	"bytes"
	"crypto/sha256"
	"go/scanner"
	"go/token"
	"path/filepath"
	"strings"
)

// A sum is a hash of text.
type sum = [sha256.Size]byte

// matters reports whether the go command looks at a file of this name: a Go
// file, or one of another language that can be part of a package.
func matters(name string) bool {
	if strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
		return false
	}
	switch filepath.Ext(name) {
	case ".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx",
		".f", ".F", ".for", ".f90", ".s", ".S", ".sx", ".swig", ".swigcxx", ".syso":
		return true
	}
	return false
}

// headOf hashes what the go command reads of a file's content to list packages.
// Of a Go file these are the comments before the package clause if one of them
// can be a directive, the clause, the import paths and the embed directives.
// A file that uses cgo, is not Go, or does not scan counts as a whole.
func headOf(name string, src []byte) sum {
	if filepath.Ext(name) != ".go" {
		return sha256.Sum256(src)
	}
	h := &header{src: src}
	if !h.read() {
		return sha256.Sum256(src)
	}
	return sha256.Sum256(h.text)
}

// A header is a Go file on its way through headOf.
type header struct {
	src  []byte
	text []byte // what matters

	file   *token.File
	scan   scanner.Scanner
	errors int
	pos    token.Pos
	tok    token.Token
	lit    string
	embeds bool // embed directives count
}

// read collects what matters, and reports whether the file has the form of a
// Go file as far as that goes.
func (h *header) read() bool {
	fset := token.NewFileSet()
	h.file = fset.AddFile("", -1, len(h.src))
	h.scan.Init(h.file, h.src, func(token.Position, string) { h.errors++ }, scanner.ScanComments)
	h.next()
	if h.tok != token.PACKAGE {
		return false
	}
	before := h.src[:h.offset()]
	if bytes.Contains(before, []byte("go:")) || bytes.Contains(before, []byte("+build")) {
		h.add(string(before)) // where it stands decides whether it is a constraint
	}
	h.next()
	if h.tok != token.IDENT {
		return false
	}
	name := h.offset()
	line, _, _ := bytes.Cut(h.src[name:], []byte("\n"))
	h.add("package " + string(line)) // a comment in this line can be an import comment
	h.next()
	if !h.semicolon() {
		return false
	}
	for h.tok == token.IMPORT {
		h.next()
		if !h.imports() {
			return false
		}
	}
	switch h.tok {
	case token.CONST, token.TYPE, token.VAR, token.FUNC, token.EOF:
	default:
		return false
	}
	for h.embeds && h.tok != token.EOF {
		h.next()
	}
	return h.errors == 0
}

// imports reads one declaration.
func (h *header) imports() bool {
	if h.tok != token.LPAREN {
		return h.spec() && h.semicolon()
	}
	h.next()
	for h.tok != token.RPAREN {
		if !h.spec() {
			return false
		}
		if h.tok != token.RPAREN && !h.semicolon() {
			return false
		}
	}
	h.next()
	return h.semicolon()
}

// spec reads one import.
func (h *header) spec() bool {
	if h.tok == token.IDENT || h.tok == token.PERIOD {
		h.next()
	}
	if h.tok != token.STRING {
		return false
	}
	path := h.lit
	h.add("import " + path)
	if len(path) < 2 || strings.Contains(path, `\\`) || path[1:len(path)-1] == "C" {
		return false
	}
	if path[1:len(path)-1] == "embed" {
		h.embeds = true
	}
	h.next()
	return true
}

func (h *header) semicolon() bool {
	if h.tok == token.EOF {
		return true
	}
	if h.tok != token.SEMICOLON {
		return false
	}
	h.next()
	return true
}

func (h *header) offset() int { return h.file.Offset(h.pos) }

func (h *header) add(text string) {
	h.text = append(append(h.text, text...), 0)
}

// next moves to the next token that is no comment.
func (h *header) next() {
	for {
		h.pos, h.tok, h.lit = h.scan.Scan()
		if h.tok != token.COMMENT {
			return
		}
		// One before the import of embed counts too: its place is not looked at.
		if strings.Contains(h.lit, "go:embed") {
			h.add(h.lit)
		}
	}
}
