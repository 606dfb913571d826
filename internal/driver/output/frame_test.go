package output_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/output"
	"github.com/k8slint/k8slint/internal/visible"
)

var update = flag.Bool("update", false, "write what is printed to testdata/frames.txtar")

const syncSource = `package pods

func (c *Controller) sync(name string) error {
	pod, err := c.pods.Get(name) // the informer's
	if err != nil {
		return err
	}

	pod.Labels["a"] = "b" // one
	pod.Labels["c"] = "d"
	if c.label(pod) {
		pod.Name = "x"
	}
	return nil
}

func (c *Controller) label(pod *Pod) bool {
	delete(pod.Annotations, "abc")
	return true
}
`

// at is the place of the first text behind the line of another one.
func at(file, source, text string) (pos, end finding.Pos) {
	i := strings.Index(source, text)
	if i < 0 {
		panic("no " + text)
	}
	line := 1 + strings.Count(source[:i], "\n")
	col := i - strings.LastIndex(source[:i], "\n")
	return finding.Pos{File: file, Line: line, Col: col}, finding.Pos{File: file, Line: line, Col: col + len(text)}
}

// step is one whose column nobody knows, as facts tell it.
func step(file, source, on, text string) finding.Step {
	pos, _ := at(file, source, on)
	pos.Col = 0
	return finding.Step{Pos: pos, Text: text}
}

// write is a finding at the text that writes.
func write(file, source, text string, trace ...finding.Step) finding.Finding {
	pos, end := at(file, source, text)
	return finding.Finding{
		Analyzer: "cachemutate", Category: "write", Pos: pos, End: end, Trace: trace,
		Message: text + " mutates an object of the informer cache; DeepCopy it first", URL: "https://example.com/cachemutate.md",
	}
}

// one is a finding with a single write.
func one(file string) finding.Finding {
	return write(file, syncSource, `pod.Labels["a"]`,
		step(file, syncSource, "c.pods.Get", "c.pods.Get reads the informer cache"), step(file, syncSource, `"a"`, `pod.Labels["a"] writes it`))
}

func several(file string) finding.Finding {
	f := one(file)
	second := write(file, syncSource, `pod.Labels["c"]`, f.Trace[0], step(file, syncSource, `"c"`, `pod.Labels["c"] writes it`))
	call := write(file, syncSource, `c.label(pod)`, f.Trace[0],
		step(file, syncSource, "c.label(", "Controller.label hands the object on"), step(file, syncSource, "delete(", "delete(...) writes it"))
	third := write(file, syncSource, `pod.Name`, f.Trace[0], step(file, syncSource, "pod.Name", `pod.Name writes it`))
	for _, w := range []finding.Finding{f, second, call, third} {
		what := strings.TrimSuffix(w.Trace[len(w.Trace)-1].Text, " writes it")
		category := "write"
		if len(w.Trace) > 2 {
			category = "call"
		}
		f.Writes = append(f.Writes, finding.Write{Pos: w.Pos, End: w.End, Category: category, What: what, Trace: w.Trace})
	}
	f.Message += "; also written at sync.go:10 and 2 more places"
	return f
}

var (
	wideSource = "package pods\n\nfunc f() {\n\tx := \"日本語🙂\"; pod.Labels[\"größe\"] = \"e\u0301\" + x\n}\n"
	tabSource  = "package pods\n\nfunc f() {\n\t\ta\t:=\t1;\tpod.Name\t=\t\"b\"\n}\n"
	hostile    = "package pods\n\nvar a = `\x1b[2J\u202e ##[error]`\n/*\n::error::*/ var b = a + \"\x07\" // \x1b[31m\nvar c = `\n::error::`\n"
	long       = "package pods\n\nfunc f() {\n\tveryLongName(" + strings.Repeat("argument, ", 12) + "pod.Labels[\"a\"])(" + strings.Repeat("argument, ", 12) + ")\n}\n"
)

// fixed is a diff that has a line of each kind.
func fixed(f finding.Finding) []output.FileDiff {
	return []output.FileDiff{{File: f.Pos.File, Hunks: "@@ -7,3 +7,4 @@\n \t}\n \n+\tpod = pod.DeepCopy()\n-\tx\r\n \tpod.Labels[\"a\"] = \"b\" // one\n\\ No newline at end of file\n"}}
}

// files writes a file and returns its whole name.
type files func(name, content string) string

// frameTests make findings in files.
var frameTests = []struct {
	name   string
	make   func(file files) finding.Finding
	change func(*output.Text)
}{
	{"one write", func(file files) finding.Finding {
		f := one(file("sync.go", syncSource))
		f.Fixes = []finding.Fix{{Message: "Write to a deep copy of pod"}}
		return f
	}, func(t *output.Text) { t.Fix = fixed }},
	{"several writes", func(file files) finding.Finding {
		return several(file("sync.go", syncSource))
	}, nil},
	{"write in a callee", func(file files) finding.Finding {
		name := file("sync.go", syncSource)
		f := several(name)
		w := f.Writes[2]
		w.Pos, w.End = at(name, syncSource, "pod.Annotations")
		w.Category = "write"
		f.Writes = []finding.Write{f.Writes[0], w}
		return f
	}, nil},
	{"field and call", func(file files) finding.Finding { // as go/ssa says where they are
		name := file("sync.go", syncSource)
		f := one(name)
		f.Trace = nil
		for _, text := range []string{"(name)", "Name ="} {
			pos, _ := at(name, syncSource, text)
			f.Trace = append(f.Trace, finding.Step{Pos: pos, Text: "something happens here"})
		}
		return f
	}, nil},
	{"colours", func(file files) finding.Finding {
		f := several(file("sync.go", syncSource))
		f.Fixes = []finding.Fix{{Message: "Write to a deep copy of pod"}}
		return f
	}, func(t *output.Text) { t.Fix, t.Colour = fixed, true }},
	{"dependency", func(file files) finding.Finding {
		name := file("sync.go", syncSource)
		f := one(name)
		f.Trace[0] = finding.Step{Pos: finding.Pos{File: "cache/store.go", Line: 12}, Text: "s.items[key], which is a field of the store of a library that hands out what it has, reads the informer cache"}
		return f
	}, nil},
	{"no lines around", func(file files) finding.Finding { return one(file("sync.go", syncSource)) }, func(t *output.Text) { t.Context = 0 }},
	{"no trace", func(file files) finding.Finding {
		return write(file("sync.go", syncSource), syncSource, `c.label(pod)`)
	}, nil},
	{"tabs", func(file files) finding.Finding {
		return write(file("tab.go", tabSource), tabSource, "pod.Name")
	}, nil},
	{"wide", func(file files) finding.Finding {
		name := file("wide.go", wideSource)
		f := write(name, wideSource, `pod.Labels["größe"]`)
		f.Trace = []finding.Step{step(name, wideSource, "日本", `"日本語🙂" is read`), step(name, wideSource, "größe", `pod.Labels["größe"] writes it`)}
		return f
	}, nil},
	{"hostile", func(file files) finding.Finding {
		name := file("hostile.go", hostile)
		f := write(name, hostile, `a + "`)
		f.Message = "one ::error::two \x1b[31m " + strings.Repeat("x", 75) + " ::error::three"
		f.Trace = []finding.Step{step(name, hostile, "##[", "\x1b[2J\n::error::"), step(name, hostile, "a + ", "a")}
		f.Fixes = []finding.Fix{{Message: "\x1b[2J"}}
		return f
	}, nil},
	{"long line", func(file files) finding.Finding {
		name := file("long.go", long)
		f := write(name, long, `pod.Labels["a"]`)
		f.Trace = []finding.Step{step(name, long, "veryLongName", "veryLongName is called with an object of which a great deal could be said in a label that takes more than a row")}
		return f
	}, nil},
}

// TestFrames compares what is printed of each finding with testdata/frames.txtar.
func TestFrames(t *testing.T) {
	for _, test := range frameTests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			var sources *finding.Sources
			f := test.make(func(name, content string) string {
				name = filepath.Join(dir, name)
				if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
				sources = finding.NewSources(name)
				return name
			})
			text := output.Text{Dir: dir, Context: -1, Explain: true, Frames: true, Width: 80, Sources: sources}
			if test.change != nil {
				test.change(&text)
			}
			var b bytes.Buffer
			if err := text.Print(&b, []finding.Finding{f}); err != nil {
				t.Fatal(err)
			}
			golden(t, test.name, b.String())
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				if n := visible.Width(line); n > 80 && !text.Colour {
					t.Errorf("%d columns: %s", n, line)
				}
				if !text.Colour && visible.Text(line) != line {
					t.Errorf("not harmless: %q", line)
				}
			}
		})
	}
}

// golden compares got with the part of testdata/frames.txtar that has the name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	const archive = "testdata/frames.txtar"
	ar, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	// Escape sequences are written as ^[, so that the file can be read.
	got = strings.ReplaceAll(got, "\x1b", "^[")
	for i, f := range ar.Files {
		if f.Name != name {
			continue
		}
		if want := string(f.Data); got != want && !*update {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
		ar.Files[i].Data = []byte(got)
	}
	if *update {
		if !strings.Contains(string(txtar.Format(ar)), "-- "+name+" --") {
			ar.Files = append(ar.Files, txtar.File{Name: name, Data: []byte(got)})
		}
		if err := os.WriteFile(archive, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !strings.Contains(string(txtar.Format(ar)), "-- "+name+" --") {
		t.Errorf("no golden text %s", name)
	}
}

// Whatever a finding says of a file, which may have been changed since, there is
// a frame that fits.
func TestFramesOfAnyPlace(t *testing.T) {
	const nasty = "package p\r\n\r\nfunc (\n\t日本(x\t..., y[\"é\"]) {{\n\x1b::error::\n\tfor range x { // \t🙂\n/*\n" + "::y\xff\xe6\x97`\n" + "}"
	dir := t.TempDir()
	name := filepath.Join(dir, "p.go")
	if err := os.WriteFile(name, []byte(nasty), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := strings.Count(nasty, "\n") + 1
	for line := 0; line <= lines+1; line++ {
		for col := 0; col < 26; col++ {
			for end := 0; end < 26; end += 5 {
				for _, text := range []string{"", "x", "日本(...) writes it", "y[\"é\"] is read", "also written here: x"} {
					pos := finding.Pos{File: name, Line: line, Col: col}
					f := finding.Finding{Analyzer: "a", Message: text, Pos: pos, End: finding.Pos{File: name, Line: line + end%2, Col: end}}
					f.Trace = []finding.Step{{Pos: finding.Pos{File: name, Line: line}, Text: text}, {Pos: pos, End: f.End, Text: text}}
					f.Fixes = []finding.Fix{{Message: text}}
					text := output.Text{Dir: dir, Context: 1, Explain: true, Frames: true, Width: 10, Sources: finding.NewSources(name)}
					var b bytes.Buffer
					if err := text.Print(&b, []finding.Finding{f}); err != nil {
						t.Fatal(err)
					}
					for row := range strings.Lines(b.String()) {
						row = strings.TrimSuffix(row, "\n")
						if n := visible.Width(row); n > 40 || visible.Text(row) != row {
							t.Fatalf("%+v: %d columns: %q", f, n, row)
						}
					}
				}
			}
		}
	}
}
