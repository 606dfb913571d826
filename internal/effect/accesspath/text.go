package accesspath

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is p as people read and write it, in rows and tests: a type stands in
// parentheses, "/:(k8s.io/api/core/v1.Pod)" or, ruled out, "/!(…)", and a step with
// other characters than letters, digits and _[]*?$.:-… is quoted.
func Text(p string) string {
	var b strings.Builder
	for step := range Steps(p) {
		is, ok := IsType(step)
		not, ruledOut := IsNotType(step)
		switch {
		case ok && isBalanced(is):
			b.WriteString("/:(" + is + ")")
		case ruledOut && isBalanced(not):
			b.WriteString("/!(" + not + ")")
		case isPlain(step[1:]):
			b.WriteString(step)
		default:
			b.WriteString("/" + strconv.Quote(step[1:]))
		}
	}
	return b.String()
}

// CutText reads the path that the text begins with, as [Text] writes it, and
// returns what follows it. An error says what was wanted, and rest where.
func CutText(text string) (p, rest string, err error) {
	var b strings.Builder
	for {
		after, ok := strings.CutPrefix(text, "/")
		if !ok {
			return b.String(), text, nil
		}
		step, rest, err := cutStep(after)
		if err != nil {
			return "", rest, err
		}
		b.WriteString("/" + step)
		text = rest
	}
}

// cutStep reads the step that follows a slash.
func cutStep(text string) (step, rest string, err error) {
	if strings.HasPrefix(text, `"`) {
		q, err := strconv.QuotedPrefix(text)
		if err != nil {
			return "", text, errors.New("want a string that ends in a quote")
		}
		step, _ = strconv.Unquote(q) // it has the form
		if step == "" || strings.Contains(step, "/") {
			return "", text, errors.New("want a step of a path in the quotes, without a slash")
		}
		return step, text[len(q):], nil
	}
	if typ, ok := typeInParentheses(text); ok {
		depth := 1
		for i, r := range typ {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth == 0 {
				return text[:1] + Is(typ[:i])[len("/:"):], typ[i+1:], nil
			}
		}
		return "", text, errors.New("want a ) that closes the type")
	}
	n := strings.IndexFunc(text, func(r rune) bool { return !isPlainRune(r) })
	if n < 0 {
		n = len(text)
	}
	if n == 0 {
		return "", text, errors.New("want a step after the slash")
	}
	return text[:n], text[n:], nil
}

// typeInParentheses is what follows the parenthesis, if the text begins with a type.
func typeInParentheses(text string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(text, ":("); ok {
		return rest, true
	}
	return strings.CutPrefix(text, "!(")
}

// isPlain reports whether step can be written as it is.
func isPlain(step string) bool {
	return !strings.HasPrefix(step, ":") && !strings.ContainsFunc(step, func(r rune) bool { return !isPlainRune(r) })
}

func isPlainRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_[]*?$.:-…", r)
}

// isBalanced reports whether a type can stand in parentheses as it is.
func isBalanced(typ string) bool {
	depth := 0
	for _, r := range typ {
		switch {
		case r == '(':
			depth++
		case r == ')':
			if depth--; depth < 0 {
				return false
			}
		case r == utf8.RuneError, strings.ContainsRune("\"'`|", r), !unicode.IsPrint(r):
			return false
		}
	}
	return depth == 0
}
