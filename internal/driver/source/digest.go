package source

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
)

// A Digest takes together what importers can see of a package's files: not the
// bodies of its functions, and not its comments, but for directives. Nor does it
// hold functions of its own that no other declaration names: nobody else notices
// them.
type Digest struct {
	text    []byte
	floor   int // what is before is not the end of a line of code
	private []privateFunc
}

type privateFunc struct {
	name   string
	header []byte
}

// Add adds a file.
func (d *Digest) Add(src []byte) {
	if bytes.Contains(src, []byte(`"C"`)) {
		d.text = append(d.text, src...) // comments of cgo declare types
		return
	}
	s := scan(src)
	from := 0
	for _, c := range s.cuts {
		to := c.to
		switch {
		case c.kind == rawString:
			d.code(src[from:c.from])
			d.text = append(d.text, src[c.from:c.to]...)
			d.floor = len(d.text)
		case c.kind == comment && isDirective(src[c.from:c.to]):
			continue
		case c.kind == comment:
			d.code(src[from:c.from])
			// It parted what stands around it.
			if bytes.IndexByte(src[c.from:c.to], '\n') >= 0 {
				d.code([]byte("\n"))
			} else {
				d.code([]byte(" "))
			}
		case c.kind == function:
			header := src[c.from:c.body]
			if name := privateName(header); name != "" {
				d.private = append(d.private, privateFunc{name, header})
				header = nil
				to++ // with its brace
			}
			d.code(src[from:c.from])
			d.text = append(d.text, header...)
		}
		from = to
	}
	d.code(src[from:])
	d.code([]byte("\n"))
}

// code adds text in which only the first of several line ends counts, and no
// space before it.
func (d *Digest) code(text []byte) {
	for _, c := range text {
		if c == '\n' {
			for len(d.text) > d.floor && (d.text[len(d.text)-1] == ' ' || d.text[len(d.text)-1] == '\t') {
				d.text = d.text[:len(d.text)-1]
			}
			if len(d.text) > d.floor && d.text[len(d.text)-1] == '\n' {
				continue
			}
		}
		d.text = append(d.text, c)
	}
}

// Sum returns the hash of what was added.
func (d *Digest) Sum() [sha256.Size]byte {
	h := sha256.New()
	h.Write(d.text)
	if len(d.private) > 0 {
		named := Words(d.text)
		slices.SortStableFunc(d.private, func(a, b privateFunc) int { return strings.Compare(a.name, b.name) })
		for _, f := range d.private {
			if named[f.name] {
				h.Write(f.header)
			}
		}
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return sum
}

// privateName returns the name of the function that header declares if no
// other package can name it, and otherwise "". Methods are no such functions:
// whether a type has them decides what it implements.
func privateName(header []byte) string {
	rest := bytes.TrimLeft(bytes.TrimPrefix(header, []byte("func")), " \t")
	i := 0
	for i < len(rest) && isLetter(rest[i]) {
		i++
	}
	if i == 0 || rest[0] != '_' && (rest[0] < 'a' || rest[0] > 'z') {
		return ""
	}
	return string(rest[:i])
}

// isDirective reports whether a comment may mean something to a program.
func isDirective(comment []byte) bool {
	return len(comment) > 2 && comment[1] == '/' && comment[2] != ' ' && comment[2] != '\t'
}

// Words returns the names in text, and all else that is made of letters.
func Words(text []byte) map[string]bool {
	set := make(map[string]bool)
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && isLetter(text[i]) {
			i++
		}
		if i > start {
			set[string(text[start:i])] = true
		}
	}
	return set
}
