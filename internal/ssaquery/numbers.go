package ssaquery

// Numbers gives each thing a number, from 1 on in the order in which they are first
// met: what is keyed by it is the same in every run, as pointers are not.
type Numbers map[any]int

// Of is the number of x, the same each time.
func (n Numbers) Of(x any) int {
	i, ok := n[x]
	if !ok {
		i = len(n) + 1
		n[x] = i
	}
	return i
}
