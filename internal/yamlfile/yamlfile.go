// Package yamlfile reads the one document of a YAML file that a user writes by hand, and says where a mistake in it is.
package yamlfile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// An Error is what is wrong with a file, and where.
type Error struct {
	Name         string
	Line, Column int
	Text         string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Text)
}

// At is an error at the node n of the named file.
func At(name string, n *yaml.Node, format string, args ...any) *Error {
	return &Error{name, n.Line, n.Column, fmt.Sprintf(format, args...)}
}

// First is the first of errors in a file, with their number.
func First(errs []*Error) error {
	if len(errs) == 0 {
		return nil
	}
	slices.SortStableFunc(errs, func(a, b *Error) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	e := *errs[0]
	if n := len(errs) - 1; n > 0 {
		e.Text += fmt.Sprintf(" (and %d more)", n)
	}
	return &e
}

// maxSize bounds what is read: a file is written by hand, and can be a pipe.
const maxSize = 1 << 20

// Read returns the content of a file, or of as much of it as Document needs to say that
// it is too large. A pipe can be read but once.
func Read(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSize+1))
}

// yamlLine is how the library says where an error is.
var yamlLine = regexp.MustCompile(`^(?:yaml: )?line ([0-9]+): `)

// Document is the document in data, the content of the named file; nil if there is none.
func Document(name string, data []byte) (*yaml.Node, error) {
	if len(data) > maxSize {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, maxSize)
	}
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	var doc, next yaml.Node
	err := dec.Decode(&doc)
	if err == nil {
		if err = dec.Decode(&next); err == nil {
			return nil, At(name, &next, "a second document, which nobody reads")
		}
	}
	if !errors.Is(err, io.EOF) {
		text := strings.Join(strings.Fields(err.Error()), " ")
		line := 1
		if m := yamlLine.FindStringSubmatch(text); m != nil {
			line, _ = strconv.Atoi(m[1])
			text = text[len(m[0]):]
		}
		return nil, &Error{name, line, 1, strings.TrimPrefix(text, "yaml: ")}
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
		return nil, nil
	}
	return doc.Content[0], nil
}
