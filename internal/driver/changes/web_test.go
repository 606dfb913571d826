package changes

import "testing"

// TestWebAddress: remotes are written in several ways, with secrets in some of them.
func TestWebAddress(t *testing.T) {
	for remote, want := range map[string]string{
		"https://github.com/owner/name.git":                "https://github.com/owner/name/blob/c0ffee/{file}#L{line}",
		"https://user:secret@github.com/owner/name":        "https://github.com/owner/name/blob/c0ffee/{file}#L{line}",
		"git@github.com:owner/name.git":                    "https://github.com/owner/name/blob/c0ffee/{file}#L{line}",
		"ssh://git@gitlab.example.com:2222/group/sub/name": "https://gitlab.example.com/group/sub/name/-/blob/c0ffee/{file}#L{line}",
		"https://git.example.com/owner/name":               "",
		"/srv/git/name.git":                                "",
		"../name":                                          "",
		"":                                                 "",
	} {
		if got := webAddress(remote, "c0ffee"); got != want {
			t.Errorf("%q: got %q, want %q", remote, got, want)
		}
	}
}
