package util

// A Map keeps copies, which somebody else writes.
type Map[T any] struct{ byName map[string]T }

// Store keeps a copy of *t.
func (m *Map[T]) Store(name string, t *T) {
	if m.byName == nil {
		m.byName = map[string]T{}
	}
	m.byName[name] = *t
}
