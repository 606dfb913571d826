package main

import (
	"fmt"
	"strings"
)

// examples holds, for each analyzer, the arguments with which k8slint shows one
// of its findings in the examples folder.
var examples = map[string]string{
	"cachemutate": "-cachemutate -explain ./before/operator",
	"deepequal":   "-deepequal -explain ./before/site",
	"directive":   "-directive -cachemutate -explain ./before/usage",
	"finalizer":   "-finalizer -explain ./before/volume",
	"generation":  "-generation -explain ./before/site",
	"informer":    "-informer -explain ./before/pull",
	"lostwrite":   "-lostwrite -explain ./before/backup/internal/controller",
	"ownerref":    "-ownerref -explain ./before/site",
	"reconcile":   "-reconcile -explain ./before/volume",
	"retrycase":   "-retrycase -explain ./before/mirror",
	"rvassign":    "-rvassign -explain ./before/mirror",
	"rvcompare":   "-rvcompare -explain ./before/usage",
	"staleretry":  "-staleretry -explain ./before/rollout",
	"tombstone":   "-tombstone -explain ./before/usage",
	"watcherror":  "-watcherror -explain ./before/rollout",
	"watchrv":     "-watchrv -watchrv.interactive -explain ./before/rollout",
	"watchstop":   "-watchstop -explain ./before/follow",
	"workqueue":   "-workqueue -explain ./before/follow",
}

// runs holds, for each analyzer, the file of test/apiserver that runs its examples,
// and what that makes happen.
var runs = map[string]struct{ file, setting string }{
	"cachemutate": {"endpoints_test.go", "The server refuses the first update"},
	"deepequal":   {"site_test.go", "The reconciler runs twice more, and nothing has changed"},
	"finalizer":   {"examples_test.go", "A claim is being deleted, and another finalizer keeps it"},
	"generation":  {"site_test.go", "The data of the ConfigMap changes, whose generation no server sets"},
	"informer":    {"examples_test.go", "The checker looks up a Secret in the lister"},
	"lostwrite":   {"examples_test.go", "Reconcile runs once, and returns no error"},
	"ownerref":    {"site_test.go", "Somebody deletes the Deployment"},
	"reconcile":   {"examples_test.go", "The server refuses the update that marks the claim"},
	"retrycase":   {"mirror_test.go", "The server cannot send the deletion of web, and its next watch starts after it"},
	"rvassign":    {"mirror_test.go", "DELETED events have the version of the last update, as old and aggregated servers send them; v0, v1, … are versions in their order"},
	"rvcompare":   {"usage_test.go", "The versions get another digit"},
	"staleretry":  {"rollout_test.go", "Somebody else writes between the read and the update"},
	"tombstone":   {"usage_test.go", "A Pod is deleted while the informer's watch is broken"},
	"watcherror":  {"rollout_test.go", "The server ends a watch with an error"},
	"watchrv":     {"rollout_test.go", "A Deployment is deleted between the list and the watch"},
	"watchstop":   {"examples_test.go", "The Pod of a Job is found"},
	"workqueue":   {"examples_test.go", "The controller follows the Pods of a Job"},
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

const (
	runStart = "```text run\n"
	runEnd   = "```\n"
)

// happens returns the section with what the examples do on a real API server. It takes
// the run from have, the page as it is: the tests in test/apiserver run them and
// update it (go test -run README -update .).
func happens(name string, have []byte) string {
	if runs[name].file == "" {
		return ""
	}
	_, shown, _ := strings.Cut(string(have), runStart)
	shown, _, _ = strings.Cut(shown, runEnd)
	return fmt.Sprintf("## What happens\n\nOn [a real API server](../../test/apiserver/%s). %s:\n\n%s%s%s\n",
		runs[name].file, runs[name].setting, runStart, shown, runEnd)
}
