package listing

import (
	"encoding/binary"
	"errors"
)

// An encoder writes values one after the other. A string that was written
// before is a number.
type encoder struct {
	buf     []byte
	strings map[string]uint64
}

func (e *encoder) uint(v uint64) { e.buf = binary.AppendUvarint(e.buf, v) }
func (e *encoder) int(v int64)   { e.buf = binary.AppendVarint(e.buf, v) }

func (e *encoder) bool(v bool) {
	if v {
		e.uint(1)
	} else {
		e.uint(0)
	}
}

func (e *encoder) string(s string) {
	if n, ok := e.strings[s]; ok {
		e.uint(n)
		return
	}
	if e.strings == nil {
		e.strings = make(map[string]uint64)
	}
	e.uint(0) // a new one
	e.uint(uint64(len(s)))
	e.buf = append(e.buf, s...)
	e.strings[s] = uint64(len(e.strings) + 1)
}

func (e *encoder) sum(s sum) { e.buf = append(e.buf, s[:]...) }

// list writes the elements of a list.
func list[T any](e *encoder, l []T, write func(*encoder, T)) {
	e.uint(uint64(len(l)))
	for _, v := range l {
		write(e, v)
	}
}

// A decoder reads what an encoder wrote. After an error it reads zeros.
type decoder struct {
	buf     []byte
	strings []string
	err     error
}

var errShort = errors.New("the entry ends early")

func (d *decoder) fail() {
	d.err = errShort
	d.buf = nil
}

func (d *decoder) uint() uint64 {
	return varint(d, binary.Uvarint)
}

func (d *decoder) int() int64 {
	return varint(d, binary.Varint)
}

func varint[T int64 | uint64](d *decoder, read func([]byte) (T, int)) T {
	v, n := read(d.buf)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.buf = d.buf[n:]
	return v
}

func (d *decoder) bool() bool { return d.uint() != 0 }

func (d *decoder) string() string {
	n := d.uint()
	if n > 0 {
		if n > uint64(len(d.strings)) {
			d.fail()
			return ""
		}
		return d.strings[n-1]
	}
	n = d.uint()
	if n > uint64(len(d.buf)) {
		d.fail()
		return ""
	}
	s := string(d.buf[:n])
	d.buf = d.buf[n:]
	d.strings = append(d.strings, s)
	return s
}

func (d *decoder) sum() (s sum) {
	if len(d.buf) < len(s) {
		d.fail()
		return s
	}
	copy(s[:], d.buf)
	d.buf = d.buf[len(s):]
	return s
}

// unlist reads the elements of a list.
func unlist[T any](d *decoder, read func(*decoder) T) []T {
	n := d.uint()
	if n == 0 || n > uint64(len(d.buf)) { // each takes a byte at least
		if n > 0 {
			d.fail()
		}
		return nil
	}
	l := make([]T, 0, n)
	for range n {
		l = append(l, read(d))
	}
	return l
}
