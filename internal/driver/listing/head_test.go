package listing

import "testing"

// TestHead: which edits change the part of a file that the go command reads.
func TestHead(t *testing.T) {
	const file = "// A comment.\n\npackage p // clause\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n\nvar v = 1\n"
	same := func(name, a, b string, want bool) {
		t.Helper()
		if got := headOf(name, []byte(a)) == headOf(name, []byte(b)); got != want {
			t.Errorf("the same head: %v\n--- one\n%s\n--- other\n%s", got, a, b)
		}
	}
	for _, other := range []string{
		"// Another comment.\n\npackage p // clause\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n\nvar v = 2\n",
		"package p // clause\n\nimport \"fmt\" // why\n\nimport y \"os\"; func f() { \"\n",
		"package p // clause\nimport (\"fmt\"; . \"os\")\n\ntype t int // go:embed nothing\n",
	} {
		same("a.go", file, other, true)
	}
	for _, other := range []string{
		"package q // clause\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n\nvar v = 1\n",
		"package p // import \"p\"\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n\nvar v = 1\n",
		"package p // clause\n\nimport (\n\t\"fmt\"\n)\n\nvar v = 1\n",
		"//go:build linux\n\npackage p // clause\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n\nvar v = 1\n",
		"// +build linux\n\npackage p // clause\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n\nvar v = 1\n",
		"package p // clause\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n\nimp v = 1\n",
		"package p // clause\n\nimport (\n\t\"fmt\"\n\tx os\n)\n\nvar v = 1\n",
		"package p // clause\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n\nimport \"C\"\nvar v = 1\n",
		"",
	} {
		same("a.go", file, other, false)
	}
	// A constraint counts with its place.
	same("a.go", "// +build linux\n\npackage p\n", "// +build linux\npackage p\n", false)
	// Embed directives count wherever they stand, if embed is imported.
	const embeds = "package p\n\nimport _ \"embed\"\n\n//go:embed a\nvar a string\n"
	same("a.go", embeds, embeds+"\nfunc f() {}\n", true)
	same("a.go", embeds, embeds+"\n//go:embed b\nvar b string\n", false)
	same("a.go", embeds, "package p\n\nimport _ \"embed\"\n\n//go:embed b\nvar a string\n", false)
	// cgo counts whole, and so does what is not Go.
	same("a.go", "package p\n\nimport \"C\"\n\nvar a = 1\n", "package p\n\nimport \"C\"\n\nvar a = 2\n", false)
	same("a.s", "// a\n", "// b\n", false)
}

// TestModFile: which folders a go.mod and a go.work name.
func TestModFile(t *testing.T) {
	w := &world{t: t, dir: t.TempDir()}
	w.write("d/go.mod", "module \"example.com/m\" // why\n\nreplace example.com/a v1.0.0 => ./a // ../no\nreplace (\n\texample.com/b => \"../b b\"\n\texample.com/c => example.com/d v1.0.0\n\t// x => ./commented\n)\n")
	w.write("d/go.work", "go 1.24\nuse .\nuse (\n\t./x\n\ty // z\n)\nreplace example.com/e => /abs\n")
	f := readModFile(w.dir + "/d/go.mod")
	if f.module != "example.com/m" || len(f.replaced) != 2 ||
		f.replaced[0] != (module{path: "example.com/a", dir: w.dir + "/d/a"}) || f.replaced[1] != (module{path: "example.com/b", dir: w.dir + "/b b"}) {
		t.Errorf("go.mod: %+v", f)
	}
	f = readModFile(w.dir + "/d/go.work")
	if len(f.uses) != 3 || f.uses[0] != w.dir+"/d" || f.uses[1] != w.dir+"/d/x" || f.uses[2] != w.dir+"/d/y" || len(f.replaced) != 1 || f.replaced[0].dir != "/abs" {
		t.Errorf("go.work: %+v", f)
	}
}
