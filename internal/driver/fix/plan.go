package fix

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/replace"
)

// A Sum is the hash of a file's content.
type Sum = [sha256.Size]byte

// A Candidate is a finding that may be fixed.
type Candidate struct {
	finding.Finding
	// Files is the files of the finding's package with what they held when
	// they were analysed. No others are edited, whatever the fix says.
	Files map[string]Sum
}

// A Plan is what fixes do to files.
type Plan struct {
	// Changes is the files that change, by name.
	Changes []*Change
	// Refused says which files are not changed, and why, by name.
	Refused []Refusal

	chosen []choice
	rest   []finding.Finding
}

// A Refusal is a file that is not changed though a fix asks for it.
type Refusal struct {
	File string
	Err  error
}

// A choice is a finding whose fix was taken, with the files that it edits.
type choice struct {
	finding finding.Finding
	changes []*Change
}

// A Change is a file before and after.
type Change struct {
	File     string // as the fix names it
	Old, New []byte

	path   string // without symbolic links
	edits  []finding.Edit
	failed bool
}

// NewPlan works out what the first fix of each candidate does. A fix that
// overlaps with one before it is left for the next round: both together may not
// be right. One that edits a file that cannot be changed is left out whole.
func NewPlan(candidates []Candidate, guard Guard) *Plan {
	files := make(map[string]*file) // by the name in the fix
	for {
		p, again := newPlan(candidates, guard, files)
		if !again {
			return p
		}
	}
}

// A file is what is known of a file that a fix edits.
type file struct {
	path string
	data []byte
	err  error
}

// newPlan makes a plan from what is known of files; again reports that a file
// turned out to be one that cannot be changed.
func newPlan(candidates []Candidate, guard Guard, files map[string]*file) (p *Plan, again bool) {
	p = new(Plan)
	byPath := make(map[string]*Change)
	for _, c := range candidates {
		if len(c.Fixes) == 0 {
			p.rest = append(p.rest, c.Finding)
			continue
		}
		edits, ok := resolve(c, guard, files)
		if !ok || !made(byPath, edits) && !compatible(byPath, edits) {
			p.rest = append(p.rest, c.Finding)
			continue
		}
		ch := choice{finding: c.Finding}
		for i, e := range edits {
			change := byPath[e.File]
			if change == nil {
				name := c.Fixes[0].Edits[i].File
				change = &Change{File: name, path: e.File, Old: files[name].data}
				byPath[e.File] = change
				p.Changes = append(p.Changes, change)
			}
			if !slices.Contains(change.edits, e) {
				change.edits = append(change.edits, e)
			}
			ch.changes = append(ch.changes, change)
		}
		p.chosen = append(p.chosen, ch)
	}
	for _, c := range p.Changes {
		fixed, err := apply(c.Old, c.edits)
		if err != nil {
			files[c.File].err = err
			again = true
		}
		c.New = fixed
	}
	for name, f := range files {
		if f.err != nil {
			p.Refused = append(p.Refused, Refusal{name, f.err})
		}
	}
	slices.SortFunc(p.Refused, func(a, b Refusal) int { return strings.Compare(a.File, b.File) })
	slices.SortFunc(p.Changes, func(a, b *Change) int { return strings.Compare(a.File, b.File) })
	return p, again
}

// Preview works out what the first fix of c does, to be looked at: nothing if a
// file is not what was analysed. Whether it may be written is not asked.
func Preview(c Candidate) []*Change {
	if len(c.Fixes) == 0 {
		return nil
	}
	return PreviewOf(c, c.Fixes[0], os.ReadFile)
}

// PreviewOf is Preview for one of the fixes of c, in the files that read returns.
func PreviewOf(c Candidate, f finding.Fix, read func(name string) ([]byte, error)) []*Change {
	var out []*Change
	byFile := make(map[string]*Change)
	for _, e := range f.Edits {
		ch := byFile[e.File]
		if ch == nil {
			data, err := read(e.File)
			if sum, analysed := c.Files[e.File]; err != nil || !analysed || sha256.Sum256(data) != sum {
				return nil
			}
			ch = &Change{File: e.File, Old: data}
			byFile[e.File] = ch
			out = append(out, ch)
		}
		ch.edits = append(ch.edits, e)
	}
	for _, ch := range out {
		var err error
		if ch.New, err = apply(ch.Old, ch.edits); err != nil {
			return nil
		}
	}
	return out
}

// resolve returns the edits of c's fix with the files' paths, and whether all
// of the files can be changed.
func resolve(c Candidate, guard Guard, files map[string]*file) ([]finding.Edit, bool) {
	edits := slices.Clone(c.Fixes[0].Edits)
	ok := true
	for i, e := range edits {
		f := files[e.File]
		sum, analysed := c.Files[e.File]
		if f == nil {
			f = new(file)
			files[e.File] = f
			if !analysed {
				f.err = errors.New("it is not in the package that the fix is for")
			} else if f.path, f.err = guard.check(e.File); f.err == nil {
				f.data, f.err = os.ReadFile(f.path)
			}
		}
		if f.err == nil && (!analysed || sha256.Sum256(f.data) != sum) {
			f.err = replace.ErrChanged
		}
		ok = ok && f.err == nil
		edits[i].File = f.path
	}
	return edits, ok
}

// made reports whether all edits were chosen already: findings that one copy
// fixes have the same fix.
func made(chosen map[string]*Change, edits []finding.Edit) bool {
	return !slices.ContainsFunc(edits, func(e finding.Edit) bool {
		return chosen[e.File] == nil || !slices.Contains(chosen[e.File].edits, e)
	})
}

// compatible reports whether edits overlap with none that were chosen. The
// same insertion twice (an import) is one.
func compatible(chosen map[string]*Change, edits []finding.Edit) bool {
	for _, e := range edits {
		if chosen[e.File] == nil {
			continue
		}
		for _, c := range chosen[e.File].edits {
			if c == e && e.Start == e.End {
				continue
			}
			if e.Start < c.End && c.Start < e.End || e.Start == c.Start || e.Start == e.End && c.Start < e.Start && e.Start < c.End {
				return false
			}
		}
	}
	return true
}

// apply makes edits, with the line ends of the place, and formats the result
// if the file was formatted.
func apply(old []byte, edits []finding.Edit) ([]byte, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(old) {
			return nil, replace.ErrChanged
		}
		e = withLineEnds(old, e, at)
		out.Write(old[at:e.Start])
		out.WriteString(e.New)
		at = e.End
	}
	out.Write(old[at:])
	fixed := formatLike(old, out.Bytes())
	if parses(old) && !parses(fixed) {
		return nil, errors.New("the fix does not produce valid Go code; please report this with the file at https://github.com/k8slint/k8slint/issues")
	}
	return fixed, nil
}

// withLineEnds gives e the line ends of the line that it is made in. What is
// before at is edited already.
func withLineEnds(old []byte, e finding.Edit, at int) finding.Edit {
	if !crlf(old, e.Start) {
		return e
	}
	e.New = strings.ReplaceAll(strings.ReplaceAll(e.New, "\r\n", "\n"), "\n", "\r\n")
	if e.Start == e.End && e.Start > at && old[e.Start-1] == '\r' && e.Start < len(old) && old[e.Start] == '\n' {
		// The end of the line, as the analyzer sees it, is inside the line end.
		e.Start--
		e.End--
	}
	return e
}

// crlf reports whether the line at offset, or the one before it if it is the
// last, ends with a carriage return and a line feed.
func crlf(src []byte, offset int) bool {
	end := bytes.IndexByte(src[offset:], '\n')
	if end < 0 {
		end = bytes.LastIndexByte(src[:offset], '\n') - offset
	}
	end += offset
	return end > 0 && src[end-1] == '\r'
}

// formatLike formats src if old is formatted. Carriage returns do not count if
// each line has one.
func formatLike(old, src []byte) []byte {
	returns := bytes.Count(old, []byte("\r"))
	all := returns > 0 && returns == bytes.Count(old, []byte("\r\n")) && returns == bytes.Count(old, []byte("\n"))
	if all {
		old = bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n"))
	}
	if formatted, err := format.Source(old); err != nil || !bytes.Equal(formatted, old) {
		return src
	}
	if all {
		src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	}
	better, err := format.Source(src)
	if err != nil {
		better = src
	}
	if all {
		better = bytes.ReplaceAll(better, []byte("\n"), []byte("\r\n"))
	}
	return better
}

func parses(src []byte) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	return err == nil
}

// Write writes the files that change, until ctx ends. One that cannot be written
// is refused, and the others are written all the same.
func (p *Plan) Write(ctx context.Context) {
	for _, c := range p.Changes {
		err := ctx.Err()
		if err == nil {
			err = c.write()
		}
		if err != nil {
			c.failed = true
			p.Refused = append(p.Refused, Refusal{c.File, err})
		}
	}
	slices.SortFunc(p.Refused, func(a, b Refusal) int { return strings.Compare(a.File, b.File) })
}

// Done returns the number of findings whose fix is in the plan, and of the
// files that change, without what could not be written.
func (p *Plan) Done() (findings, files int) {
	for _, c := range p.chosen {
		if !c.failed() {
			findings++
		}
	}
	for _, c := range p.Changes {
		if !c.failed {
			files++
		}
	}
	return findings, files
}

// Rest returns the findings that stay.
func (p *Plan) Rest() []finding.Finding {
	rest := slices.Clone(p.rest)
	for _, c := range p.chosen {
		if c.failed() {
			rest = append(rest, c.finding)
		}
	}
	return rest
}

func (c choice) failed() bool {
	return slices.ContainsFunc(c.changes, func(ch *Change) bool { return ch.failed })
}

// Error says what was not fixed.
func (r Refusal) Error() string { return fmt.Sprintf("%s: not fixed: %v", r.File, r.Err) }
