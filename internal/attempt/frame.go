package attempt

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/machine"
)

// The base of the frames is the function that is retried, that all began with, or that a library calls.

// site is the instruction of the retried function that leads to call in fr.
func site(fr *machine.Frame, call ssa.CallInstruction) ssa.CallInstruction {
	for ; fr != nil && !fr.Base; fr = fr.Up {
		call = fr.Call
	}
	return call
}

// siteIn is the call in fn which leads to call, call itself if fn does not run.
func siteIn(fn *ssa.Function, fr *machine.Frame, call ssa.CallInstruction) ssa.CallInstruction {
	at := call
	for ; fr != nil && fr.Fn != fn; fr = fr.Up {
		at = fr.Call
	}
	if fr == nil {
		return call
	}
	return at
}

// outermost is the call that the retried function itself makes, nil in that function.
func outermost(fr *machine.Frame) *machine.Frame {
	var top *machine.Frame
	for ; fr != nil && !fr.Base; fr = fr.Up {
		top = fr
	}
	return top
}

// around counts the calls from fr upwards that run functions of c.
func (cs circles) around(fr *machine.Frame, c *circle) int {
	n := 0
	for up := range fr.Frames() {
		if cs[up.Fn] == c {
			n++
		}
	}
	return n
}

// costs is what fr's steps are put down to.
func costs(fr *machine.Frame) costly {
	if hasFuncParam(fr.Fn) {
		return costly{fn: fr.Fn, call: fr.Call}
	}
	return costly{fn: fr.Fn}
}

// sameFunctions reports whether the same functions are being run in fr and other,
// from whichever calls.
func sameFunctions(fr, other *machine.Frame) bool {
	for ; fr != nil && other != nil; fr, other = fr.Up, other.Up {
		if fr.Fn != other.Fn {
			return false
		}
	}
	return fr == other
}
