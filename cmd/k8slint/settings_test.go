package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestSettingsSideBySide runs the command twice at once in one process, with
// different settings and the same cache: each run sees its own settings only.
func TestSettingsSideBySide(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	store := t.TempDir()
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	run := func(flags ...string) string {
		var stdout, stderr bytes.Buffer
		args := append([]string{"-C", dir, "-cache", store}, flags...)
		driver.Run(analyzers.New, append(args, "./testfiles", "./rvassign/loops"), &stdout, &stderr)
		if strings.Count(stderr.String(), "\n") > 1 { // the summary
			t.Errorf("%q: %s", flags, &stderr)
		}
		return stdout.String()
	}
	const inTests, deleted = "testfiles_test.go", "resumes from it: DELETED events"
	var plain, other string
	for range 2 { // the second time from the cache
		var wg sync.WaitGroup
		wg.Go(func() { plain = run() })
		wg.Go(func() { other = run("-cachemutate.tests", "-rvassign.ordered-servers") })
		wg.Wait()
		if strings.Contains(plain, inTests) || !strings.Contains(plain, deleted) {
			t.Errorf("without flags:\n%s", plain)
		}
		if !strings.Contains(other, inTests) || strings.Contains(other, deleted) {
			t.Errorf("with flags:\n%s", other)
		}
	}
}
