package jdk

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatCompilersSayIsReadWhateverHandsItOn(t *testing.T) {
	for _, c := range []struct {
		name, log string
		want      []Rejection
	}{
		{"javac", "a project/A.java:12: error: ';' expected\n  int x\n       ^\nB.java:3: error: no\n1 error\n", []Rejection{
			{"a project/A.java", 12, 8, "';' expected"}, {"B.java", 3, 0, "no"},
		}},
		{"javac on Windows", "C:\\a b\\A.java:12: error: no\r\n  int x\r\n  ^\r\n", []Rejection{{"C:\\a b\\A.java", 12, 3, "no"}}},
		{"javac in German", "A.java:1: Warnung: [rawtypes] nein\nA.java:2: Fehler: nein\n", []Rejection{{"A.java", 2, 0, "Fehler: nein"}}},
		{"Ant", "    [javac] /p/A.java:12: error: no\n", []Rejection{{"/p/A.java", 12, 0, "no"}}},
		{"Maven, in colour", "[␛[1;31mERROR␛[m] /p/a b/A.java:[12,5] no\n[\x1b[1;33mWARNING\x1b[m] /p/A.java:[3,1] [deprecation] so\n", []Rejection{{"/p/a b/A.java", 12, 5, "no"}}},
		{"only warnings, where they are errors", "[WARNING] /p/A.java:[3,1] [deprecation] so\nA.java:4: warning: [cast] so\n", []Rejection{{"/p/A.java", 3, 1, "[deprecation] so"}, {"A.java", 4, 0, "warning: [cast] so"}}},
		{"a stack trace", "\tat demo.Main.main(Main.java:3)\n", nil},
		{"a test's report", "Tests in error: A.java was slow: 12\n", nil},
	} {
		got, err := Rejections(strings.NewReader(c.log))
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
	}
}
