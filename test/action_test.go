package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// readYAML decodes a file of the repository.
func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(content, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestAction runs the steps of action.yml as GitHub would.
func TestAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Description, Default string }
		Runs   struct {
			Using string
			Steps []struct {
				Name, Shell, Run string
				Env              map[string]string
			}
		}
	}
	readYAML(t, "action.yml", &action)
	temp := t.TempDir()
	dir := copyExamples(t)
	inputs := map[string]string{"sarif": "k8slint.sarif", "html": "k8slint.html", "args": "-test=false"}
	expand := func(s string) string {
		for name, input := range action.Inputs {
			value, ok := inputs[name]
			if !ok {
				value = input.Default
			}
			s = strings.ReplaceAll(s, "${{ inputs."+name+" }}", value)
		}
		return s
	}
	var last result
	for _, step := range action.Runs.Steps {
		env := []string{"RUNNER_TEMP=" + temp, "GITHUB_ACTION_PATH=" + root}
		for name, value := range step.Env {
			env = append(env, name+"="+expand(value))
		}
		// The shell "bash" of GitHub.
		last = run(t, dir, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", expand(step.Run))
	}
	if last.code != 3 {
		t.Errorf("exit code %d, want 3\n%s", last.code, last.stderr)
	}
	want := "file=before/endpoints/controller.go,line="
	if !strings.Contains(last.stdout, want) {
		t.Errorf("no annotation with %q:\n%s", want, last.stdout)
	}
	sarif, err := os.ReadFile(filepath.Join(dir, "k8slint.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(sarif), `"ruleId"`) {
		t.Errorf("no result in the SARIF file:\n%s", sarif)
	}
	if page := readFile(t, filepath.Join(dir, "k8slint.html")); !strings.Contains(page, `"place":"before/endpoints/controller.go:`) {
		t.Errorf("no finding in the report:\n%s", page)
	}
}

// TestWorkflows checks that the workflows, ours and the examples, can be read
// and name what this repository has.
func TestWorkflows(t *testing.T) {
	for _, name := range []string{".github/workflows/ci.yml", ".github/workflows/release.yml", "docs/ci/github.yml"} {
		var workflow struct {
			Jobs map[string]struct {
				Steps []struct {
					Uses string
					With map[string]string
				}
			}
		}
		readYAML(t, name, &workflow)
		var action struct{ Inputs map[string]any }
		readYAML(t, "action.yml", &action)
		for _, job := range workflow.Jobs {
			for _, step := range job.Steps {
				if step.Uses != "./" && !strings.HasPrefix(step.Uses, "k8slint/k8slint@") {
					continue
				}
				for input := range step.With {
					if _, ok := action.Inputs[input]; !ok {
						t.Errorf("%s: the action has no input %s", name, input)
					}
				}
			}
		}
	}
}

// TestGitLab runs the script of the example for GitLab.
func TestGitLab(t *testing.T) {
	var pipeline map[string]struct{ Script []string }
	readYAML(t, "docs/ci/gitlab.yml", &pipeline)
	dir := copyExamples(t)
	script := pipeline["k8slint"].Script
	if len(script) != 3 || !strings.HasPrefix(script[0], "go install github.com/k8slint/k8slint/cmd/k8slint@") {
		t.Fatalf("script = %q", script)
	}
	env := []string{
		"CI_PROJECT_DIR=" + dir,
		"PATH=" + filepath.Dir(k8slint) + string(filepath.ListSeparator) + os.Getenv("PATH"),
	}
	if out := run(t, dir, env, "bash", "-c", script[1]); out.code != 0 {
		t.Errorf("the report: exit code %d, want 0\n%s", out.code, out.stderr)
	}
	if page := readFile(t, filepath.Join(dir, "k8slint.html")); !strings.Contains(page, "<title>k8slint: ") {
		t.Errorf("no report:\n%s", page)
	}
	out := run(t, dir, env, "bash", "-c", script[2])
	if out.code != 3 {
		t.Errorf("exit code %d, want 3\n%s", out.code, out.stderr)
	}
	var report []struct {
		CheckName   string `yaml:"check_name"`
		Fingerprint string
		Severity    string
		Location    struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	content, err := os.ReadFile(filepath.Join(dir, "gl-code-quality-report.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(content, &report); err != nil { // JSON is YAML
		t.Fatal(err)
	}
	if len(report) == 0 {
		t.Fatal("the report is empty")
	}
	seen := map[string]bool{}
	for _, r := range report {
		if r.CheckName == "" || r.Severity == "" || r.Location.Path == "" || r.Location.Lines.Begin == 0 || r.Fingerprint == "" || seen[r.Fingerprint] {
			t.Errorf("not a finding of its own: %+v", r)
		}
		seen[r.Fingerprint] = true
	}
}
