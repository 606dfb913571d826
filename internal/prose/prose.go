// Package prose checks English text that users read: messages, help and pages.
//
// A sentence has at most 25 words. It ends at a period, question mark or exclamation mark
// that a space follows. It also ends with a paragraph, a list item, a heading or a cell of a
// table. Code in backquotes is one word, and so is the text of a link that is a name.
package prose

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// MaxWords bounds a sentence.
const MaxWords = 25

var (
	fence   = regexp.MustCompile("(?ms)^```.*?^```")
	comment = regexp.MustCompile(`(?s)<!--.*?-->|</?[a-z]+[^>]*>`)
	code    = regexp.MustCompile("`[^`]*`")
	link    = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	item    = regexp.MustCompile(`^\s*([-*]|\d+\.) `)
	stop    = regexp.MustCompile(`[.?!]["')*]*(\s|$)`)
)

// odd are phrases that nobody says in English who was not there when they were written,
// with a better one.
var odd = []struct {
	phrase *regexp.Regexp
	better string
}{
	{regexp.MustCompile(`(?i)\b(is|are|was|were) told\b`), "is reported, is passed"},
	{regexp.MustCompile(`(?i)\btold of\b`), "reported"},
	{regexp.MustCompile(`(?i)\bcounts? as\b`), "is treated as"},
	{regexp.MustCompile(`(?i)\bhand(s|ed|ing)? (\w+ )?(over|on)\b`), "pass"},
	{regexp.MustCompile(`(?i)\bfor ever\b`), "forever"},
	{regexp.MustCompile(`(?i)\bwhat is behind\b|\bbehind (it|that|which|the (branch|return|loop|call))\b`), "after"},
	{regexp.MustCompile(`(?i)\bgets? to what\b`), "reaches"},
	{regexp.MustCompile(`(?i)\b(it|this|that|which|what|they) (is|are) none\b`), "there is no"},
	{regexp.MustCompile(`(?i)\bmends?\b|\bmended\b`), "fix"},
	{regexp.MustCompile(`(?i)\bnobody had thought of\b`), "new"},
	{regexp.MustCompile(`(?i)\bwhat else there is\b`), "alternatives"},
	{regexp.MustCompile(`(?i)\bstarts? anew\b`), "starts again"},
	{regexp.MustCompile(`(?i)\bthat it was improved on\b`), "development set"},
	{regexp.MustCompile(`(?i)\bthe loop lists here\b`), "the initial list"},
	{regexp.MustCompile(`(?i)\bleft out of package\b`), "skipped in package"},
	{regexp.MustCompile(`(?i)\bexclude each other\b`), "cannot be combined"},
	{regexp.MustCompile(`(?i)\blearns of late\b`), "missed"},
	{regexp.MustCompile(`(?i)\bon (some|every|all|each|no|the other) ways?\b`), "path"},
	{regexp.MustCompile(`(?i)\bways? (on|after) which\b|\bends? in line\b`), "path, at line"},
	{regexp.MustCompile(`(?i)\bcontrol gets\b`), "runs"},
	{regexp.MustCompile(`(?i)\b(is|was|are|were|been) (first )?asked for\b`), "requested"},
	{regexp.MustCompile(`(?i)\bbe being\b`), "may be marked for deletion"},
	{regexp.MustCompile(`(?i)\bis no concern of\b`), "does not affect"},
	{regexp.MustCompile(`(?i)\b(is|are) none\b`), "there is no"},
	{regexp.MustCompile(`(?i)\bto who\b`), "to the one that"},
	{regexp.MustCompile(`(?i)\bgiven back\b`), "returned"},
	{regexp.MustCompile(`(?i)\bin (no|a) namespace, and\b`), "has no namespace"},
	{regexp.MustCompile(`(?i)\bis not to be seen\b|\bis to be seen\b`), "visible"},
	{regexp.MustCompile(`(?i)\bmade anew\b`), "made again"},
}

// Faults returns what is wrong with a text: its long sentences, and its odd phrases.
func Faults(text string) []string {
	var out []string
	for _, s := range Sentences(text) {
		if n := len(words(s)); n > MaxWords {
			out = append(out, fmt.Sprintf("%d words: %s", n, s))
		}
		for _, o := range odd {
			if m := o.phrase.FindString(code.ReplaceAllString(s, "CODE")); m != "" {
				out = append(out, fmt.Sprintf("%q (better: %s): %s", m, o.better, s))
			}
		}
	}
	return out
}

// Sentences returns the sentences of a message, or of a page in Markdown.
func Sentences(text string) []string {
	text = comment.ReplaceAllString(fence.ReplaceAllString(text, "\n\n"), "")
	var out []string
	paragraph := ""
	flush := func() {
		out = append(out, split(paragraph)...)
		paragraph = ""
	}
	for _, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "\t"), strings.HasPrefix(line, "    ") && !item.MatchString(line) && paragraph == "":
			flush() // code
		case trimmed == "":
			flush()
		case strings.HasPrefix(trimmed, "|"):
			flush()
			for _, cell := range strings.Split(code.ReplaceAllStringFunc(trimmed, func(s string) string { return strings.ReplaceAll(s, "|", "/") }), "|") {
				out = append(out, split(cell)...)
			}
		case strings.HasPrefix(trimmed, "#"):
			flush()
			out = append(out, split(strings.TrimLeft(trimmed, "# "))...)
		case item.MatchString(line):
			flush()
			paragraph = item.ReplaceAllString(line, "")
		default:
			paragraph += " " + trimmed
		}
	}
	flush()
	return out
}

// split splits a paragraph. Signs in code end no sentence.
func split(paragraph string) []string {
	paragraph = link.ReplaceAllString(paragraph, "$1")
	shown := code.ReplaceAllStringFunc(paragraph, func(s string) string { return strings.Repeat("x", len(s)) })
	var out []string
	from := 0
	for _, at := range stop.FindAllStringIndex(shown, -1) {
		out = append(out, strings.TrimSpace(paragraph[from:at[1]]))
		from = at[1]
	}
	out = append(out, strings.TrimSpace(paragraph[from:]))
	kept := out[:0]
	for _, s := range out {
		if strings.ContainsFunc(s, unicode.IsLetter) {
			kept = append(kept, s)
		}
	}
	return kept
}

// words are those of a sentence. Code is one, and signs are none.
func words(sentence string) []string {
	var out []string
	for w := range strings.FieldsSeq(code.ReplaceAllString(sentence, "CODE")) {
		if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			out = append(out, w)
		}
	}
	return out
}
