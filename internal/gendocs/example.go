package main

import (
	"fmt"
	"strings"
)

// examples are the arguments of k8slint, in the examples folder, by which one
// finding of each analyzer is shown.
var examples = map[string]string{
	"cachemutate": "-cachemutate -explain ./before/operator",
	"directive":   "-directive -cachemutate -explain ./before/usage",
	"retrycase":   "-retrycase -explain ./before/mirror",
	"rvassign":    "-rvassign -explain ./before/mirror",
	"rvcompare":   "-rvcompare -explain ./before/usage",
	"staleretry":  "-staleretry -explain ./before/rollout",
	"tombstone":   "-tombstone -explain ./before/usage",
	"watcherror":  "-watcherror -explain ./before/rollout",
	"watchrv":     "-watchrv -watchrv.interactive -explain ./before/rollout",
}

const (
	shownStart = "```text terminal\n"
	shownEnd   = "```\n"
)

// example prints the section with a finding of the analyzer called name. Its
// frames are those that the page has already, have: the tests of the module in
// test run the command and bring them into step (go test -run README -update .).
func example(name string, have []byte) string {
	if examples[name] == "" {
		return ""
	}
	_, shown, _ := strings.Cut(string(have), shownStart)
	shown, _, _ = strings.Cut(shown, shownEnd)
	return fmt.Sprintf("## What it prints\n\nOf the [examples](../../examples):\n\n```sh\nk8slint %s\n```\n\n%s%s%s\n", examples[name], shownStart, shown, shownEnd)
}
