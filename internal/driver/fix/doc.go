// Package fix applies suggested fixes to files, or shows what they would do.
//
// A fix is an edit of the bytes that were analysed. So a file is changed only
// if it still holds them, which is looked at twice: when the plan is made, and
// right before the file is replaced, under a lock that two runs respect. A file
// that is not changed is told, and the others are changed.
package fix
