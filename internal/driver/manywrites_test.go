package driver_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestManyWrites has an object with more writes than anybody reads: which of
// them are new is known all the same, wherever writes come and go.
func TestManyWrites(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		name        string
		first, last int    // the writes that are there afterwards, of 0 to 149
		more        string // a write behind them
		want        int
	}{
		{"the first ones go", 20, 150, "", 0},
		{"the last ones go", 0, 130, "", 0},
		{"one comes behind them", 0, 150, "\tpod.Name = `new`\n", 1},
		{"some go and one comes", 20, 140, "\tpod.Name = `new`\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newHistoryRun(t)
			write := func(first, last int, more string) {
				var b strings.Builder
				b.WriteString("package many\n\nimport \"m.example/pods\"\n\nfunc Set() {\n\tpod := pods.Get(\"a\")\n")
				for i := first; i < last; i++ {
					fmt.Fprintf(&b, "\tpod.Labels[`%d`] = `a`\n", i)
				}
				b.WriteString(more + "}\n")
				if err := os.MkdirAll(filepath.Join(r.dir, "many"), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(r.dir, "many", "many.go"), []byte(b.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			write(0, 150, "")
			r.commit(nil)
			r.k8slint("-write-baseline=base", "./...")
			write(c.first, c.last, c.more)
			for _, flag := range []string{"-new-from=HEAD", "-baseline=base"} {
				if out := r.k8slint(flag, "./..."); strings.Count(string(out), "\n") != c.want {
					t.Errorf("%s: want %d findings, got\n%s", flag, c.want, out)
				}
			}
		})
	}
}
