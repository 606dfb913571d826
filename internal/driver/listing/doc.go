// Package listing asks the go command which packages patterns name, and caches
// the answer while it is valid.
//
// # What an answer depends on
//
// An answer is kept under a key, and holds if all that it depends on is as it
// was. The key is made of
//
//   - the working folder, as it is named and without symbolic links; the patterns;
//     the tags; whether test files count;
//   - the environment that the go command looks at: every variable that begins
//     with GO or CGO_, the compilers, and those that tell where go env -w writes;
//   - the version of this program and of go/packages.
//
// Kept with the answer, and compared each time, are
//
//   - what the path leads to for go, for the C compiler (without one, cgo is
//     off), for gopackagesdriver, and for the toolchain that go.mod selected: where
//     it is, its size and time;
//   - VERSION and go.env of GOROOT, and the file that go env -w writes: their
//     content;
//   - go.mod, go.sum and vendor/modules.txt of each main module, go.mod of each
//     module that is replaced by a folder, go.work, go.work.sum and the vendor
//     folder of a workspace: their content; and that no go.mod or go.work lies
//     nearer than those that were used;
//   - every folder of these modules that "..." can match: which Go files and files
//     of other languages it holds, or that it holds only such as _x.go, which make a
//     folder one that an import finds; where a go.mod cuts it off, and links. A folder
//     that is no part of this (testdata, vendor, _x, outside the module) is looked
//     at if a listed package lies there, a pattern begins there, or a package that
//     is listed from elsewhere, or is nowhere, would be looked for there too;
//   - of each Go file there the comments before the package clause, if one can be
//     a directive, the clause, the import paths and the embed directives; files that
//     use cgo, do not scan, or are of another language count whole;
//   - the names that embed patterns can match;
//   - that the folders of the module cache and of GOROOT, and the go.mod files of
//     the modules there, are still there with the time they had. What is in them is
//     not read: they hold the version in their name.
//
// # What is read
//
// A folder is read each time: this costs little, and its own time tells less. A
// file's content is taken to be what it was if its size, times, inode and mode
// are. The inode's time of change cannot be set by a program, so that an edit
// with the clock set back is seen. A file whose time is within two seconds of
// when it was read, or later, is read again, as git does: it could have changed
// since without a sign. The hashes of the contents are there for others to use.
//
// # When an answer is not kept
//
// The tree can change while the go command runs. It is looked at before and after.
// The answer holds from then on only if every file and folder was the same both
// times, or has been left alone for two seconds before. If not, the go command is
// asked again the next time.
//
// An answer with errors that hang on nothing else (an embedded file or a package
// that is not there, a cycle) is kept too, but not over an edit of any file: errors
// name places.
//
// Nor is an answer kept that hangs on anything else: one with other errors; of a
// driver other than the go command, or of a program that only starts it; with
// GOFLAGS that name an overlay, another go.mod, -mod=mod or another compiler; outside
// modules; for patterns that are files, queries, absolute or sets such as all.
//
// # Texts of an editor
//
// A question can have an overlay: the text that an editor shows of files and has not
// written. What is kept for the files on disk is then compared with those texts. The go
// command is asked, and nothing is kept, if it would see a difference.
//
// # What can go wrong
//
// Nothing is unsound on purpose, under three assumptions. Nobody edits the module
// cache or GOROOT in place. The file system keeps times as it should. A file that
// appears and is gone again while the go command runs, in less than a tick of the
// file system's clock, does not count. The package list is that of go list without
// compiling: what a C compiler or pkg-config says plays no part in it.
package listing
