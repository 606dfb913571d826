package goreleaser

import (
	"testing"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

// TestConfig: goreleaser knows each setting of .goreleaser.yaml; it rejects those
// that are misspelled.
func TestConfig(t *testing.T) {
	project, err := config.Load("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if project.Version != 2 {
		t.Errorf("version %d, want 2", project.Version)
	}
	if len(project.Builds) == 0 || len(project.Archives) == 0 {
		t.Errorf("%d builds and %d archives", len(project.Builds), len(project.Archives))
	}
}
