package ownership

import (
	"go/token"
	"strings"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// writeWords are what a message says of the kinds of writes that are not plain
// from the name of the function.
var writeWords = map[string]string{
	"decode": ", which decodes the answer into it,",
}

// callText is how a call of a library function that writes reads: its source
// text, or the name that the table gives it.
func (u *unit) callText(pos token.Pos, what string) string {
	name, kind, _ := strings.Cut(what, ":")
	why := writeWords[kind]
	if c := u.source.Call(pos); c != nil {
		if s := ssaquery.Text(c); s != "" {
			return s + why
		}
		if s := ssaquery.Text(c.Fun); s != "" {
			return s + "(...)" + why
		}
	}
	return name + why
}
