// Package site checks the static site that is made of the pages in docs.
package site

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	hrefs = regexp.MustCompile(`<a [^>]*?href="([^"]*)"`)
	srcs  = regexp.MustCompile(`<(?:img|script|source) [^>]*?(?:src|srcset)="([^"]*)"`)
	ids   = regexp.MustCompile(` id="([^"]*)"`)
)

// Broken returns the links and pictures in the HTML files of site that lead to no
// file of it, or to no place in one. Addresses with a host are not looked at.
func Broken(site fs.FS) ([]string, error) {
	pages, err := read(site)
	if err != nil {
		return nil, err
	}
	var broken []string
	for name, text := range pages {
		for _, m := range append(hrefs.FindAllStringSubmatch(text, -1), srcs.FindAllStringSubmatch(text, -1)...) {
			if err := follow(site, pages, name, m[1]); err != nil {
				broken = append(broken, fmt.Sprintf("%s: %s: %v", name, m[1], err))
			}
		}
	}
	slices.Sort(broken)
	return slices.Compact(broken), nil
}

// read returns the text of each HTML file.
func read(site fs.FS) (map[string]string, error) {
	pages := map[string]string{}
	err := fs.WalkDir(site, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".html" {
			return err
		}
		text, err := fs.ReadFile(site, name)
		pages[name] = string(text)
		return err
	})
	return pages, err
}

// follow returns an error if a link on the page called name leads nowhere.
func follow(site fs.FS, pages map[string]string, name, link string) error {
	u, err := url.Parse(link)
	if err != nil || u.Host != "" || u.Scheme != "" {
		return err
	}
	target := name
	switch {
	case strings.HasPrefix(u.Path, "/"):
		target = strings.TrimPrefix(u.Path, "/")
	case u.Path != "":
		target = path.Join(path.Dir(name), u.Path)
	}
	if target == "" || strings.HasSuffix(u.Path, "/") {
		target = path.Join(target, "index.html")
	}
	if _, err := fs.Stat(site, target); err != nil {
		return err
	}
	if u.Fragment == "" {
		return nil
	}
	for _, id := range ids.FindAllStringSubmatch(pages[target], -1) {
		if id[1] == u.Fragment {
			return nil
		}
	}
	return fmt.Errorf("%s has no place #%s", target, u.Fragment)
}
