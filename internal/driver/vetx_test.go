package driver

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// TestVetx: the file for go vet is read as it was written, and is small.
func TestVetx(t *testing.T) {
	for _, v := range []vetx{{}, {Reaches: true}, {Facts: []packageFacts{{"a", []byte("x")}, {"b", bytes.Repeat([]byte("y"), 1000)}}}} {
		var buf bytes.Buffer
		if err := v.writeTo(&buf); err != nil {
			t.Fatal(err)
		}
		if buf.Len() > 300 {
			t.Errorf("%d bytes", buf.Len())
		}
		whole := bytes.Clone(buf.Bytes())
		got, err := readVetxFrom(&buf)
		if err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("got %+v, %v, want %+v", got, err, v)
		}
		for n := range whole {
			if _, err := readVetxFrom(bytes.NewReader(whole[:n])); err == nil {
				t.Errorf("cut to %d bytes it is read", n)
			}
			flipped := bytes.Clone(whole)
			flipped[n] ^= 4
			if _, err := readVetxFrom(bytes.NewReader(flipped)); err == nil {
				t.Errorf("with byte %d changed it is read", n)
			}
		}
	}
}

// FuzzVetx: no bytes of the file for go vet panic.
func FuzzVetx(f *testing.F) {
	var buf bytes.Buffer
	if err := (vetx{Reaches: true, Facts: []packageFacts{{"a", []byte("x")}}}).writeTo(&buf); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Add([]byte(vetxMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		defer func() {
			if r := recover(); r != nil {
				t.Error(r)
			}
		}()
		_, _ = readVetxFrom(bytes.NewReader(data)) // an error will do
	})
}

// FuzzEntry: no bytes of a cached result panic.
func FuzzEntry(f *testing.F) {
	f.Add([]byte("x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, ok := decodeEntry(data)
		if !ok {
			return
		}
		finding.Sort(e.Findings)
	})
}
