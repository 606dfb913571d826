// Package directive defines an Analyzer that checks the comments that control
// k8slint.
//
// # Analyzer directive
//
// directive: check //nolint and //k8slint comments
//
// A comment that silences a finding can outlive the code that it was written for,
// and then hides the next bug. This analyzer reports directives that name
// k8slint or one of its analyzers and
//
//   - give no reason (category no-reason);
//   - silence nothing (category unused);
//   - are malformed (category malformed): there is text after the names that is not a reason,
//     or //k8slint:ignore names an unknown analyzer or category.
//     Or a //k8slint: contract has an unknown word, names a parameter that
//     the function does not have, or is not on a function.
//
// # Bad
//
//	svc.Labels[key] = value //nolint:cachemutate
//
//	svc = svc.DeepCopy() //nolint:cachemutate // mutated below
//	svc.Labels[key] = value
//
// The first gives no reason. The second silences nothing: a copy is not a finding.
//
// # Good
//
//	svc.Labels[key] = value //nolint:cachemutate // this lister reads a private store
//
//	svc.Labels[key] = value //k8slint:ignore cachemutate/write this lister reads a private store
//
// The second silences one category of findings, and is no concern of other linters.
//
// # How to fix it
//
// Say why the code is right, or remove the comment.
//
// # What is not reported
//
// Plain //nolint, and directives that name other linters: they do not concern
// k8slint. Findings below a plain //nolint, //nolint:all, a blank after the slashes or
// a misspelt name stay, and say why. Comments in generated files. Directives for an analyzer that is
// turned off (-staleretry=false): it does not run, so it is not known whether they
// silence something. For the same reason, directives that silence nothing in a
// package with code that is too large to be followed to the end: -debug names it.
package directive
