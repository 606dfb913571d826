// Package copyedit checks what -fix did to a file: tests and the bench of fixes
// ask it that nothing changed but what a fix of cachemutate may change.
package copyedit

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	// pod = pod.DeepCopy(), c = *c.DeepCopy(),
	// obj = obj.DeepCopyObject().(client.Object)
	assigned = regexp.MustCompile(`^\t+(\S+) = \*?(\S+)\.DeepCopy(Object)?\(\)(\.\(.+\))?$`)
	// pod := obj.(*corev1.Pod).DeepCopy()
	named = regexp.MustCompile(`^\t+(\w+) := (\S+)\.DeepCopy\(\)$`)
)

// Only returns an error that names the first line where the text of a file
// differs from what it was by anything else than copies: lines that assign one
// or give one a name, that name used instead of what was copied, and arguments
// that are copied where they are handed on.
func Only(was, is string) error {
	old := strings.Split(was, "\n")
	var name *regexp.Regexp
	var expr string
	for _, line := range strings.Split(is, "\n") {
		switch {
		case len(old) > 0 && line == old[0]:
			old = old[1:]
		case len(old) > 0 && strings.Replace(line, ".DeepCopy()", "", 1) == old[0]:
			old = old[1:]
		case len(old) > 0 && name != nil && name.ReplaceAllLiteralString(line, expr) == old[0]:
			old = old[1:]
		default:
			if m := assigned.FindStringSubmatch(line); m != nil && m[1] == m[2] {
				continue
			}
			m := named.FindStringSubmatch(line)
			if m == nil {
				return fmt.Errorf("%q was written", line)
			}
			name, expr = regexp.MustCompile(`\b`+m[1]+`\b`), m[2]
		}
	}
	if len(old) > 0 {
		return fmt.Errorf("%q was dropped", old[0])
	}
	return nil
}
