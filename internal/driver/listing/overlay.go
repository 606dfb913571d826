package listing

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// An Overlay says which files stand in for others, as the go command's -overlay
// has it: from a file's absolute name to that of the file with its content, or
// to "" if the file is to be taken as absent.
//
// The go command lists the files that the overlay adds and leaves out those that
// it takes away; their content is read here.
type Overlay map[string]string

// ReadOverlay reads the overlay that GOFLAGS names for the go command in dir; it
// is nil if there is none.
func ReadOverlay(dir string) (Overlay, error) {
	name := ""
	for _, f := range splitFlags(goFlags()) {
		for _, prefix := range []string{"-overlay=", "--overlay="} {
			if v, ok := strings.CutPrefix(f, prefix); ok {
				name = v
			}
		}
	}
	if name == "" {
		return nil, nil
	}
	data, err := os.ReadFile(absolute(dir, name))
	if err != nil {
		return nil, fmt.Errorf("overlay: %w", err)
	}
	var file struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("overlay: %s: %w", name, err)
	}
	o := make(Overlay, len(file.Replace))
	for from, to := range file.Replace {
		if to != "" {
			to = absolute(dir, to)
		}
		o[absolute(dir, from)] = to
	}
	return o, nil
}

// Write writes o into the folder dir, as the go command reads it, and returns the
// name of the file.
func (o Overlay) Write(dir string) (string, error) {
	data, err := json.Marshal(struct{ Replace map[string]string }{o})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, data, 0o600)
}

// File returns the name of the file that has the content of the named one.
func (o Overlay) File(name string) string {
	if to := o[name]; to != "" {
		return to
	}
	return name
}

// Has reports whether another file stands in for the named one.
func (o Overlay) Has(name string) bool { return o[name] != "" }

func absolute(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// goFlags is what the go command takes for GOFLAGS: the environment's, or that
// which go env -w wrote.
func goFlags() string {
	if v := os.Getenv("GOFLAGS"); v != "" {
		return v
	}
	name := os.Getenv("GOENV")
	if name == "off" {
		return ""
	}
	if name == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		name = filepath.Join(dir, "go", "env")
	}
	data, _ := os.ReadFile(name) // none: nothing was written
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		if v, ok := strings.CutPrefix(strings.TrimSpace(sc.Text()), "GOFLAGS="); ok {
			return v
		}
	}
	return ""
}

// splitFlags splits at white space outside quotes, which a flag can begin with:
// '-overlay=my file.json'.
func splitFlags(s string) []string {
	var out []string
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		if s == "" {
			return out
		}
		end := strings.IndexAny(s, " \t\r\n")
		if q := s[0]; q == '\'' || q == '"' {
			s = s[1:]
			end = strings.IndexByte(s, q)
		}
		if end < 0 {
			return append(out, s)
		}
		out = append(out, s[:end])
		s = s[end+1:]
	}
}
