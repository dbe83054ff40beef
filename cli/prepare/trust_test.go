package prepare

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/adrg/xdg"

	"beagle/cli/app"
	"beagle/internal/need"
	"beagle/model"
)

// asking is a person, or a script, that is asked about code of a project.
func asking(t *testing.T, answers string, terminal bool) (a *app.App, said *bytes.Buffer, dir string) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	said = &bytes.Buffer{}
	return &app.App{In: strings.NewReader(answers), Out: said, Err: said, Interactive: terminal}, said, need.Folder(t, map[string]string{"pom.xml": "<project/>"})
}

func TestAScriptIsRefusedUntilSomebodyTrustsTheProject(t *testing.T) {
	a, said, dir := asking(t, "", false)
	var refused model.Problem
	if err := MayRun(t.Context(), a, Code{Dir: dir, Commands: []string{"mvn \x1b]52;c;UFdO\a"}}); !errors.As(err, &refused) || !strings.Contains(refused.Hint, "--trust") || !strings.Contains(refused.Message, "mvn") {
		t.Fatalf("asked is %v", err)
	} else if strings.Contains(refused.Message, "\x1b") {
		t.Errorf("a command's escape sequences are said: %q", refused.Message)
	}
	if err := MayRun(t.Context(), a, Code{Dir: dir, Commands: []string{"mvn"}, Ordered: true}); err != nil || !strings.Contains(said.String(), ": mvn") {
		t.Errorf("with --yes: %v, said %q", err, said)
	}
	if app.Agreed(dir) {
		t.Error("--yes, which is for this time, is remembered")
	}
	if err := MayRun(t.Context(), a, Code{Dir: dir, Commands: []string{"mvn"}, Trust: true}); err != nil {
		t.Fatal(err)
	}
	if err := MayRun(t.Context(), a, Code{Dir: dir, Commands: []string{"mvn"}}); err != nil {
		t.Errorf("--trust is not remembered: %v", err)
	}
}

func TestAPersonIsAskedOnceForAFolder(t *testing.T) {
	a, said, dir := asking(t, "y\n", true)
	for range 2 { // the second time nobody answers
		if err := MayRun(t.Context(), a, Code{Dir: dir, Commands: []string{"mvn"}}); err != nil {
			t.Fatalf("%v; said %s", err, said)
		}
	}
	if asked := strings.Count(said.String(), "Run it?"); asked != 1 {
		t.Errorf("asked %d times: %s", asked, said)
	}
}

func TestNothingRunsWherePeopleSayNo(t *testing.T) {
	a, _, dir := asking(t, "n\n", true)
	if err := MayRun(t.Context(), a, Code{Dir: dir, Commands: []string{"mvn"}}); err == nil || app.Agreed(dir) {
		t.Errorf("%v, agreed %v", err, app.Agreed(dir))
	}
}
