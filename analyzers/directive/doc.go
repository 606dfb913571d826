// Package directive defines an Analyzer that checks the comments that control k8slint.
//
// # Analyzer directive
//
// directive: //nolint and //k8slint comments that are wrong or unused
//
// A comment that silences a finding can outlive its code, and then hides the next bug. This
// analyzer reports comments for k8slint or one of its analyzers that
//
//   - give no reason (category no-reason);
//   - silence nothing (category unused);
//   - are malformed (category malformed): the text after the names is no reason, or
//     //k8slint:ignore names an unknown analyzer or category. Or a //k8slint: contract has an
//     unknown word, names no parameter of the function, or is not on a function.
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
// The second silences one category of findings, and other linters ignore it.
//
// # How to fix it
//
// Say why the code is right, or remove the comment.
//
// # What is not reported
//
//   - comments for other linters, and plain //nolint, //nolint:all and misspelt names:
//     findings below them stay, and say why;
//   - comments in generated files;
//   - unused comments for an analyzer that is turned off;
//   - unused comments in a package that -debug names as analysed in part.
package directive
