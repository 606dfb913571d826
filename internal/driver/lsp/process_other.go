//go:build !unix

package lsp

import "os"

// alive reports whether there is a process.
func alive(pid int) bool {
	p, err := os.FindProcess(pid) // on Windows it opens it
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
