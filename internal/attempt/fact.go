package attempt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Fact is what other packages need to know of a package: the functions that do
// something with the versions of objects. Those that it does not list leave
// versions alone. It is sorted.
type Fact struct {
	Funcs []FuncFact
}

// A FuncFact is the row of one function. Its clauses, parted by "; ", speak of the
// arguments $0, $1, …, the receiver first:
//
//	touch $1          what the argument's version is afterwards is not known
//	read $1           it is read from the API server
//	commit $1         it is written by a typed client: its version is old afterwards
//	commitinto $1     it is written, and takes the answer
//	err=same          the error is that of the write
//	err=new           it is not: a conflict cannot be told
//	ret0=live         the result is read from the API server
//	ret0=cached       it is a copy of an informer's object
//	ret0=cache        it is the informer's object
//	ret0=built        it was made, without a version
//	ret0=written      it is what a write returned
//	ret0=livechanged  it is read from the API server, and changed
//	ret0=$1           it is the argument
//	ret0=copy $1      it is a copy of the argument, perhaps changed
//	ret0=like $1      it is the argument, or a copy of it
//	again $1          it retries the function $1 on conflicts
//	again $1 any      it does on any error
//	again $1 if $2    it does if the predicate $2 says so; "for $0" says how long,
//	                  and "short" that it is over in 50 ms; "with $0" is the object that
//	                  it calls the function with each time
//	conflict=true     the predicate is true of a conflict; or it is conflict=false
//	conflict=same     the error that it makes of a conflict still is one
//	conflict=new      it is not
//	nil=nil           it makes no error of nil
type FuncFact struct {
	Key, Row string
	// Sets says what it changes of its arguments: "set $0.Status.Phase; may $1.Spec".
	Sets string
	// Sends says to which endpoint it sends them, if that is all that becomes of them:
	// "main $1", "status $2 perhaps".
	Sends string
	// True says of which objects a predicate can be true: "alive $0" if only of those that are not being deleted, or
	// "deleted $0".
	True string
	// Through are the arguments by which it may write or read over objects that lie in them: "through $0".
	Through string
	// Difference says that it sends what differs between two of its arguments: "patch $2 from $1".
	Difference string
	// Makes is the field that it sets of the object that it makes and returns.
	Makes string
	// Field is the field of its receiver whose address a method returns.
	Field string
}

func (f Fact) String() string {
	var lines []string
	for _, fn := range f.Funcs {
		lines = append(lines, fn.Key+": "+strings.Join(slices.DeleteFunc([]string{fn.Row, fn.Sets, fn.Sends, fn.Through, fn.Difference, trueText(fn.True), madeText(fn.Makes), fieldText(fn.Field)}, func(s string) bool { return s == "" }), "; "))
	}
	return strings.Join(lines, "\n")
}

func trueText(of string) string {
	if of == "" {
		return ""
	}
	return "true of " + of
}

func madeText(field string) string {
	if field == "" {
		return ""
	}
	return "ret0." + field + " is set"
}

func fieldText(field string) string {
	if field == "" {
		return ""
	}
	return "ret0=&$0." + field
}

func (f *Fact) sort() {
	slices.SortFunc(f.Funcs, func(a, b FuncFact) int { return cmp.Compare(a.Key, b.Key) })
}

func (f *Fact) row(key string) string { return f.of(key).Row }

func (f *Fact) sets(key string) string { return f.of(key).Sets }

// of is what is known of a function, the zero FuncFact if nothing is.
func (f *Fact) of(key string) FuncFact {
	i, ok := slices.BinarySearchFunc(f.Funcs, key, func(fn FuncFact, key string) int { return cmp.Compare(fn.Key, key) })
	if !ok {
		return FuncFact{}
	}
	return f.Funcs[i]
}

// rowResult is the source of the i-th result by a row, "" where it says nothing.
func rowResult(row string, i int) string {
	_, src, _ := strings.Cut(row, fmt.Sprintf("ret%d=", i))
	src, _, _ = strings.Cut(src, ";")
	return src
}

// A result may be an argument, which its row names by one of these and the number.
const (
	itself = "$"
	copied = "copy $"
	either = "like $"
)

// argument says which argument a result is by its row, and how; how is empty if it is none.
func argument(src string) (how, arg string) {
	i := strings.LastIndexByte(src, '$') + 1
	return src[:i], src[i:]
}

// conflictIs begins the clause that says what a function makes of a conflict.
const conflictIs = "conflict="

// rowConflict is what a function makes of a conflict by a row, "" where it says nothing.
func rowConflict(row string) string {
	how, ok := strings.CutPrefix(row, conflictIs)
	if !ok {
		return ""
	}
	how, _, _ = strings.Cut(how, ";")
	return how
}

// nilIsNil ends the row of a function that makes errors of others, but none of nil.
const nilIsNil = "; nil=nil"

// rowError says how a conflict is returned by a row, "" where it says nothing.
func rowError(row string) string {
	_, how, _ := strings.Cut(row, "err=")
	how, _, _ = strings.Cut(how, ";")
	return how
}
