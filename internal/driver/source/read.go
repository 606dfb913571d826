package source

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/k8slint/k8slint/internal/driver/listing"
)

// ReadFile reads a file of known size in one piece, and nothing that is too
// large to be a source.
func ReadFile(name string) ([]byte, error) { return ReadFileTo(nil, name) }

// ReadFileTo is ReadFile, into buf if there is room.
func ReadFileTo(buf []byte, name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if st.IsDir() {
		return nil, errors.New("is a folder")
	}
	if st.Size() > listing.MaxSource {
		return nil, fmt.Errorf("it is larger than %d MiB", listing.MaxSource>>20)
	}
	buf = slices.Grow(buf[:0], int(st.Size()))[:st.Size()]
	n, err := io.ReadFull(f, buf)
	if err != nil && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	return buf[:n], nil
}

// FileError is the message of an error of reading a file, without its name.
func FileError(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return "cannot read file: " + pe.Err.Error()
	}
	return "cannot read file: " + err.Error()
}
