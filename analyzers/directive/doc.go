// Package directive defines an Analyzer that checks the comments by which
// users talk to k8slint.
//
// # Analyzer directive
//
// directive: check //nolint and //k8slint comments
//
// A comment that silences a finding outlives the code that it was written for,
// and then hides the next bug. This analyzer reports directives that name
// k8slint or one of its analyzers and
//
//   - give no reason (category no-reason);
//   - silence nothing (category unused);
//   - cannot be read: text after the names that is no reason, or a
//     //k8slint: contract with an unknown word, with a parameter that the
//     function does not have, or on something that is no function (category
//     malformed).
//
// # Bad
//
//	svc.Labels[key] = value //nolint:cachemutate
//
//	svc = svc.DeepCopy() //nolint:cachemutate // mutated below
//	svc.Labels[key] = value
//
// The first gives no reason. The second silences nothing: a copy is no finding.
//
// # Good
//
//	svc.Labels[key] = value //nolint:cachemutate // this lister reads a private store
//
// # How to fix it
//
// Say why the code is right, or remove the comment.
//
// # What is not reported
//
// A plain //nolint, and directives that name other linters: they mean nothing
// to k8slint. Comments in generated files. Directives for an analyzer that is
// turned off (-staleretry=false): whether they silence something is not known, and
// the analyzer does not run to find out.
package directive
