package evidence

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
)

// A Verdict says what a reader of the code thinks of a finding. docs/accuracy.md
// defines the words.
type Verdict string

// The verdicts.
const (
	True   Verdict = "true"
	Minor  Verdict = "minor"
	False  Verdict = "false"
	Unread Verdict = "unread" // nobody has read the code yet
)

// A Module is a Go module of a public repository at a commit.
type Module struct {
	Repo   string `json:"repo"`   // OWNER/NAME on GitHub
	Commit string `json:"commit"` // in full
	Dir    string `json:"module"` // folder of go.mod in the repository, "." for its root
}

// Compare orders modules by repository, without case, and folder.
func (m Module) Compare(n Module) int {
	return cmp.Or(
		strings.Compare(strings.ToLower(m.Repo), strings.ToLower(n.Repo)),
		strings.Compare(m.Commit, n.Commit),
		strings.Compare(m.Dir, n.Dir))
}

// A Place is what identifies a finding in a module.
type Place struct {
	Analyzer string `json:"analyzer,omitempty"`
	Category string `json:"category,omitempty"`
	File     string `json:"file,omitempty"` // in the repository, with slashes
	Line     int    `json:"line,omitempty"`
}

// Compare orders places by file, line, analyzer and category.
func (p Place) Compare(q Place) int {
	return cmp.Or(
		strings.Compare(p.File, q.File),
		cmp.Compare(p.Line, q.Line),
		strings.Compare(p.Analyzer, q.Analyzer),
		strings.Compare(p.Category, q.Category))
}

// A Row is a finding with its verdict, or a module without findings, whose
// Place is zero.
type Row struct {
	Module
	Place
	Verdict Verdict `json:"verdict,omitempty"`
	// Reason says in a few words why the finding is false or minor.
	Reason string `json:"reason,omitempty"`
	// Gone is a build that does not make this finding any more: a false one is mended,
	// and any other is lost.
	Gone string `json:"gone,omitempty"`
	// Second is the verdict of a second reader, who did not know the first one.
	Second Verdict `json:"second,omitempty"`
	// First is the verdict of the first reader where Verdict corrects it.
	First Verdict `json:"first,omitempty"`
}

// Compare orders rows by module and place.
func (r Row) Compare(s Row) int { return cmp.Or(r.Module.Compare(s.Module), r.Place.Compare(s.Place)) }

func (r Row) check() error {
	if r.Repo == "" || len(r.Commit) != 40 || r.Dir == "" || path.Clean(r.Dir) != r.Dir {
		return errors.New("a row needs repo, commit in full and module")
	}
	if r.Place == (Place{}) {
		if r != (Row{Module: r.Module}) {
			return errors.New("a verdict without a finding")
		}
		return nil
	}
	if r.Analyzer == "" || r.File == "" || r.Line == 0 {
		return errors.New("a finding needs analyzer, file and line")
	}
	switch r.Verdict {
	case True, Unread:
	case Minor, False:
		if r.Reason == "" {
			return fmt.Errorf("the verdict %q needs a reason", r.Verdict)
		}
	default:
		return fmt.Errorf("no verdict: %q", r.Verdict)
	}
	switch {
	case r.Gone != "" && r.Reason == "":
		return errors.New("a finding that is lost needs a reason")
	case r.First != "" && (r.Second == "" || r.First == r.Verdict):
		return errors.New("what a second reader corrects has another first verdict")
	}
	for _, v := range []Verdict{r.First, r.Second} {
		if v != "" && v != True && v != Minor && v != False {
			return fmt.Errorf("no verdict: %q", v)
		}
	}
	return nil
}

// Findings reads the recorded findings from a file. It fails if a row is
// incomplete, or if they are not sorted or twice there.
func Findings(name string) ([]Row, error) {
	return lines(name, func(rows []Row) error {
		last := rows[len(rows)-1]
		if err := last.check(); err != nil {
			return err
		}
		if len(rows) > 1 && rows[len(rows)-2].Compare(last) >= 0 {
			return errors.New("not sorted, or twice there")
		}
		return nil
	})
}

// WriteFindings sorts rows and writes them to a file.
func WriteFindings(name string, rows []Row) error {
	rows = slices.SortedFunc(slices.Values(rows), Row.Compare)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, r := range slices.Compact(rows) {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

// A Sample is a first reading: a build was run on repositories that nobody had
// read before.
type Sample struct {
	Name   string   `json:"sample"`
	Builds []string `json:"builds"` // commits of k8slint
	// Readers is how many people read the findings, 0 if nobody noted it.
	Readers int `json:"readers,omitempty"`
}

// A Reading is what the readers of a sample said of one repository.
type Reading struct {
	Sample string `json:"sample"`
	Repo   string `json:"repo"`
	Commit string `json:"commit"`         // shortened, "" if nobody noted it
	Note   string `json:"note,omitempty"` // which part was read, or how
	// By counts the findings by analyzer, as far as that is noted.
	By    map[string]int `json:"by,omitempty"`
	True  int            `json:"true"`
	Minor int            `json:"minor"`
	False int            `json:"false"`
}

// Findings returns how many findings there were.
func (r Reading) Findings() int { return r.True + r.Minor + r.False }

// Samples reads the samples and their readings from their files.
func Samples(samples, readings string) ([]Sample, []Reading, error) {
	known := map[string]bool{}
	list, err := lines(samples, func(all []Sample) error {
		s := all[len(all)-1]
		if s.Name == "" || len(s.Builds) == 0 || known[s.Name] {
			return errors.New("a sample needs a name of its own, and builds")
		}
		known[s.Name] = true
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	type once struct{ sample, repo string }
	seen := map[once]bool{}
	read, err := lines(readings, func(all []Reading) error {
		r := all[len(all)-1]
		if !known[r.Sample] || r.Repo == "" || seen[once{r.Sample, r.Repo}] {
			return errors.New("a reading needs a sample and a repository that the sample has once")
		}
		seen[once{r.Sample, r.Repo}] = true
		sum := 0
		for _, n := range r.By {
			sum += n
		}
		if r.By != nil && sum != r.Findings() {
			return fmt.Errorf("%d findings by analyzer, %d by verdict", sum, r.Findings())
		}
		return nil
	})
	return list, read, err
}

// lines reads a file of JSON lines, and calls check after each.
func lines[T any](name string, check func([]T) error) ([]T, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var all []T
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var x T
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		err := d.Decode(&x)
		if err == nil {
			all = append(all, x)
			err = check(all)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return all, nil
}
