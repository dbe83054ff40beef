package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// stub is a beagle that writes its arguments and the reports that are asked for, and ends with $CODE.
const stub = `#!/bin/bash
printf '%s\n' "$@" > "$OUT/arguments"
[ "$CODE" = 1 ] && exit 1
while [ $# -gt 0 ]; do [ "$1" = --report ] && echo "costs in $2" > "$2"; shift; done
exit "$CODE"
`

// shell runs a script as CI does, with the stub as beagle, and returns its exit code.
func shell(t *testing.T, dir, script string, env ...string) int {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "beagle"), []byte(stub), 0o700); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	c.Dir = dir
	c.Env = append([]string{"PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH"), "OUT=" + dir}, env...)
	out, _ := c.CombinedOutput()
	t.Logf("%s", out)
	return c.ProcessState.ExitCode()
}

func parsed(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheStepsOfTheGitHubActionRun(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	var action struct {
		Runs struct {
			Steps []struct {
				Run string            `yaml:"run"`
				Env map[string]string `yaml:"env"`
			} `yaml:"steps"`
		} `yaml:"runs"`
	}
	parsed(t, read(t, "action.yml"), &action)
	install, verify := action.Runs.Steps[0], action.Runs.Steps[1]
	if code := shell(t, t.TempDir(), install.Run); code != 0 {
		t.Errorf("a beagle that is there is not taken: exit code %d", code)
	}
	for _, test := range []struct {
		code, undecided, against string
		want                     int
		summary                  bool
	}{
		{"0", "pass", "", 0, true},
		{"4", "pass", "", 0, true},
		{"4", "fail", "", 4, true},
		{"7", "pass", "my base.json", 7, true},
		{"1", "pass", "", 1, false},
	} {
		dir := t.TempDir()
		env := []string{"CODE=" + test.code, "RUNNER_TEMP=" + dir, "GITHUB_STEP_SUMMARY=" + dir + "/summary", "GITHUB_OUTPUT=" + dir + "/output"}
		for name := range verify.Env {
			value := map[string]string{"DIRECTORY": "my project", "AGAINST": test.against, "FOR": "5s", "UNDECIDED": test.undecided}[name]
			env = append(env, name+"="+value)
		}
		if got := shell(t, dir, verify.Run, env...); got != test.want {
			t.Errorf("%+v: exit code %d", test, got)
		}
		arguments := read(t, dir+"/arguments")
		if !strings.HasPrefix(arguments, "verify\nmy project\n--trust\n--for\n5s\n") || strings.Contains(arguments, "--against\n"+test.against+"\n") != (test.against != "") {
			t.Errorf("%+v: %s", test, arguments)
		}
		summary, _ := os.ReadFile(dir + "/summary")
		output, _ := os.ReadFile(dir + "/output")
		if strings.Contains(string(summary), "costs.md") != test.summary || strings.Contains(string(output), "costs.sarif") != test.summary {
			t.Errorf("%+v: summary %q, output %q", test, summary, output)
		}
	}
}

func TestTheStepsOfTheGitLabTemplateRun(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	head, job, _ := strings.Cut(read(t, "templates/verify.yml"), "---\n")
	var spec struct {
		Spec struct {
			Inputs map[string]struct {
				Default string `yaml:"default"`
			} `yaml:"inputs"`
		} `yaml:"spec"`
	}
	parsed(t, head, &spec)
	for name, input := range spec.Spec.Inputs {
		job = strings.ReplaceAll(job, "$[[ inputs."+name+" ]]", `"`+input.Default+`"`)
	}
	if strings.Contains(job, "$[[") {
		t.Fatalf("an input is not declared:\n%s", job)
	}
	var jobs map[string]struct {
		Variables map[string]string `yaml:"variables"`
		Script    []string          `yaml:"script"`
	}
	parsed(t, job, &jobs)
	dir := t.TempDir()
	env := []string{"CODE=7"}
	for name, value := range jobs["beagle-verify"].Variables {
		env = append(env, name+"="+value)
	}
	if code := shell(t, dir, strings.Join(jobs["beagle-verify"].Script, "\n"), env...); code != 7 {
		t.Errorf("exit code %d", code)
	}
	if got := read(t, dir+"/arguments"); !strings.HasPrefix(got, "verify\n.\n--trust\n--for\n1m\n--report\ncosts.json\n") {
		t.Errorf("%s", got)
	}
}
