package changes

import (
	"context"
	"net/url"
	"strings"
)

// Web is the address of the files of the commit that is checked out in dir, where its remote origin
// shows them in a browser, with {file} and {line} in it: "" if that is not known. It asks no server.
func Web(ctx context.Context, dir string) string {
	g := git{ctx: ctx, dir: dir}
	remote, err := g.run("config", "--get", "remote.origin.url")
	if err != nil {
		return ""
	}
	commit, err := g.run("rev-parse", "--verify", "HEAD")
	if err != nil {
		return ""
	}
	return webAddress(strings.TrimSpace(remote), strings.TrimSpace(commit))
}

// webAddress is the address of the files of a commit, for the hosts whose form is known. A user and a
// password in the remote's address are left out.
func webAddress(remote, commit string) string {
	if user, path, ok := strings.Cut(remote, ":"); ok && !strings.Contains(remote, "://") { // git@host:owner/name
		_, host, _ := strings.Cut(user, "@")
		remote = "ssh://" + host + "/" + path
	}
	u, err := url.Parse(remote)
	if err != nil || u.Hostname() == "" {
		return ""
	}
	path := strings.Trim(strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git"), "/")
	if strings.Count(path, "/") == 0 || strings.ContainsAny(path, "{}") {
		return ""
	}
	middle := ""
	switch host := u.Hostname(); {
	case host == "github.com":
		middle = "/blob/"
	case strings.HasPrefix(host, "gitlab."):
		middle = "/-/blob/"
	default:
		return ""
	}
	base := url.URL{Scheme: "https", Host: u.Hostname(), Path: "/" + path + middle + commit + "/"}
	return base.String() + "{file}#L{line}"
}
