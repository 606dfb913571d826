package ownership

import "github.com/k8slint/k8slint/internal/models"

// ModelsOf returns the rows of a models file as models, for [SetModels].
func ModelsOf(f *models.File) []Model {
	var ms []Model
	for _, r := range f.Sources {
		ms = append(ms, Model{Func: r.Func, Results: r.Results, All: r.Results == nil})
	}
	for _, r := range f.Copies {
		ms = append(ms, Model{Func: r.Func})
	}
	for _, r := range f.Writers {
		ms = append(ms, Model{Func: r.Func, Writes: r.Params})
	}
	return ms
}
