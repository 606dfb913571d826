// Package apiserver runs code that k8slint reports, and its fixed twin, against a
// real Kubernetes API server, and shows that the first fails as the pages say.
//
// The server is k8s.io/apiextensions-apiserver on an embedded etcd, both in the
// process of the test: there is nothing to install, it listens on the loopback
// interface only, and its files are in a folder that is removed. It serves custom
// resources with everything that kube-apiserver does for its own: list, watch,
// bookmarks, conflicts, the status subresource, validation of metadata. It has no
// Pods, though. A Proxy in front of it maps the paths and the apiVersions of
// built-in kinds to custom resources of the same shape, so that the code of the
// examples runs as it stands. The Proxy also makes happen what is rare on a quiet
// server: it ends watches, keeps events back, and puts ERROR events into a watch.
//
// What the examples do is printed on the pages of the analyzers. After a change,
//
//	go test -run README -update .
//
// updates them.
//
// It is a separate module because the server has many dependencies.
package apiserver
