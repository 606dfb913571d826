//go:build !linux && !darwin

package driver

import "os"

// terminalColumns is 0: nobody here knows how to ask the terminal f.
func terminalColumns(f *os.File) int { return 0 }
