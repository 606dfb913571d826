package apiserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStartFails checks that a server that does not come up says why.
func TestStartFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "etcd"), nil, 0o600); err != nil { // where its folder should be
		t.Fatal(err)
	}
	s, err := Start(dir)
	if err == nil {
		s.Stop()
		t.Fatal("the server starts")
	}
	for _, want := range []string{"etcd does not start: ", "the last lines of etcd.log:\n", "the last lines of apiserver.log:\n"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q:\n%v", want, err)
		}
	}
}
