package directive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/engines"
)

// TestConfigFlag: nogo's flag puts what a file says in force for all analyzers.
func TestConfigFlag(t *testing.T) {
	c := engines.Default.Config
	before := *c
	defer func() { *c = before }()
	set := func(text string) error {
		name := filepath.Join(t.TempDir(), "k8slint.yaml")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return Analyzer.Flags.Set("config", name)
	}
	if err := set("disable: [tombstone/panics]\nseverities: {rvassign: note}\nflags: {rvassign: {ordered-servers: true}}\n"); err != nil {
		t.Fatal(err)
	}
	if !c.OrderedServers || c.Filter.Shows("tombstone", "panics", "a.go") || c.Filter.SeverityOf("rvassign", "stale-list") != claim.Note {
		t.Errorf("%+v", *c)
	}
	if err := set("disable: [tombstones]\n"); err == nil || !strings.Contains(err.Error(), "no analyzer tombstones; did you mean tombstone?") {
		t.Errorf("%v", err)
	}
	if err := Analyzer.Flags.Set("config", "missing.yaml"); err == nil {
		t.Error("a missing file is accepted")
	}
	var none *config.Filter
	if before.Filter != none {
		t.Error("a filter is in force before")
	}
}
