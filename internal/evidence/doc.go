// Package evidence reads the verdicts on findings of k8slint in public code, and
// makes the tables of the documentation from them.
//
// The data are files of JSON lines in docs/evidence, sorted, one object a line:
//
//   - samples.jsonl and readings.jsonl: the first readings. A sample is drawn
//     from repositories that nobody had read before; each finding of one build
//     was read in the code. They are history and do not change.
//   - findings.jsonl: what a build finds today in repositories at fixed commits,
//     with the verdict of each finding. bench/recorded runs another build on
//     them and says what differs.
//   - the others: measurements beside these; measured.go says what a line is.
package evidence
