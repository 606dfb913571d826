package changes

import (
	"testing"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

const diff = `diff --git a/a.go b/a.go
index 1..2 100644
--- a/a.go
+++ b/a.go
@@ -3 +3,2 @@ func x() {
-old
+new
+++ b/looks-like-a-header.go
@@ -10,2 +11,0 @@
-gone
--- gone.go
diff --git a/dir/b c.go b/dir/b c.go
--- a/dir/b c.go	
+++ b/dir/b c.go	
@@ -0,0 +1 @@
+one
\ No newline at end of file
diff --git a/old.go b/old.go
--- a/old.go
+++ /dev/null
@@ -1 +0,0 @@
-x
`

func TestTouch(t *testing.T) {
	l := &Lines{root: "/r", files: map[string][]span{"new.go": nil}}
	if err := l.parse([]byte(diff)); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		file     string
		line, to int
		want     bool
	}{
		{"/r/a.go", 2, 2, false},
		{"/r/a.go", 3, 3, true},
		{"/r/a.go", 4, 4, true},
		{"/r/a.go", 5, 9, false},
		{"/r/a.go", 1, 3, true},
		{"/r/a.go", 11, 11, false},
		{"/r/dir/b c.go", 1, 1, true},
		{"/r/looks-like-a-header.go", 1, 1, false},
		{"/r/new.go", 99, 99, true},
		{"/q/a.go", 3, 3, false},
	}
	for _, test := range tests {
		f := finding.Finding{Pos: finding.Pos{File: test.file, Line: test.line}, End: finding.Pos{File: test.file, Line: test.to}}
		if got := l.Touch(f); got != test.want {
			t.Errorf("%s:%d-%d: %v", test.file, test.line, test.to, got)
		}
	}
	traced := finding.Finding{Pos: finding.Pos{File: "/r/z.go", Line: 1}, Trace: []finding.Step{{Pos: finding.Pos{File: "dir/b c.go", Line: 1}}}}
	if !l.Touch(traced) {
		t.Error("a step of the trace does not count")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(diff))
	f.Add([]byte("+++ b/x\n@@ -1 +9999999999999999999 @@"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := &Lines{root: "/r", files: make(map[string][]span)}
		_ = l.parse(data) // an error will do
		l.Touch(finding.Finding{Pos: finding.Pos{File: "/r/a.go", Line: 3}})
	})
}
