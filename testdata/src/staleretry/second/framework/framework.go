// Package framework is what the tests of a project share.
package framework

import "fmt"

// Failf ends the test.
func Failf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Logf only says so.
func Logf(format string, args ...any) { fmt.Printf(format, args...) }
