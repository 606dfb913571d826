package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

const (
	maxMessage = 256 << 20 // of what the client sends, in bytes
	maxHeader  = 1 << 10   // of a line of it
)

// A stream frames messages as the protocol does. Unlike jsonrpc2's, it survives a malformed
// message: it answers with an error, and reads the next one.
type stream struct {
	in   *bufio.Reader
	end  func() error
	mu   sync.Mutex
	out  io.Writer
	whys func(error) // told of what is wrong
}

func newStream(in io.ReadCloser, out io.Writer, whys func(error)) *stream {
	return &stream{in: bufio.NewReaderSize(in, 64<<10), end: in.Close, out: out, whys: whys}
}

// WriteObject implements jsonrpc2.ObjectStream.
func (s *stream) WriteObject(obj any) error {
	data, err := json.Marshal(obj)
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "Content-Length: %d\r\n\r\n%s", len(data), data)
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.out.Write(buf.Bytes())
	return err
}

// ReadObject implements jsonrpc2.ObjectStream.
func (s *stream) ReadObject(v any) error {
	for {
		data, err := s.frame()
		if err != nil {
			return err
		}
		if err = json.Unmarshal(data, v); err == nil {
			return nil
		}
		reflect.ValueOf(v).Elem().SetZero() // half of it may be there
		s.whys(fmt.Errorf("a message of the client is none: %w", err))
		if err := s.WriteObject(refusal(data, err)); err != nil {
			return err
		}
	}
}

// Close implements jsonrpc2.ObjectStream.
func (s *stream) Close() error { return s.end() }

// frame reads the next message. Headers other than its length are skipped.
func (s *stream) frame() ([]byte, error) {
	size, first := -1, ""
	for {
		line, err := s.line()
		if err != nil {
			return nil, err
		}
		if first == "" {
			first = line
		}
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "" && size < 0 && first != "":
			return nil, fmt.Errorf("a message of the client has no Content-Length, and begins with %q", visibleStart(first))
		case line == "" && size >= 0:
			data := make([]byte, size)
			_, err := io.ReadFull(s.in, data)
			return data, err
		case strings.EqualFold(strings.TrimSpace(name), "Content-Length"):
			n, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil || n < 0 || n > maxMessage {
				return nil, fmt.Errorf("a message of the client has the length %q", visibleStart(value))
			}
			size = n
		}
	}
}

// line reads a line of a header without its end.
func (s *stream) line() (string, error) {
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return strings.TrimRight(string(line), "\r\n"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		case len(line) > maxHeader:
			return "", fmt.Errorf("a header of the client begins with %q", visibleStart(string(line)))
		}
	}
}

// visibleStart is the part of a text of any length that an error shows.
func visibleStart(s string) string { return s[:min(len(s), 40)] }

// refusal is the answer to a message that cannot be read because of err.
func refusal(data []byte, err error) any {
	code := int64(jsonrpc2.CodeInvalidRequest)
	if !json.Valid(data) {
		code = jsonrpc2.CodeParseError
	}
	var head struct{ ID any }
	_ = json.Unmarshal(data, &head) // without an ID, the answer has none
	switch head.ID.(type) {
	case string, float64:
	default:
		head.ID = nil
	}
	return map[string]any{"jsonrpc": "2.0", "id": head.ID, "error": map[string]any{"code": code, "message": err.Error()}}
}
