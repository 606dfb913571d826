// Package lsp is a language server that shows findings in an editor.
//
// It knows the protocol, which texts the editor shows, and when something is to be
// analysed again. How that is done its Backend knows, which is the command's driver.
//
// # What is analysed
//
// Each file that the editor opens lies in a module, and the module is analysed as a whole,
// as the command does it: a finding in a file can hang on the options of a manager in another
// package. Texts that are not saved stand in for the files. Results come from
// the command's cache, so that an edit costs the packages that see it.
//
// # When
//
// A module is due at once when a file of it is opened, saved or closed, or changes on disk,
// and shortly after an edit. An edit cancels the analysis of what it edits. One analysis
// runs at a time: it uses all processors.
//
// A request about a text, such as for fixes, waits until its module has been analysed
// with it: edits are worked out from what was analysed, and fit nothing else.
//
// # The protocol
//
// It is LSP 3.17. Messages are read and written by github.com/sourcegraph/jsonrpc2, which is
// maintained and needs no other module. The Go libraries for the whole protocol do not fit.
// go.lsp.dev/protocol has had no release since 2022. It and github.com/tliron/glsp bring
// loggers and websockets into the builds of our users. The server needs a few dozen of the
// protocol's fields, which are in protocol.go.
//
// Texts are sent whole. Positions count UTF-16 units, the only encoding that every
// editor knows.
package lsp
