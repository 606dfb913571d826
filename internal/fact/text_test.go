package fact

import (
	"reflect"
	"strings"
	"testing"
)

// handling has all that facts are made of.
type handling struct {
	Param Param
	Adds  bool
	Name  string
	Count int
	Reads []Param
	Words []string
	Part  part
	Parts []part
	Next  *part
	Mood  mood
	Moods []mood
	Owner Param
}

type part struct {
	Of   string
	Deep []int
}

type mood string

// TestText states the text of values, and that it is read back.
func TestText(t *testing.T) {
	for _, test := range []struct {
		value handling
		text  string
	}{
		{handling{}, "$0; owner $0"},
		{handling{Param: 2, Adds: true, Owner: 3}, "$2; adds; owner $3"},
		{handling{Name: "a b", Count: -3, Owner: NoParam}, `$0; name "a b"; count -3`},
		{handling{Reads: []Param{0, 12}, Words: []string{"", "x", `"`, "$1", "a;b", "\n", "\xff"}, Owner: NoParam},
			`$0; reads $0 $12; words "" x "\"" "$1" "a;b" "\n" "\xff"`},
		{handling{Param: NoParam, Owner: NoParam}, ""},
		{handling{Param: NoParam, Adds: true, Owner: -2}, "adds; owner $-2"},
		{handling{Part: part{"x", []int{1, 2}}, Owner: NoParam}, "$0; part (of x; deep 1 2)"},
		{handling{Parts: []part{{}, {Of: "(y)"}}, Next: &part{}, Owner: NoParam}, `$0; parts () (of "(y)"); next ()`},
		{handling{Mood: "angry at last", Moods: []mood{"calm", "angry at last"}, Owner: NoParam}, `$0; mood "angry at last"; moods calm "angry at last"`},
	} {
		if got := Format(test.value); got != test.text {
			t.Errorf("%+v is %s, want %s", test.value, got, test.text)
		}
		var back handling
		if err := Parse(test.text, &back); err != nil || !reflect.DeepEqual(back, test.value) {
			t.Errorf("%s is read as %+v, %v", test.text, back, err)
		}
	}
}

// TestMistakes: a text that says nothing has an error that shows where.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"adds yes":     `want ";" or the end at " yes"`,
		"gone":         `no field "gone" of fact.handling`,
		"count x":      "want a number",
		"count":        "want a value",
		"reads 1":      `want $ and a number at "1"`,
		"part of":      `want "(" at "of"`,
		"part (of x":   `want ")"`,
		"name a;b":     `want ";" or the end at ";b"`,
		"adds; ":       "want a word",
		"$1; $":        "want a",
		"name (":       "want a word",
		"adds\nadds":   `want ";" or the end`,
		`name "a`:      "want a word",
		"parts () (x)": `no field "x" of fact.part`,
	} {
		if err := Parse(text, new(handling)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want %s", text, err, want)
		}
	}
}

// FuzzText: what is read is written as a text that is read as the same.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "$2; adds", `name "a b"; count -3`, "parts () (of x; deep 1 2); next ()", "moods calm; reads $0 $1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var first, second handling
		if Parse(text, &first) != nil {
			return
		}
		again := Format(first)
		if err := Parse(again, &second); err != nil || !reflect.DeepEqual(first, second) && again != Format(second) {
			t.Errorf("%q is %+v; %q is %+v, %v", text, first, again, second, err)
		}
	})
}
