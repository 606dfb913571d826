module github.com/k8slint/k8slint/test/neovim

go 1.26.0
