package visible

import "testing"

// TestWidth: how many columns a text takes.
func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"":             0,
		"größe":        5,
		"e\u0301":      1,
		"日本語":          6,
		"한글":           4,
		"🙂!":           3,
		"ｗｉｄｅ":         8,
		"\u1112\u1161": 2, // a syllable of two parts
		"→ …":          3,
		"\U00020000":   2,
	} {
		if got := Width(s); got != want {
			t.Errorf("%q: %d columns, want %d", s, got, want)
		}
	}
}
