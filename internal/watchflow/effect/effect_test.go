package effect

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"
)

// effects are texts in the form that String gives them.
var effects = []string{
	"",
	"list",
	"watch $1",
	"watch $0.rv; watch $1.ResourceVersion streaming",
	"watch own",
	"watch $2.opts.ResourceVersion streaming aggregated single opaque",
	"set $0.rv=$1",
	`raise $0.rv=$1; set $0.last.rv=list; set $0.rv=""`,
	"ret0=$0.rv",
	"ret0=objects; ret1=$1,$1.rv,list,event,\"\",?",
	"again $0 never; again $1 always; again $2 until done; again $3 on error bounded",
	"watch $1; list; set $0.rv=$1; ret0=$0.rv; again $2 on error",
}

// TestInverse: Parse reads what String writes, and a fact survives its encoding
// byte for byte.
func TestInverse(t *testing.T) {
	for _, text := range effects {
		e, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		e.Normalize()
		if got := e.String(); got != text {
			t.Errorf("%s: got %s", text, got)
		}
		encode := func(e *Effect) []byte {
			var b bytes.Buffer
			if err := gob.NewEncoder(&b).Encode(e); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}
		data, back := encode(e), new(Effect)
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(e, back) || !bytes.Equal(data, encode(back)) {
			t.Errorf("%s: decoded as %s", text, back)
		}
		if e.Empty() != (text == "") {
			t.Errorf("%s: Empty() = %v", text, e.Empty())
		}
	}
}

// TestNormalize: equal effects have the same text.
func TestNormalize(t *testing.T) {
	e, err := Parse(`again $2 always; again $1 never; ret1=?,list,list; ret0=$1; set $0.b=$1; set $0.a=$1; set $0.b=$1; watch $2; watch $1; watch $2`)
	if err != nil {
		t.Fatal(err)
	}
	e.Normalize()
	if got, want := e.String(), "watch $1; watch $2; set $0.a=$1; set $0.b=$1; ret0=$1; ret1=list,?; again $1 never; again $2 always"; got != want {
		t.Errorf("got %s", got)
	}
	if a, ok := e.Repeats(2); a.When != Always || !ok {
		t.Errorf("Repeats(2) = %v, %v", a, ok)
	}
	if _, ok := e.Repeats(0); ok {
		t.Error("something is known of parameter 0")
	}
	if len(e.Result(1)) != 2 || e.Result(2) != nil {
		t.Errorf("Result(1) = %v, Result(2) = %v", e.Result(1), e.Result(2))
	}
}

// TestErrors: what is no text of an effect.
func TestErrors(t *testing.T) {
	for _, text := range []string{
		"lists", "list ", "watch", "watch 1", "watch $x", "watch $1 quickly", "watch $1,$2", "set $0.rv", "set $0.rv=event?", "set rv=$1", "set $-1=$2",
		"ret=list", "retx=list", "ret0=", "ret0=a", "ret-1=list", "again $1", "again $1 often", "again $1.f always", "again 1 always", "watch $1;list", "; ",
	} {
		if e, err := Parse(text); err == nil {
			t.Errorf("%q is taken for %q", text, e)
		}
	}
}
