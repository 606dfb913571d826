//go:build unix

package driver

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/k8slint/k8slint/internal/config"
)

// A models file that is a pipe (-models=<(...)) is read once, and its content
// is in the key.
func TestModelsFromPipe(t *testing.T) {
	t.Parallel()
	settings := func(text string) string {
		t.Helper()
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		go os.WriteFile(pipe, []byte(text), 0o600)
		c := new(config.Config)
		o := newOptions(nil, c)
		if err := o.parse([]string{"-models", pipe}); err != nil {
			t.Fatal(err)
		}
		if err := o.apply(c); err != nil {
			t.Fatal(err)
		}
		o.models = "models" // the same name each time
		return o.settings(nil, c)
	}
	one := settings(`{"version":1,"copies":[{"func":"example.com/m.One"}]}`)
	two := settings(`{"version":1,"copies":[{"func":"example.com/m.Two"}]}`)
	if one == two {
		t.Errorf("the same settings: %q", one)
	}
}
