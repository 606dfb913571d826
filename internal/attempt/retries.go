package attempt

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// A retry is a function that calls one of its arguments again: a library's, or one that
// a trial has shown to do so.
type retry struct {
	kube.Retry
	// short: it is over in 50 ms, whatever it is given.
	short bool
	// direct: it hands its argument on to a library's retry, which is found in its body.
	direct bool
	// with is the argument, an object, that it calls its function with each time, noObject if none is.
	with int
}

// noObject is the number of no argument.
const noObject = -2

// retryRow is the retry that a row tells of, as "again $1 if $0 for $2" or "again $0
// any short", of a function or, with an offset of 1, of a method.
func retryRow(row string, offset int) (retry, bool) {
	if !strings.HasPrefix(row, "again $") {
		return retry{}, false
	}
	r := retry{Retry: kube.Retry{Predicate: kube.OnConflict, Backoff: kube.NoBackoff}, with: noObject}
	words := strings.Fields(row)
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "short":
			r.short = true
			continue
		case "any":
			r.Predicate = kube.OnAnyError
			continue
		}
		n, err := strconv.Atoi(strings.TrimPrefix(words[min(i+1, len(words)-1)], "$"))
		if err != nil {
			return retry{}, false
		}
		switch words[i] {
		case "again":
			r.Fn = n - offset
		case "if":
			r.Predicate = n - offset
		case "for":
			r.Backoff = n - offset
		case "with":
			r.with = n - offset
		}
		i++
	}
	return r, true
}

// row writes r, of a function or method whose receiver is counted with offset.
func (r retry) row(offset int) string {
	row := fmt.Sprintf("again $%d", r.Fn+offset)
	if r.Predicate == kube.OnAnyError {
		row += " any"
	}
	if r.Predicate >= 0 {
		row += fmt.Sprintf(" if $%d", r.Predicate+offset)
	}
	if r.Backoff >= 0 {
		row += fmt.Sprintf(" for $%d", r.Backoff+offset)
	}
	if r.with != noObject {
		row += fmt.Sprintf(" with $%d", r.with+offset)
	}
	if r.short {
		row += " short"
	}
	return row
}

// offset is 1 for methods: their first parameter is the receiver.
func offset(fn *ssa.Function) int {
	if fn.Signature.Recv() != nil {
		return 1
	}
	return 0
}
