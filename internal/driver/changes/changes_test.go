package changes

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

func TestTouch(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.go", "1\n2\nnew\nnew\n4\n5\n7\n8\n")
	write("dir/b c.go", "one\r\ntwo")
	write("new.go", "x\n")
	write("ignored.go", "x\n")
	write("real/target.txt", "x\ny\n")
	write("was/link.go", "x\n")
	old := map[string]blob{
		"a.go": {"100644", "a"}, "dir/b c.go": {"100755", "b"}, "gone.go": {"100644", "a"},
		"real/target.txt": {"100644", "target"}, "was/link.go": {"120000", "link"}, "lost.go": {"100644", "lost"},
	}
	write("lost.go", "x\n")
	texts := map[string]string{"a": "1\n2\n3\n4\n5\n6\n7\n8\n", "b": "one\nzwei\n", "target": "x\n"}
	l := newLines(root, old, []string{"a.go", "new.go", "dir/b c.go", "real/target.txt"}, func(id string) ([]byte, error) {
		if text, ok := texts[id]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("no object")
	})
	link := filepath.Join(root, "p.go")
	if err := os.Symlink(filepath.Join("real", "target.txt"), link); err != nil {
		t.Skip(err)
	}
	tests := []struct {
		file     string
		line, to int
		want     bool
	}{
		{"a.go", 2, 2, false},
		{"a.go", 3, 3, true},
		{"a.go", 4, 4, true},
		{"a.go", 5, 9, false},
		{"a.go", 1, 3, true},
		{"a.go", 7, 7, false}, // a line is gone before it
		{"dir/b c.go", 1, 1, false},
		{"dir/b c.go", 2, 2, true},
		{"new.go", 99, 99, true},
		{"ignored.go", 1, 1, false},
		{"gone.go", 1, 1, false},
		{"was/link.go", 1, 1, true},
		{"p.go", 1, 1, false},
		{"p.go", 2, 2, true},
		{"../q/a.go", 3, 3, false},
	}
	for _, test := range tests {
		name := filepath.Join(root, filepath.FromSlash(test.file))
		f := finding.Finding{Pos: finding.Pos{File: name, Line: test.line}, End: finding.Pos{File: name, Line: test.to}}
		if got := l.Touch(f); got != test.want {
			t.Errorf("%s:%d-%d: %v", test.file, test.line, test.to, got)
		}
	}
	elsewhere := finding.Pos{File: "/q/z.go", Line: 1}
	for _, f := range []finding.Finding{
		{Pos: elsewhere, Trace: []finding.Step{{Pos: finding.Pos{File: "dir/b c.go", Line: 2}}}},
		{Pos: elsewhere, Trace: []finding.Step{{Pos: finding.Pos{File: "b c.go", Line: 2}}}},
		{Pos: elsewhere, Real: finding.Pos{File: filepath.Join(root, "a.go"), Line: 3}},
		{Pos: elsewhere, Trace: []finding.Step{{Pos: elsewhere, Real: finding.Pos{File: filepath.Join(root, "a.go"), Line: 3}}}},
	} {
		if !l.Touch(f) {
			t.Errorf("%+v does not count", f)
		}
	}
	if l.Touch(finding.Finding{Pos: elsewhere, Trace: []finding.Step{{Pos: finding.Pos{File: "c.go", Line: 2}}}}) {
		t.Error("a part of a name counts")
	}
	if err := l.Err(); err != nil {
		t.Error(err)
	}
	if !l.Touch(finding.Finding{Pos: finding.Pos{File: filepath.Join(root, "lost.go"), Line: 1}}) || l.Err() == nil {
		t.Error("a file whose old content is lost is not told")
	}
}

func FuzzParseTree(f *testing.F) {
	f.Add("100644 blob 0123\ta\x00120000 blob 4567\tb c\x00")
	f.Fuzz(func(t *testing.T, out string) {
		files, err := parseTree(out)
		if err != nil && files != nil {
			t.Error("files and an error")
		}
	})
}
