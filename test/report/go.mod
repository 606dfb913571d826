module github.com/k8slint/k8slint/test/report

go 1.26.0
