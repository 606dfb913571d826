// Package effect says what a function does with watches, in terms of its
// parameters: what the callers in other packages need to know of it.
//
// An [Effect] has a text form, which [Parse] reads:
//
//	watch $1.ResourceVersion      starts a watch from a field of parameter 1
//	watch $2 streaming            from parameter 2; the initial events come first
//	watch own                     from a version that is not its callers'
//	list                          lists on some way
//	set $0.rv=$1                  sets a field of the receiver to parameter 1
//	raise $0.rv=$1                the same, after versions were compared for order
//	set $0.rv=list                to the version of a list that it makes
//	set $0.rv=""                  to nothing
//	ret0=$0.rv                    result 0 is what that field holds
//	ret0=list                     result 0 is the version of a list
//	ret0=objects                  result 0 is a list
//	ret1=$1,event,?               parameter 1, an event's version, or something else
//	again $2 on error             calls parameter 2 again while it returns an error
//	again $2 until done bounded   while it returns false, but only so often
//
// Clauses are parted by "; ". Parameters are counted with the receiver.
package effect
