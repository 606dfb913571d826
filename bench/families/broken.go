//go:build unix

package main

import (
	"fmt"
	"strings"
)

// A breakage is a way in which people leave files in the middle of their work.
type breakage struct {
	name  string
	apply func(src string) string
}

// breakages are applied to each family if asked for.
var breakages = append([]breakage{
	{"unclosed", unclosed},
	{"markers-start", func(src string) string { return conflict(src, len(src)/20) }},
	{"markers-middle", func(src string) string { return conflict(src, len(src)/2) }},
	{"markers-end", func(src string) string { return conflict(src, len(src)-len(src)/20) }},
}, tenths()...)

// unclosed leaves out the last brace that closes something in the first half of src.
func unclosed(src string) string {
	i := strings.LastIndexByte(src[:len(src)/2], '}')
	if i < 0 {
		return src + "\nfunc unclosed() {\n"
	}
	return src[:i] + src[i+1:]
}

// conflict puts the markers of a merge that conflicts around the line at pos.
func conflict(src string, pos int) string {
	from := strings.LastIndexByte(src[:pos], '\n') + 1
	to := from + strings.IndexByte(src[from:]+"\n", '\n') + 1
	line := src[from:min(to, len(src))]
	return src[:from] + "<<<<<<< HEAD\n" + line + "=======\n" + line + ">>>>>>> other\n" + src[min(to, len(src)):]
}

// tenths cut the source off after each tenth of it.
func tenths() []breakage {
	var out []breakage
	for i := 1; i < 10; i++ {
		out = append(out, breakage{fmt.Sprintf("cut-%d0%%", i), func(src string) string { return src[:len(src)*i/10] }})
	}
	return out
}

// twins are the families, each broken in every way.
func twins(of []family) []family {
	var out []family
	for _, f := range of {
		for _, b := range breakages {
			out = append(out, family{f.name + "/" + b.name, f.what, f.size, func(n int) string { return b.apply(f.source(n)) }})
		}
	}
	return out
}

// depths are shapes that are nested, or chained, far deeper than people do: 7,500, 15,000
// and 30,000 deep. Those that are not closed are broken by themselves.
var depths = []family{
	{"deep-blocks", "blocks in blocks", 7500, wrapped("{\n", "}\n")},
	{"deep-blocks-open", "blocks in blocks, not closed", 7500, wrapped("{\n", "")},
	{"deep-parens", "parentheses in parentheses", 7500, wrapped("(", ")")},
	{"deep-parens-open", "parentheses in parentheses, not closed", 7500, wrapped("(", "")},
	{"deep-literals", "literals in literals", 7500, declared("[]any{", "}")},
	{"deep-literals-open", "literals in literals, not closed", 7500, declared("[]any{\n", "")},
	{"deep-funcs-open", "function literals in function literals, not closed", 7500, wrapped("func() {\n", "")},
	{"deep-types-open", "structs in structs, not closed", 7500, func(n int) string { return "type T " + strings.Repeat("struct { F ", n) + "\n" }},
	{"deep-ifs-open", "ifs in ifs, not closed", 7500, wrapped("if x > 0 {\n", "")},
	{"chain-else-ifs-open", "else-ifs, the last not closed", 1250, wrapped("if x == 0 { o.Labels[`a`] = `b` } else ", "{")},
	{"chain-selectors-open", "o.Next.Next. and no more", 1250, wrapped("o.Next.", "")},
	{"chain-calls-open", "calls in calls, not closed", 1250, wrapped("Get(", "")},
	{"chain-strings-open", "a sum whose last string is not closed", 1250, declared("`a` + ", "`")},
	{"chain-unary", "signs before a number", 7500, declared("-", "1")},
}

// wrapped is a function of n times open and then n times shut.
func wrapped(open, shut string) func(n int) string {
	return inFunc(object, "x int", "o := Get(`o`)\no.Labels[`a`] = `b`", func(n int) string {
		return strings.Repeat(open, n) + strings.Repeat(shut, n)
	}, "")
}

// declared is a variable of n times open and then n times shut, and a function behind it.
func declared(open, shut string) func(n int) string {
	return func(n int) string {
		return object + "var V = " + strings.Repeat(open, n) + strings.Repeat(shut, n) + "\n\nfunc F() { Get(`o`).Labels[`a`] = `b` }\n"
	}
}
