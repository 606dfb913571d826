package driver_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A history is a small repository of a controller while people work on it: the
// packages ctrl, whose functions read objects of a cache and write them or copies
// of them, and lib, through which some are read and written.
//
// Every line that writes has an identity of its own that stays with it whatever
// is done to the rest: it is said in the code, or, where told is false, in a
// comment alone, of which no driver knows. Then most lines are the same text.
type history struct {
	rand  *rand.Rand
	name  string // of the folder
	told  bool
	ids   int
	names int
	ctrl  []*historyFile
	lib   *historyFile
	log   []string // what was done in the last step
	// alike is, by the identity of a write, its function as it was first called
	// and its text: nothing tells two of one function and text apart.
	alike map[string]string
}

type historyFile struct {
	dir, name string
	funcs     []*historyFunc
	noise     int
}

// A historyFunc is, in ctrl, some blocks; in lib a reader or a writer.
type historyFunc struct {
	name   string
	first  string // the name that it had at first
	noise  int    // lines above it
	blocks []*historyBlock
	// of lib
	reader, writer, copies bool
	writes                 []*historyWrite
}

// A historyBlock reads an object and writes it.
type historyBlock struct {
	reader *historyFunc // nil: it is read from the cache
	key    int
	copied string // "", or how: "plain", "condition"
	writes []*historyWrite
}

// A historyWrite is a line that writes an object, or calls what does.
type historyWrite struct {
	id     int
	form   int
	noise  int // lines above it
	writer *historyFunc
}

func newHistory(seed uint64, name string, told bool) *history {
	h := &history{alike: make(map[string]string), rand: rand.New(rand.NewPCG(seed, 1)), name: name, told: told, lib: &historyFile{dir: name + "lib", name: "lib"}}
	for range 2 {
		h.lib.funcs = append(h.lib.funcs, &historyFunc{name: h.fresh("Read"), reader: true, copies: h.rand.IntN(2) == 0},
			&historyFunc{name: h.fresh("Write"), writer: true, writes: []*historyWrite{h.set(), h.set()}})
	}
	for i := range 2 {
		f := &historyFile{dir: "ctrl", name: fmt.Sprintf("file%d", i)}
		for range 2 {
			f.funcs = append(f.funcs, h.function())
		}
		h.ctrl = append(h.ctrl, f)
	}
	return h
}

func (h *history) fresh(name string) string {
	h.names++
	return fmt.Sprintf("%s%c%d", name, 'A'+h.rand.IntN(26), h.names)
}

func (h *history) write() *historyWrite {
	h.ids++
	return &historyWrite{id: h.ids, form: h.rand.IntN(3)}
}

// set is a write in a writer of lib, whose expression tells it apart where its
// line does: the callers' lines do not.
func (h *history) set() *historyWrite {
	w := h.write()
	if h.told {
		w.form = 0
	}
	return w
}

// use is a write in a block: some call a writer of lib.
func (h *history) use() *historyWrite {
	w := h.write()
	if h.rand.IntN(4) == 0 {
		w.writer = h.any(func(f *historyFunc) bool { return f.writer })
	}
	return w
}

func (h *history) any(of func(f *historyFunc) bool) *historyFunc {
	var all []*historyFunc
	for _, f := range h.lib.funcs {
		if of(f) {
			all = append(all, f)
		}
	}
	return all[h.rand.IntN(len(all))]
}

func (h *history) block() *historyBlock {
	b := &historyBlock{key: h.rand.IntN(3)}
	if h.rand.IntN(3) == 0 {
		b.reader = h.any(func(f *historyFunc) bool { return f.reader })
	}
	if h.rand.IntN(2) == 0 {
		b.copied = "plain"
	}
	for range 1 + h.rand.IntN(3) {
		b.writes = append(b.writes, h.use())
	}
	return b
}

func (h *history) function() *historyFunc {
	f := &historyFunc{name: h.fresh("Sync")}
	for range 1 + h.rand.IntN(3) {
		f.blocks = append(f.blocks, h.block())
	}
	return f
}

// step does one thing, or two to different functions.
func (h *history) step() {
	h.log = nil
	busy := make(map[*historyFunc]bool)
	for range 1 + h.rand.IntN(2) {
		file := h.ctrl[h.rand.IntN(len(h.ctrl))]
		if len(file.funcs) == 0 {
			continue
		}
		i := h.rand.IntN(len(file.funcs))
		f := file.funcs[i]
		if busy[f] {
			continue
		}
		busy[f] = true
		h.change(file, i, f, f.blocks[h.rand.IntN(len(f.blocks))])
	}
}

func (h *history) change(file *historyFile, i int, f *historyFunc, b *historyBlock) {
	did := func(format string, args ...any) { h.log = append(h.log, fmt.Sprintf(format, args...)) }
	w := b.writes[h.rand.IntN(len(b.writes))]
	switch h.rand.IntN(16) {
	case 0:
		file.noise += 1 + h.rand.IntN(3)
		f.noise++
		did("lines above %s", f.name)
	case 1:
		w.noise++
		did("lines above write %d", w.id)
	case 2:
		old := f.name
		f.name = h.fresh("Sync")
		did("%s is called %s", old, f.name)
	case 3, 4:
		b.copied = "plain"
		did("a copy before write %d", b.writes[0].id)
	case 5, 6:
		b.copied = ""
		did("no copy before write %d", b.writes[0].id)
	case 7:
		b.copied = "condition"
		did("a copy on a condition before write %d", b.writes[0].id)
	case 8:
		old := file.name
		file.name = h.fresh("file")
		did("%s.go is called %s.go", old, file.name)
	case 9:
		file.funcs = slices.Delete(file.funcs, i, i+1)
		to := h.ctrl[h.rand.IntN(len(h.ctrl))]
		to.funcs = slices.Insert(to.funcs, h.rand.IntN(len(to.funcs)+1), f)
		did("%s is moved to %s.go", f.name, to.name)
	case 10, 11:
		n := h.use()
		b.writes = slices.Insert(b.writes, h.rand.IntN(len(b.writes)+1), n)
		did("write %d is new", n.id)
	case 12:
		if len(b.writes) > 1 {
			b.writes = slices.DeleteFunc(b.writes, func(x *historyWrite) bool { return x == w })
			did("write %d is deleted", w.id)
		}
	case 13:
		n := h.function()
		file.funcs = slices.Insert(file.funcs, i, n)
		did("%s is new", n.name)
	case 14:
		r := h.any(func(f *historyFunc) bool { return f.reader })
		r.copies = !r.copies
		did("%s copies: %v", r.name, r.copies)
	case 15:
		x := h.any(func(f *historyFunc) bool { return f.writer })
		n := h.set()
		x.writes = slices.Insert(x.writes, h.rand.IntN(len(x.writes)+1), n)
		did("write %d of %s is new", n.id, x.name)
	}
}

// render writes the packages below dir.
func (h *history) render(t *testing.T, dir string) {
	t.Helper()
	root := filepath.Join(dir, h.name)
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	for _, f := range append(slices.Clone(h.ctrl), h.lib) {
		var b strings.Builder
		fmt.Fprintf(&b, "package %s\n\nimport \"m.example/pods\"\n", strings.TrimPrefix(f.dir, h.name))
		if f != h.lib {
			fmt.Fprintf(&b, "import \"m.example/%s/%slib\"\n", h.name, h.name)
			fmt.Fprintf(&b, "\nvar _ = pods.Get\n\nvar _ = lib.%s\n", h.lib.funcs[0].name)
		}
		noise(&b, f.noise)
		for _, fn := range f.funcs {
			b.WriteString("\n")
			noise(&b, fn.noise)
			h.renderFunc(&b, fn)
		}
		name := filepath.Join(root, f.dir, f.name+".go")
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func noise(b *strings.Builder, n int) {
	for i := range n {
		fmt.Fprintf(b, "// More of it, line %d.\n\n", i)
	}
}

func (h *history) renderFunc(b *strings.Builder, f *historyFunc) {
	switch {
	case f.reader && f.copies:
		fmt.Fprintf(b, "func %s(name string) *pods.Pod { return pods.Get(name).DeepCopy() }\n", f.name)
		return
	case f.reader:
		fmt.Fprintf(b, "func %s(name string) *pods.Pod { return pods.Get(name) }\n", f.name)
		return
	case f.writer:
		fmt.Fprintf(b, "func %s(o *pods.Pod) {\n", f.name)
		h.renderWrites(b, f, f.writes, "o")
		b.WriteString("}\n")
		return
	}
	fmt.Fprintf(b, "func %s() {\n", f.name)
	for i, block := range f.blocks {
		get := "pods.Get"
		if block.reader != nil {
			get = "lib." + block.reader.name
		}
		o := fmt.Sprintf("o%d", i)
		fmt.Fprintf(b, "\t%s := %s(\"%c\")\n", o, get, 'a'+block.key)
		switch block.copied {
		case "plain":
			fmt.Fprintf(b, "\t%s = %s.DeepCopy()\n", o, o)
		case "condition":
			fmt.Fprintf(b, "\tif len(%s.Labels) > 5 {\n\t\t%s = %s.DeepCopy()\n\t}\n", o, o, o)
		}
		h.renderWrites(b, f, block.writes, o)
	}
	b.WriteString("}\n")
}

func (h *history) renderWrites(b *strings.Builder, f *historyFunc, ws []*historyWrite, o string) {
	for _, w := range ws {
		for i := range w.noise {
			fmt.Fprintf(b, "\t// Said before, part %d.\n", i)
		}
		id := fmt.Sprintf("w%dx", w.id)
		value := "v"
		if h.told {
			value = id
		}
		text := fmt.Sprintf("%s.Name = %q", o, value)
		switch {
		case w.writer != nil && h.told:
			text = fmt.Sprintf("pods.Touch(%q); lib.%s(%s)", id, w.writer.name, o)
		case w.writer != nil:
			text = fmt.Sprintf("lib.%s(%s)", w.writer.name, o)
		case w.form == 0:
			text = fmt.Sprintf("%s.Labels[%q] = \"set\"", o, value)
		case w.form == 1:
			text = fmt.Sprintf("delete(%s.Labels, %q)", o, value)
		}
		if f.first == "" {
			f.first = f.name
		}
		h.alike[id] = f.first + ": " + text
		fmt.Fprintf(b, "\t%s // %s\n", text, id)
	}
}

const historyPods = `package pods

type Pod struct {
	Name   string
	Labels map[string]string
}

func (p *Pod) DeepCopy() *Pod {
	if p == nil {
		return nil
	}
	out := new(Pod)
	*out = *p
	out.Labels = make(map[string]string, len(p.Labels))
	for k, v := range p.Labels {
		out.Labels[k] = v
	}
	return out
}

//k8slint:shared
func Get(name string) *Pod { return nil }

func Touch(string) {}
`
