module github.com/k8slint/k8slint/test

go 1.26.0
