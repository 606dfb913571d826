package apiserver

var own = []kind{}
