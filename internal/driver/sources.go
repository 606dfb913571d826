package driver

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/k8slint/k8slint/internal/driver/load"
)

// sources reads files, and notices one that changes during the run: what was
// hashed is then not what was analysed, and nothing more may be stored.
type sources struct {
	seen    sync.Map // name -> stamp
	changed atomic.Bool
}

type stamp struct {
	size    int64
	modTime time.Time
}

func (s *sources) read(name string) ([]byte, error) {
	st, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	now := stamp{st.Size(), st.ModTime()}
	if before, ok := s.seen.LoadOrStore(name, now); ok && before != now {
		s.changed.Store(true)
	}
	return load.ReadFile(name)
}
