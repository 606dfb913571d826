package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// fileOf is the absolute name of the file that a URI names, "" if it names none.
func fileOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/") // /c:/x
		if u.Host != "" {
			path = "//" + u.Host + "/" + path
		}
	}
	path = filepath.Clean(filepath.FromSlash(path))
	if !filepath.IsAbs(path) {
		return ""
	}
	if runtime.GOOS == "windows" && len(path) > 1 && path[1] == ':' {
		path = strings.ToUpper(path[:1]) + path[1:] // as the go command says it
	}
	return path
}

// uriOf is the URI of a file of which the client has told none.
func uriOf(file string) string {
	path := filepath.ToSlash(file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
