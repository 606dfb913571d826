// Package source reads Go files as text: what importers can see of them, and what is left
// of those that do not parse.
package source

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
	s := scanned{src: src, functionsOnly: true}
	s.scan()
	for _, c := range s.cuts {
		for i := c.body; i < c.to; i++ {
			if src[i] != '\n' {
				src[i] = ' '
			}
		}
	}
	return src
}

// A cut is a part of a file that is not as the rest.
type cut struct {
	kind     cutKind
	from, to int // offsets in bytes
	// body is, in a function that has one, the offset behind the first brace
	// of its body; from is that of the word func, to that of the last brace.
	body int
}

type cutKind int

const (
	function cutKind = iota // at the top, with a body
	comment
	rawString
)

// scan finds the cuts of src, in order.
func scan(src []byte) *scanned {
	s := scanned{src: src}
	s.scan()
	return &s
}

func (s *scanned) scan() {
	for s.pos < len(s.src) {
		if (s.pos == 0 || s.src[s.pos-1] == '\n') && s.word("func") {
			s.funcDecl()
			continue
		}
		s.token()
	}
}

// A scanned is a file on its way through scan, and what was found in it.
type scanned struct {
	src  []byte
	pos  int
	cuts []cut
	// functionsOnly says that nobody asks for other cuts.
	functionsOnly bool
}

// cut notes what ends at the present position.
func (s *scanned) cut(kind cutKind, from int) {
	if s.functionsOnly {
		return
	}
	s.cuts = append(s.cuts, cut{kind: kind, from: from, to: s.pos})
}

// function notes a function whose last brace was just read, and forgets what
// is in it.
func (s *scanned) function(from, body int) {
	for len(s.cuts) > 0 && s.cuts[len(s.cuts)-1].from > from {
		s.cuts = s.cuts[:len(s.cuts)-1]
	}
	s.cuts = append(s.cuts, cut{function, from, s.pos - 1, body})
}

// word reports whether the keyword kw stands at the present position.
func (s *scanned) word(kw string) bool {
	end := s.pos + len(kw)
	return end < len(s.src) && string(s.src[s.pos:end]) == kw && !isLetter(s.src[end])
}

// token moves over one token, comment or literal (or one byte of anything
// else).
func (s *scanned) token() {
	switch c := s.src[s.pos]; {
	case c == '"' || c == '\'':
		s.quoted(c)
	case c == '`':
		start := s.pos
		s.pos++
		for s.pos < len(s.src) && s.src[s.pos] != '`' {
			s.pos++
		}
		s.pos = min(s.pos+1, len(s.src))
		s.cut(rawString, start)
	case c == '/' && s.pos+1 < len(s.src) && s.src[s.pos+1] == '/':
		start := s.pos
		for s.pos < len(s.src) && s.src[s.pos] != '\n' {
			s.pos++
		}
		s.cut(comment, start)
	case c == '/' && s.pos+1 < len(s.src) && s.src[s.pos+1] == '*':
		start := s.pos
		s.pos += 2
		for s.pos+1 < len(s.src) && (s.src[s.pos] != '*' || s.src[s.pos+1] != '/') {
			s.pos++
		}
		s.pos = min(s.pos+2, len(s.src))
		s.cut(comment, start)
	default:
		s.pos++
	}
}

// quoted moves over a literal in single-line quotes. An end of line ends it
// too: such a file does not parse, and nothing must be blanked for it.
func (s *scanned) quoted(quote byte) {
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
func (s *scanned) funcDecl() {
	start := s.pos
	body := s.head()
	if body == 0 {
		return
	}
	s.pos = body - 1
	if s.braces() {
		s.function(start, body)
	}
}

// head moves over the head of the function declaration at the present position
// and the brace that opens its body. It returns the offset behind that brace, or 0
// if there is none.
func (s *scanned) head() int {
	s.pos += len("func")
	depth := 0      // of parentheses and brackets
	isType := false // the last word was "interface" or "struct": a brace belongs to a type
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
				s.pos++
				return s.pos
			}
			if !s.braces() {
				return 0
			}
			isType = false
		case c == '\n' && depth == 0:
			return 0 // a declaration without a body
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
	return 0
}

// braces moves over a block in braces, and reports whether it ended.
func (s *scanned) braces() bool {
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
