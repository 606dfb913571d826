package driver

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/k8slint/k8slint/internal/driver/listing"
	"github.com/k8slint/k8slint/internal/driver/load"
)

// texts is what an editor shows of files in the place of what is on disk.
type texts struct {
	dir   string            // a folder for them
	files map[string][]byte // by absolute name
	shown listing.Overlay
}

// lay lets the texts stand in for the files, for the go command too.
func (t *texts) lay(cfg *load.Config) error {
	if t == nil || len(t.files) == 0 {
		return nil
	}
	t.shown = make(listing.Overlay)
	for i, name := range slices.Sorted(maps.Keys(t.files)) {
		stands := filepath.Join(t.dir, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(stands, t.files[name], 0o600); err != nil {
			return err
		}
		t.shown[name] = stands
	}
	all := maps.Clone(t.shown)
	for name, stands := range cfg.Overlay {
		if !t.shown.Has(name) {
			all[name] = stands
		}
	}
	cfg.Overlay = all
	var err error
	cfg.OverlayFile, err = all.Write(t.dir)
	return err
}

// overlay is the overlay of the texts.
func (t *texts) overlay() listing.Overlay {
	if t == nil {
		return nil
	}
	return t.shown
}
