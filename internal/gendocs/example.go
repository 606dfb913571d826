package main

import (
	"fmt"
	"strings"
)

// examples holds, for each analyzer, the arguments with which k8slint shows one
// of its findings in the examples folder.
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

// example returns the section with a finding of the analyzer called name. It takes
// the frames from have, the page as it is: the tests in the test module run the
// command and update them (go test -run README -update .).
func example(name string, have []byte) string {
	if examples[name] == "" {
		return ""
	}
	_, shown, _ := strings.Cut(string(have), shownStart)
	shown, _, _ = strings.Cut(shown, shownEnd)
	return fmt.Sprintf("## What it prints\n\nIn the [examples](../../examples):\n\n```sh\nk8slint %s\n```\n\n%s%s%s\n", examples[name], shownStart, shown, shownEnd)
}
