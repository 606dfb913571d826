package attempt

import (
	"golang.org/x/tools/go/ssa"
)

// A frame is one call of a function.
type frame struct {
	fn   *ssa.Function
	call ssa.CallInstruction // in the frame below
	up   *frame
	base bool // the function that is retried, that all began with, or that a library calls
}

// site is the instruction of the retried function that leads to call in fr.
func (fr *frame) site(call ssa.CallInstruction) ssa.CallInstruction {
	for ; fr != nil && !fr.base; fr = fr.up {
		call = fr.call
	}
	return call
}

// top is the call that the retried function itself makes, nil in that function.
func (fr *frame) top() *frame {
	var top *frame
	for ; fr != nil && !fr.base; fr = fr.up {
		top = fr
	}
	return top
}

func (fr *frame) depth() int {
	n := 0
	for ; fr != nil; fr = fr.up {
		n++
	}
	return n
}

func (fr *frame) within(fn *ssa.Function) bool {
	for ; fr != nil; fr = fr.up {
		if fr.fn == fn {
			return true
		}
	}
	return false
}

// around counts the calls from fr upwards that run functions of c.
func (cs circles) around(fr *frame, c *circle) int {
	n := 0
	for ; fr != nil; fr = fr.up {
		if cs[fr.fn] == c {
			n++
		}
	}
	return n
}

// costs is what fr's steps are put down to.
func (fr *frame) costs() costly {
	if hasFuncParam(fr.fn) {
		return costly{fn: fr.fn, call: fr.call}
	}
	return costly{fn: fr.fn}
}

// sameFunctions reports whether the same functions are being run in fr and other,
// from whichever calls.
func (fr *frame) sameFunctions(other *frame) bool {
	for ; fr != nil && other != nil; fr, other = fr.up, other.up {
		if fr.fn != other.fn {
			return false
		}
	}
	return fr == other
}
