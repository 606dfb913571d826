package lsp

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
)

// A document is a file that the editor has open.
type document struct {
	uri     string
	version int
	text    []byte
}

// A desk has the documents that are open, by file.
type desk struct {
	mu   sync.Mutex
	open map[string]document
}

func newDesk() *desk { return &desk{open: make(map[string]document)} }

func (d *desk) put(file string, doc document) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open[file] = doc
}

// edit puts the new text of an open document; one that is not open stays so.
func (d *desk) edit(file string, version int, text string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc, ok := d.open[file]
	if ok {
		d.open[file] = document{doc.uri, version, []byte(text)}
	}
	return ok
}

func (d *desk) close(file string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, file)
}

func (d *desk) get(file string) (document, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc, ok := d.open[file]
	return doc, ok
}

// uri names a file as the client does.
func (d *desk) uri(file string) string {
	if doc, ok := d.get(file); ok {
		return doc.uri
	}
	return uriOf(file)
}

// versions are those of the documents.
func (d *desk) versions() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make(map[string]int, len(d.open))
	for file, doc := range d.open {
		out[file] = doc.version
	}
	return out
}

// unsaved are the texts that are not those on disk. A new file without a text is not there
// yet.
func (d *desk) unsaved() map[string][]byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make(map[string][]byte)
	for file, doc := range d.open {
		if filepath.Ext(file) != ".go" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil && len(doc.text) == 0 || err == nil && bytes.Equal(data, doc.text) {
			continue
		}
		out[file] = doc.text
	}
	return out
}

// read returns the text of a file as the user sees it.
func (d *desk) read(file string) ([]byte, error) {
	if doc, ok := d.get(file); ok {
		return doc.text, nil
	}
	return os.ReadFile(file)
}
