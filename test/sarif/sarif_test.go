// Package sarif_test checks what -format=sarif prints against the published schema.
// It is a module of its own, so that nobody inherits the validator.
package sarif_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // has the schema
	"github.com/xeipuuv/gojsonschema"
)

// publishedSchema is the schema of SARIF 2.1.0. go-sarif has it as a constant,
// to which its own validator gives only documents that it has written anew.
func publishedSchema(t *testing.T) string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(strings.TrimSpace(string(out)), "pkg", "report", "v210", "sarif", "schema.go")
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.CONST {
			spec := gd.Specs[0].(*ast.ValueSpec)
			if text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value); err == nil && spec.Names[0].Name == "schema" {
				return text
			}
		}
	}
	t.Fatal("no schema in " + name)
	return ""
}

// TestSchema: SARIF output, of findings and of failures, is valid by the published schema.
func TestSchema(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "k8slint")
	if out, err := exec.Command("go", "build", "-C", "../..", "-o", bin, "./cmd/k8slint").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	schema := gojsonschema.NewStringLoader(publishedSchema(t))
	for _, args := range [][]string{
		{"-C", "../../examples", "-cache=off", "-format=sarif", "./..."}, // findings
		{"-C", "../..", "-cache=off", "-format=sarif", "./absent"},       // a failure
	} {
		cmd := exec.Command(bin, args...)
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		_ = cmd.Run() // findings and failures have exit codes
		res, err := gojsonschema.Validate(schema, gojsonschema.NewBytesLoader(stdout.Bytes()))
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		for _, e := range res.Errors() {
			t.Errorf("%q: %s", args, e)
		}
		var log struct {
			Runs []struct {
				Results []struct {
					PartialFingerprints map[string]string
					Locations           []struct {
						PhysicalLocation struct {
							ArtifactLocation struct{ URI, URIBaseID string }
						}
					}
				}
				Invocations []struct{ ExecutionSuccessful bool }
			}
		}
		if err := json.Unmarshal(stdout.Bytes(), &log); err != nil || len(log.Runs) != 1 {
			t.Fatalf("%q: %v", args, err)
		}
		run := log.Runs[0]
		failed := args[len(args)-1] == "./absent"
		if (len(run.Results) == 0) != failed || run.Invocations[0].ExecutionSuccessful == failed {
			t.Errorf("%q: %d results, successful: %v", args, len(run.Results), run.Invocations[0].ExecutionSuccessful)
		}
		seen := make(map[string]bool)
		for _, r := range run.Results {
			at := r.Locations[0].PhysicalLocation.ArtifactLocation
			if at.URIBaseID != "SRCROOT" || !filepath.IsLocal(filepath.FromSlash(at.URI)) {
				t.Errorf("%q: place %+v", args, at)
			}
			for _, f := range r.PartialFingerprints {
				if seen[f] {
					t.Errorf("%q: fingerprint %s twice", args, f)
				}
				seen[f] = true
			}
		}
	}
}
