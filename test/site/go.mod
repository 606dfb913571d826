module github.com/k8slint/k8slint/test/site

go 1.26.0

require github.com/k8slint/k8slint/test/report v0.0.0

replace github.com/k8slint/k8slint/test/report => ../report
