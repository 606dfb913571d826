package evidence

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables into the pages")

const root = "../.."

func data(name string) string { return filepath.Join(root, "docs", "evidence", name) }

// block matches a table in a page, with its name.
var block = regexp.MustCompile(`(?s)<!-- evidence: ([a-z ]+) -->\n(.*?)<!-- end -->\n`)

// TestPages checks that the tables in the pages are those of the data.
func TestPages(t *testing.T) {
	m, err := Read(data(""))
	if err != nil {
		t.Fatal(err)
	}
	samples, readings, err := Samples(data("samples.jsonl"), data("readings.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]string{
		"samples":    SampleTable(samples, readings),
		"first":      FirstTable(samples, readings),
		"recorded":   RecordedTable(m.Findings),
		"readers":    ReadersTable(m.Findings),
		"history":    HistoryTable(m.History),
		"earlier":    EarlierTable(m.Earlier),
		"causes":     CauseTable(m.Causes),
		"fixes":      FixesTable(m.Fixes),
		"applied":    RecordedFixesTable(m.Fixes, false),
		"drawn":      RecordedFixesTable(m.Fixes, true),
		"programs":   ProgramsTable(m.Programs),
		"benchmarks": BenchmarkTable(m.Benchmarks),
		"attacks":    AttackTable(m.Attacks),
		"trials":     TrialTable(m.Trials),
	}
	pages := []string{filepath.Join(root, "README.md")}
	for _, pattern := range []string{"docs/*.md", "docs/evidence/*.md"} {
		more, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, more...)
	}
	found := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		want := block.ReplaceAllStringFunc(string(text), func(have string) string {
			found++
			name := block.FindStringSubmatch(have)[1]
			table, ok := tables[name]
			if !ok {
				t.Errorf("%s: no table is named %q", page, name)
			}
			return "<!-- evidence: " + name + " -->\n" + table + "<!-- end -->\n"
		})
		switch {
		case want == string(text):
		case *update:
			if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s has other tables than docs/evidence; run: go test ./internal/evidence -update", page)
		}
	}
	if found < len(tables) {
		t.Errorf("the pages have %d of %d tables", found, len(tables))
	}
}

// TestBadData checks that each mistake in the data is an error with its line.
func TestBadData(t *testing.T) {
	const module = `"repo":"o/r","commit":"0123456789012345678901234567890123456789","module":"."`
	const place = `,"analyzer":"tombstone","file":"a.go","line":1`
	for name, text := range map[string]string{
		"unknown key":    `{` + module + `,"lines":3}`,
		"no commit":      `{"repo":"o/r","commit":"0123","module":"."}`,
		"unclean module": `{"repo":"o/r","commit":"0123456789012345678901234567890123456789","module":"a/"}`,
		"no verdict":     `{` + module + place + `}`,
		"wrong verdict":  `{` + module + place + `,"verdict":"maybe"}`,
		"no reason":      `{` + module + place + `,"verdict":"false"}`,
		"no line":        `{` + module + `,"analyzer":"tombstone","file":"a.go","verdict":"true"}`,
		"no finding":     `{` + module + `,"verdict":"true"}`,
		"twice":          `{` + module + `}`,
		"lost":           `{` + module + place + `,"verdict":"true","gone":"0123abc"}`,
		"gone":           `{` + module + `,"gone":"0123abc"}`,
		"first alone":    `{` + module + place + `,"verdict":"true","first":"false"}`,
		"not corrected":  `{` + module + place + `,"verdict":"true","first":"true","second":"true"}`,
		"wrong second":   `{` + module + place + `,"verdict":"true","second":"unread"}`,
	} {
		file := filepath.Join(t.TempDir(), "findings.jsonl")
		if err := os.WriteFile(file, []byte(`{`+module+"}\n"+text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Findings(file); err == nil || !strings.HasPrefix(err.Error(), file+":2: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWriteFindings checks that what is written is sorted and read back.
func TestWriteFindings(t *testing.T) {
	m := Module{"o/r", strings.Repeat("0", 40), "."}
	rows := []Row{
		{Module: m, Place: Place{"tombstone", "panic", "b.go", 2}, Verdict: True, Second: True},
		{Module: m, Place: Place{"cachemutate", "", "a.go", 20}, Verdict: Minor, Reason: "a nil map", Gone: "0123abc"},
		{Module: m, Place: Place{"cachemutate", "", "a.go", 3}, Verdict: Unread},
		{Module: Module{"O/q", strings.Repeat("1", 40), "sub"}},
	}
	file := filepath.Join(t.TempDir(), "findings.jsonl")
	if err := WriteFindings(file, rows); err != nil {
		t.Fatal(err)
	}
	got, err := Findings(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 || got[0] != rows[3] || got[1] != rows[2] || got[2] != rows[1] || got[3] != rows[0] {
		t.Errorf("read %v", got)
	}
}

// TestRecordedTable checks that what is gone is counted apart from what is found, and by its
// verdict.
func TestRecordedTable(t *testing.T) {
	m := Module{"o/r", strings.Repeat("0", 40), "."}
	row := func(line int, v Verdict, gone string) Row {
		return Row{Module: m, Place: Place{"finalizer", "goes-on", "a.go", line}, Verdict: v, Gone: gone}
	}
	got := RecordedTable([]Row{row(1, True, ""), row(2, False, ""), row(3, False, "0123abc"), row(4, False, "0123abc"), row(5, Minor, "0123abc")})
	if want := "| finalizer | 1 | 2 | 1 | 0 | 1 | 0 | 2 | 1 |\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%swant the row %s", got, want)
	}
}

// TestReadersTable checks that the second verdict is compared with the first, not with the
// corrected one.
func TestReadersTable(t *testing.T) {
	row := func(line int, v, first, second Verdict) Row {
		return Row{Place: Place{"finalizer", "goes-on", "a.go", line}, Verdict: v, First: first, Second: second}
	}
	got := ReadersTable([]Row{row(1, True, "", True), row(2, Minor, True, Minor), row(3, Minor, "", True), row(4, False, True, False), row(5, True, "", "")})
	if want := "| finalizer | 4 | 1 | 2 | 1 |\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%swant the row %s", got, want)
	}
}
