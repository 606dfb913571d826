package load

import "io"

// Strip blanks the bodies of src's functions, in place, and returns src: what
// is between the braces becomes spaces, line ends stay, so that every position
// is as it was. Bodies are most of a dependency's text, and nothing that its
// importers can see depends on them: scanning over them is several times
// cheaper than parsing them.
//
// Only declarations that gofmt would write ("func" in the first column) are
// stripped; any other text is left as it is, which is slower but not wrong.
// Text that does not scan is left as it is too: the parser will say why.
func Strip(src []byte) []byte {
	for _, b := range bodies(src) {
		for i := b.from; i < b.to; i++ {
			if src[i] != '\n' {
				src[i] = ' '
			}
		}
	}
	return src
}

// HashDeclarations writes to h what importers can see of src: all of it but
// the bodies of its functions.
func HashDeclarations(h io.Writer, src []byte) {
	from := 0
	for _, b := range bodies(src) {
		h.Write(src[from:b.from])
		from = b.to
	}
	h.Write(src[from:])
}

// A span is a range of byte offsets.
type span struct{ from, to int }

// bodies finds what is between the braces of each function declaration.
func bodies(src []byte) []span {
	s := stripper{src: src}
	for s.pos < len(src) {
		if (s.pos == 0 || src[s.pos-1] == '\n') && s.word("func") {
			s.funcDecl()
			continue
		}
		s.token()
	}
	return s.found
}

type stripper struct {
	src   []byte
	pos   int
	found []span
}

// word reports whether the keyword kw stands at the present position.
func (s *stripper) word(kw string) bool {
	end := s.pos + len(kw)
	return end < len(s.src) && string(s.src[s.pos:end]) == kw && !isLetter(s.src[end])
}

// token moves over one token, comment or literal (or one byte of anything
// else).
func (s *stripper) token() {
	switch c := s.src[s.pos]; {
	case c == '"' || c == '\'':
		s.quoted(c)
	case c == '`':
		s.pos++
		for s.pos < len(s.src) && s.src[s.pos] != '`' {
			s.pos++
		}
		s.pos++
	case c == '/' && s.pos+1 < len(s.src) && s.src[s.pos+1] == '/':
		for s.pos < len(s.src) && s.src[s.pos] != '\n' {
			s.pos++
		}
	case c == '/' && s.pos+1 < len(s.src) && s.src[s.pos+1] == '*':
		s.pos += 2
		for s.pos+1 < len(s.src) && (s.src[s.pos] != '*' || s.src[s.pos+1] != '/') {
			s.pos++
		}
		s.pos += 2
	default:
		s.pos++
	}
}

// quoted moves over a literal in single-line quotes. An end of line ends it
// too: such a file does not parse, and nothing must be blanked for it.
func (s *stripper) quoted(quote byte) {
	for s.pos++; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '\\':
			s.pos++
		case quote:
			s.pos++
			return
		case '\n':
			return
		}
	}
}

// funcDecl moves over a function declaration and notes its body.
func (s *stripper) funcDecl() {
	s.pos += len("func")
	depth := 0       // of parentheses and brackets
	isType := false  // the last word was "interface" or "struct": a brace belongs to a type
	blockStart := -1 // of the body
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case c == '(' || c == '[':
			depth++
			isType = false
			s.pos++
		case c == ')' || c == ']':
			depth--
			isType = false
			s.pos++
		case c == '{':
			if depth == 0 && !isType {
				blockStart = s.pos
			}
			if !s.braces() {
				return
			}
			if blockStart >= 0 {
				s.found = append(s.found, span{blockStart + 1, s.pos - 1})
				return
			}
			isType = false
		case c == '\n' && depth == 0:
			return // a declaration without a body
		case isLetter(c):
			start := s.pos
			for s.pos < len(s.src) && isLetter(s.src[s.pos]) {
				s.pos++
			}
			w := string(s.src[start:s.pos])
			isType = w == "interface" || w == "struct"
		default:
			s.token()
		}
	}
}

// braces moves over a block in braces, and reports whether it ended.
func (s *stripper) braces() bool {
	depth := 0
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case '{':
			depth++
			s.pos++
		case '}':
			depth--
			s.pos++
			if depth == 0 {
				return true
			}
		default:
			s.token()
		}
	}
	return false
}

// isLetter reports whether c can be part of a name. Every byte of a letter
// outside ASCII counts.
func isLetter(c byte) bool {
	return c == '_' || c >= 0x80 || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
