package listing

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func sumOf(src []byte) sum { return sha256.Sum256(src) }

// pick returns one of the choices.
func pick[T any](w *world, choices ...T) T { return choices[w.rand.IntN(len(choices))] }

// edit makes one edit.
func (w *world) edit() {
	n := 0
	for _, e := range changes {
		n += e.often
	}
	n = w.rand.IntN(n)
	for _, e := range changes {
		if n -= e.often; n < 0 {
			e.do(w)
			return
		}
	}
}

var changes = []struct {
	often int
	do    func(w *world)
}{
	{12, (*world).editBody},
	{4, (*world).editAndSetClockBack},
	{4, (*world).editSameSize},
	{6, (*world).writeSource},
	{4, (*world).writeTest},
	{4, (*world).constrain},
	{3, (*world).embed},
	{3, (*world).embedded},
	{4, (*world).removeFile},
	{3, (*world).renameFile},
	{2, (*world).renameFolder},
	{2, (*world).link},
	{3, (*world).otherFile},
	{3, (*world).nestedModule},
	{3, (*world).mainModFile},
	{2, (*world).workspace},
	{1, (*world).vendor},
	{2, (*world).environment},
	{2, (*world).goenv},
	{1, (*world).moduleCache},
	{2, (*world).touch},
}

// state returns what is in the modules, and the environment: by name, the
// content, or "-> " and the target of a link.
func (w *world) state() map[string]string {
	out := make(map[string]string)
	_ = filepath.WalkDir(w.dir, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(w.dir, name)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil:
		case rel == "cache" || rel == "mod" || rel == "proxy":
			return filepath.SkipDir
		case d.Type()&fs.ModeSymlink != 0:
			target, _ := os.Readlink(name)
			out[rel] = "-> " + target
		case d.Type().IsRegular():
			out[rel] = w.read(rel)
		}
		return nil
	})
	for _, key := range variables {
		out["$"+key] = os.Getenv(key)
	}
	return out
}

var variables = []string{"GOFLAGS", "GOOS", "CGO_ENABLED", "GOWORK", "GOARCH", "GOEXPERIMENT"}

// restore makes the modules what they were.
func (w *world) restore(before map[string]string) {
	w.note("restore:")
	now := w.state()
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if was, ok := before[name]; !ok || was != now[name] {
			if key, ok := strings.CutPrefix(name, "$"); ok {
				w.note("%s=%s", key, was)
				w.t.Setenv(key, was)
				continue
			}
			w.remove(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if now[name] == before[name] {
			continue
		}
		if target, ok := strings.CutPrefix(before[name], "-> "); ok {
			w.note("link %s to %s", name, target)
			_ = os.Symlink(target, filepath.Join(w.dir, filepath.FromSlash(name)))
		} else if name[0] != '$' {
			w.write(name, before[name])
		}
	}
}

// sources returns the Go files of the local modules.
func (w *world) sources() []string {
	return w.all(func(name string) bool { return strings.HasSuffix(name, ".go") })
}

func (w *world) all(keep func(name string) bool) []string {
	var out []string
	for _, root := range []string{"m", "r", "other"} {
		_ = filepath.WalkDir(filepath.Join(w.dir, root), func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && keep(name) {
				rel, _ := filepath.Rel(w.dir, name)
				out = append(out, filepath.ToSlash(rel))
			}
			return nil
		})
	}
	slices.Sort(out)
	return out
}

func (w *world) source() string {
	if all := w.sources(); len(all) > 0 {
		return pick(w, all...)
	}
	return "m/m.go"
}

func (w *world) folder() string {
	return pick(w, "m", "m/a", "m/b", "m/b/c", "m/n1", "m/n1/n2", "m/testdata/x", "m/testdata/y", "m/_u", "m/.h", "m/vendor/v", "m/a/internal/i",
		"r", "r/deep", "r/new", "other", "other/p", "m/linked", "m/example.com/dep")
}

func (w *world) read(name string) string {
	data, _ := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(name)))
	return string(data)
}

func (w *world) editBody() {
	name := w.source()
	w.write(name, w.read(name)+fmt.Sprintf("\nfunc f%d() { _ = `import \"fmt\"` }\n", w.rand.IntN(1e6)))
}

func (w *world) editSameSize() {
	name := w.source()
	text := w.read(name)
	for _, r := range [][2]string{{"example.com/dep\"", "example.com/m/a\""}, {"\"strings\"", "\"unicode\""}, {"linux", "plan9"}, {"func A", "func B"}, {"func B", "func A"}, {"unicode", "strings"}, {"package m\n", "package n\n"}} {
		if strings.Contains(text, r[0]) {
			w.write(name, strings.Replace(text, r[0], r[1], 1))
			return
		}
	}
}

func (w *world) editAndSetClockBack() {
	name := w.source()
	full := filepath.Join(w.dir, filepath.FromSlash(name))
	info, err := os.Stat(full)
	if err != nil {
		return
	}
	switch w.rand.IntN(3) {
	case 0:
		w.editSameSizeOf(name)
	case 1:
		w.write(name, w.body(filepath.Dir(name)))
	default:
		w.write(name, w.read(name)+"\n")
	}
	at := info.ModTime()
	if w.rand.IntN(3) == 0 {
		at = time.Now().Add(-time.Duration(w.rand.IntN(1e6)) * time.Second)
	}
	w.note("set the time of %s to %v", name, at)
	if err := os.Chtimes(full, at, at); err != nil {
		w.note("%v", err)
	}
}

func (w *world) editSameSizeOf(name string) {
	text := w.read(name)
	w.write(name, strings.NewReplacer("strings", "unicode", "unicode", "strings", "linux", "plan9").Replace(text))
}

// body returns the text of a source file for a folder.
func (w *world) body(dir string) string {
	name := strings.TrimLeft(filepath.Base(dir), "_.")
	text := pick(w, "", "", "// A comment.\n\n", "/* go:build nothing */\n") + "package " + pick(w, name, name, name, name, name, "main", "odd") + "\n"
	for range w.rand.IntN(3) {
		path := pick(w, "strings", "unicode", "example.com/m/a", "example.com/m/b/c", "example.com/r", "example.com/r/deep", "example.com/dep", "example.com/dep/both",
			"example.com/dep/sub1", "example.com/m/testdata/x", "example.com/other", "example.com/m/n1", "os/user", "example.com/m/linked", "example.com/r/new")
		if !strings.Contains(text, path+`"`) {
			text += pick(w, "import _ \""+path+"\"\n", "import (\n\t_ \""+path+"\" // why\n)\n")
		}
	}
	return text + pick(w, "", "\nfunc F() {}\n", "\nvar x = `\nimport \"C\"\n`\n")
}

func (w *world) writeSource() {
	dir := w.folder()
	w.write(dir+"/"+pick(w, "a.go", "b.go", "z_windows.go", "z_linux.go", "_x.go", ".x.go")+"", w.body(dir))
}

func (w *world) writeTest() {
	dir := w.folder()
	text := w.body(dir)
	if w.rand.IntN(2) == 0 {
		text = strings.Replace(text, "package "+filepath.Base(dir), "package "+filepath.Base(dir)+"_test", 1)
	}
	w.write(dir+"/"+pick(w, "a_test.go", "x_test.go"), text+fmt.Sprintf("\nfunc Test%d() {}\n", w.rand.IntN(100)))
}

func (w *world) constrain() {
	name := w.source()
	_, rest, ok := strings.Cut(w.read(name), "package ")
	if !ok {
		return
	}
	w.write(name, pick(w, "", "//go:build x\n\n", "//go:build !x\n\n", "//go:build linux\n\n", "//go:build ignore\n", "// +build x\n\n", "// +build x\n", "/* c */ //go:build x\n\n", "//go:debug x=y\n")+"package "+rest)
}

func (w *world) embed() {
	dir := pick(w, "m/b/c", "m/a", "m")
	w.write(dir+"/e.go", "package "+filepath.Base(dir)+"\n\nimport _ \"embed\"\n\n//go:embed "+pick(w, "text/*.txt", "text", "all:text", "*.txt", "text/one.txt", "no/such", "t?xt/*", "\"text/one.txt\" b")+"\nvar e string\n")
}

func (w *world) embedded() {
	name := pick(w, "m/b/c", "m/a", "m") + "/" + pick(w, "text/one.txt", "text/two.txt", "text/.dot/three.txt", "one.txt", "text/go.mod", "b/b.bin")
	if w.rand.IntN(3) == 0 {
		w.remove(name)
		return
	}
	w.write(name, "text")
}

func (w *world) removeFile() {
	if w.rand.IntN(3) == 0 {
		w.remove(pick(w, "m/n1", "m/n1/n2", "m/testdata/y", "m/vendor", "r/new", "m/linked", "m/example.com", "m/b/c/text", "other/p", "m/a/internal"))
		return
	}
	w.remove(w.source())
}

func (w *world) renameFile() {
	name := w.source()
	w.rename(name, filepath.ToSlash(filepath.Dir(name))+"/"+pick(w, "q.go", "q_test.go", "q_plan9.go", "q.txt", "_q.go"))
}

func (w *world) renameFolder() {
	w.rename(pick(w, "m/n1", "m/a", "m/b", "r/deep", "r/new", "m/n1x", "m/ax", "m/bx", "r", "m/testdata"), pick(w, "m/n1", "m/a", "m/b", "r/deep", "r/new", "m/n1x", "m/_ax", "r", "m/testdata"))
}

func (w *world) rename(from, to string) {
	w.note("rename %s to %s", from, to)
	if err := os.Rename(filepath.Join(w.dir, filepath.FromSlash(from)), filepath.Join(w.dir, filepath.FromSlash(to))); err != nil {
		w.note("%v", err)
	}
}

func (w *world) link() {
	target, name := pick(w, "../r/deep", "a", "../other", "a/a.go", "nowhere", "../a/a.go", "b/c"), pick(w, "m/linked", "m/l.go", "m/a/l.go", "m/n1/l", "m/b/c/text/l.txt", "m/linked")
	full := filepath.Join(w.dir, filepath.FromSlash(name))
	if info, err := os.Lstat(full); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		w.remove(name)
	}
	w.note("link %s to %s", name, target)
	if err := os.Symlink(filepath.FromSlash(target), full); err != nil {
		w.note("%v", err)
	}
}

func (w *world) otherFile() {
	name := w.folder() + "/" + pick(w, "README.md", "x.s", "x_linux.s", "x.h", "x.c", "data.json", ".hidden", "x.syso")
	if w.rand.IntN(2) == 0 {
		w.remove(name)
		return
	}
	w.write(name, pick(w, "", "//go:build x\n", "text\n//go:build x\n"))
}

func (w *world) nestedModule() {
	name := pick(w, "m/b/go.mod", "m/n1/go.mod", "m/a/go.mod", "r/deep/go.mod", "m/b/c/go.mod")
	if w.rand.IntN(2) == 0 {
		w.remove(name)
		return
	}
	w.write(name, "module example.com/nested\n")
}

func (w *world) mainModFile() {
	w.write("m/go.mod", mainModule(pick(w, "v1.0.0", "v1.1.0"), pick(w, "", "", "", "// a comment\n", "replace example.com/dep => ../other\n", "require example.com/other v0.0.0\nreplace example.com/other => ../other\n", "ignore ./a\n", "go 1.23\n")))
}

func (w *world) workspace() {
	switch w.rand.IntN(4) {
	case 0:
		w.write("go.work", "go 1.24\n\nuse (\n\t./m\n\t./r\n)\n")
	case 1:
		w.write("go.work", "go 1.24\n\nuse ./m\nuse ./other // too\n")
	case 2:
		w.write("m/go.work", "go 1.24\n\nuse .\n")
	default:
		w.remove("go.work")
		w.remove("go.work.sum")
		w.remove("m/go.work")
	}
}

func (w *world) vendor() {
	if _, err := os.Stat(filepath.Join(w.dir, "m", "vendor")); err == nil {
		w.remove("m/vendor")
		return
	}
	w.note("go mod vendor")
	w.command("m", "go", "mod", "vendor")
}

func (w *world) environment() {
	key, value := "GOFLAGS", ""
	switch w.rand.IntN(6) {
	case 0:
		value = pick(w, "-modcacherw", "-tags=x", "-mod=mod", "")
	case 1:
		key, value = "GOOS", pick(w, "windows", "linux", "")
	case 2:
		key, value = "CGO_ENABLED", pick(w, "0", "1", "")
	case 3:
		key, value = "GOWORK", pick(w, "off", "", "")
	case 4:
		key, value = "GOARCH", pick(w, "arm64", "", "")
	default:
		key, value = "GOEXPERIMENT", pick(w, "jsonv2", "", "")
	}
	w.note("%s=%s", key, value)
	w.t.Setenv(key, value)
}

func (w *world) goenv() {
	if w.rand.IntN(2) == 0 {
		w.remove("goenv")
		return
	}
	w.write("goenv", pick(w, "", "GOFLAGS=-tags=x\n", "GOOS=windows\n", "CGO_ENABLED=0\n"))
}

// moduleCache takes something out of the module cache; the go command fetches
// it again.
func (w *world) moduleCache() {
	w.remove(pick(w, "mod/example.com/dep@v1.0.0", "mod/example.com/dep@v1.1.0", "mod/cache/download/example.com", "mod"))
}

func (w *world) touch() {
	name := w.source()
	at := time.Now().Add(time.Duration(w.rand.IntN(7200)-3600) * time.Second)
	w.note("set the time of %s to %v", name, at)
	_ = os.Chtimes(filepath.Join(w.dir, filepath.FromSlash(name)), at, at)
}
