package kube

// github.com/cenkalti/backoff, of which there is a module for each major version.

var backoffV1, backoffV4 = newBackoff("github.com/cenkalti/backoff"), newBackoff("github.com/cenkalti/backoff/v4")

func newBackoff(path string) Package {
	return Package{
		Path:    path,
		Retries: map[string]Retry{"Retry": {Fn: 0, Predicate: OnAnyError, Backoff: 1}},
	}
}
