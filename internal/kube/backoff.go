package kube

// Libraries that call a function again after any error.

// github.com/cenkalti/backoff, of which there is a module for each major version.
var (
	backoffV1 = newBackoff("github.com/cenkalti/backoff")
	backoffV3 = newBackoff("github.com/cenkalti/backoff/v3")
	backoffV4 = newBackoff("github.com/cenkalti/backoff/v4")
)

func newBackoff(path string) Package {
	again := Retry{Fn: 0, Predicate: OnAnyError, Backoff: 1}
	return Package{
		Path:    path,
		Retries: map[string]Retry{"Retry": again, "RetryNotify": again},
	}
}

// github.com/avast/retry-go, whose option RetryIf says after which errors.
var (
	retryGoV1 = newRetryGo("github.com/avast/retry-go")
	retryGoV3 = newRetryGo("github.com/avast/retry-go/v3")
	retryGoV4 = newRetryGo("github.com/avast/retry-go/v4")
)

func newRetryGo(path string) Package {
	return Package{
		Path:    path,
		Retries: map[string]Retry{"Do": {Fn: 0, Predicate: OnAnyError, Backoff: NoBackoff, Unless: "RetryIf"}},
	}
}
