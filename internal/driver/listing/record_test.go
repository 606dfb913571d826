package listing

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/driver/store"
)

// kept asks about a small module and returns the question and the entry.
func kept(t *testing.T) (*Keeper, Question, []byte) {
	t.Helper()
	w := &world{t: t, dir: t.TempDir()}
	w.write("go.mod", "module example.com/m\n\ngo 1.24\n")
	w.write("a/a.go", "package a\n\nimport _ \"strings\"\n")
	w.write("a/a_test.go", "package a_test\n\nimport _ \"example.com/m/a\"\n")
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	results, err := store.Open(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	k := &Keeper{Store: results, Debugf: func(string, ...any) {}}
	q := Question{Context: context.Background(), Dir: w.dir, Tests: true, Patterns: []string{"./..."}}
	if _, err := k.List(q); err != nil {
		t.Fatal(err)
	}
	data, ok := results.Get(keyOf(q))
	if !ok {
		t.Fatal("nothing is kept")
	}
	return k, q, data
}

// TestRecord: a listing is read as it was written, and a damaged one is refused.
func TestRecord(t *testing.T) {
	_, q, data := kept(t)
	rec := decodeRecord(data)
	if rec == nil {
		t.Fatal("cannot be read")
	}
	if !bytes.Equal(rec.encode(), data) {
		t.Error("is not written as it was read")
	}
	fresh, err := ask(q)
	if err != nil || dump(fresh) != dump(&Listing{Packages: rec.packages, Sizes: rec.sizes()}) {
		t.Errorf("%v\n%s\n---\n%s", err, dump(fresh), dump(&Listing{Packages: rec.packages, Sizes: rec.sizes()}))
	}
	if !strings.Contains(dump(fresh), "example.com/m/a_test [example.com/m/a.test]") {
		t.Error("no test variant")
	}
	// A damaged record can be read or not, but nothing more happens.
	for i := 0; i < len(data); i += 41 {
		decodeRecord(data[:i])
		damaged := bytes.Clone(data)
		damaged[i] ^= 0x81
		decodeRecord(damaged)
	}
}

// TestMeanwhile: a file that changes while the go command runs.
func TestMeanwhile(t *testing.T) {
	_, q, data := kept(t)
	rec := decodeRecord(data)
	before, err := look(rec.spec, nil, nil, defaultSlack)
	if err != nil {
		t.Fatal(err)
	}
	after, err := look(rec.spec, before, nil, defaultSlack)
	if err != nil || after.unsure(before, defaultSlack) != "" {
		t.Errorf("%v, %q: nothing changed", err, after.unsure(before, defaultSlack))
	}
	name := filepath.Join(q.Dir, "a", "a.go")
	if err := os.WriteFile(name, []byte("package a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	// The clock tells nothing of the edit.
	if err := os.Chtimes(name, time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	if after, err = look(rec.spec, before, nil, defaultSlack); err != nil || after.unsure(before, defaultSlack) != name {
		t.Errorf("%v, %q: want %s", err, after.unsure(before, defaultSlack), name)
	}
	if err := os.WriteFile(filepath.Join(q.Dir, "b.go"), []byte("package b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if after, err = look(rec.spec, before, nil, defaultSlack); err != nil || after.unsure(before, defaultSlack) != q.Dir {
		t.Errorf("%v, %q: want %s", err, after.unsure(before, defaultSlack), q.Dir)
	}
}

// TestHidden: a file that is part of no package makes a folder one that an
// import finds, and in the way of the same package elsewhere.
func TestHidden(t *testing.T) {
	_, q, data := kept(t)
	rec := decodeRecord(data)
	look := func() string {
		t.Helper()
		now, err := look(rec.spec, rec.tree, nil, defaultSlack)
		if err != nil {
			t.Fatal(err)
		}
		return rec.tree.difference(now, false)
	}
	w := &world{t: t, dir: q.Dir}
	w.write("a/_x.go", "package x\n")
	if where := look(); where != "" {
		t.Errorf("%s: a package is there already", where)
	}
	w.write("b/_x.go", "package x\n")
	if where := look(); where != filepath.Join(q.Dir, "b") {
		t.Errorf("difference %q", where)
	}
}

// TestKeptAtOnce: the first answer is kept for good where nothing was edited lately,
// although an external test package is named like a folder that is not there.
func TestKeptAtOnce(t *testing.T) {
	k, q, _ := kept(t)
	long := time.Unix(1e9, 0)
	for _, name := range []string{"a/a_test.go", "a/a.go", "a", "go.mod", ""} {
		if err := os.Chtimes(filepath.Join(q.Dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	results, err := store.Open(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	k.Store, k.slack = results, time.Nanosecond
	var why []string
	k.Debugf = func(format string, args ...any) { why = append(why, fmt.Sprintf(format, args...)) }
	for range 2 {
		if _, err := k.List(q); err != nil {
			t.Fatal(err)
		}
	}
	if last := why[len(why)-1]; !strings.HasPrefix(last, "go list is not run: ") {
		t.Errorf("%q", why)
	}
}

// TestVendoredLater: an answer in which a package is nowhere does not hold once vendor has it.
func TestVendoredLater(t *testing.T) {
	w := &world{t: t, dir: t.TempDir()}
	w.write("go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v1.0.0\n")
	w.write("a/a.go", "package a\n\nimport _ \"example.com/lib/part\"\n")
	w.write("vendor/modules.txt", "# example.com/lib v1.0.0\n## explicit; go 1.24\nexample.com/lib/part\n")
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=vendor")
	results, err := store.Open(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	k := &Keeper{Store: results, Debugf: func(string, ...any) {}}
	list := func() *packages.Package {
		t.Helper()
		l, err := k.List(Question{Context: context.Background(), Dir: w.dir, Patterns: []string{"./..."}})
		if err != nil || len(l.Packages) != 1 {
			t.Fatal(l, err)
		}
		return l.Packages[0].Imports["example.com/lib/part"]
	}
	if p := list(); p != nil && len(p.Errors) == 0 {
		t.Fatalf("%v without a folder", p)
	}
	w.write("vendor/example.com/lib/part/part.go", "package part\n")
	if p := list(); p == nil || len(p.Errors) > 0 || len(p.GoFiles) == 0 {
		t.Errorf("%v after it was vendored", p)
	}
}
