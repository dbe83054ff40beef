package extension

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"beagle/extension"

	"beagle/internal/need"
)

// Every beginning passes its own test and all cases of the kit.
func TestEveryBeginningWorks(t *testing.T) {
	for language, needs := range map[string]func(testing.TB){"python": need.Python, "java": need.Java, "go": func(testing.TB) {}, "shell": func(testing.TB) {}} {
		for _, kind := range kindNames() {
			if kind != "analyser" && language != "python" {
				continue
			}
			t.Run(language+" "+kind, func(t *testing.T) {
				needs(t)
				dir := filepath.Join(t.TempDir(), "mine")
				if _, err := writeSkeleton(dir, "mine", kind, language); err != nil {
					t.Fatal(err)
				}
				test := exec.CommandContext(t.Context(), "sh", "test.sh")
				test.Dir, test.Env = dir, append(os.Environ(), "BEAGLE=/nowhere", "GOFLAGS=-mod=mod")
				if output, err := test.CombinedOutput(); err != nil || !strings.Contains(string(output), "test.sh: ok") {
					t.Fatalf("%v: %s", err, output)
				}
				found, err := extension.Named(dir+"/beagle-mine", nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range Run(t.Context(), found, t.TempDir()) {
					if !o.OK {
						t.Errorf("%s: %s", o.Case, o.Detail)
					}
				}
			})
		}
	}
}

func TestWhatCannotBeWrittenIsSaid(t *testing.T) {
	dir := t.TempDir()
	for want, args := range map[string][4]string{
		"is no name":       {dir + "/x", "Peaks!", "analyser", "python"},
		"there is no kind": {dir + "/x", "peaks", "judge", "python"},
		"no beginning in":  {dir + "/x", "peaks", "analyser", "cobol"},
		"in Python only":   {dir + "/x", "peaks", "reporter", "go"},
		"is there already": {dir, "peaks", "analyser", "python"},
	} {
		if _, err := writeSkeleton(args[0], args[1], args[2], args[3]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
