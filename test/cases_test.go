package test

import (
	"path/filepath"
	"testing"
)

// TestCases runs k8slint on the code that module apiserver runs on a real API server:
// with all categories on, what fails there is reported, and nothing else.
func TestCases(t *testing.T) {
	dir := filepath.Join(root, "test", "apiserver", "cases")
	want := wanted(t, dir)
	// A mark in it would mention tombstones, which says that it ignores them on purpose.
	want = append(want, finding{file: "handlers.go", line: 14, analyzer: "tombstone"})
	out := run(t, dir, nil, k8slint, "-json", "-severity=note",
		"-watchrv.single-object", ".")
	expectSame(t, "reported", places(readJSON(t, dir, out.stdout)), "marked", distinct(want))
}

// TestLostWrites: k8slint reports what the steps of test/apiserver lose, which that test runs.
func TestLostWrites(t *testing.T) {
	dir := filepath.Join(root, "test", "apiserver", "lostwrite")
	out := run(t, dir, nil, k8slint, "-json", "-severity=note", ".")
	expectSame(t, "reported", places(readJSON(t, dir, out.stdout)), "marked", distinct(wanted(t, dir)))
}
