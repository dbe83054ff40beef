package project

import (
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

func TestABuildFileThatCannotBeReadIsToldWithWhy(t *testing.T) {
	for name, c := range map[string]struct{ pom, says string }{
		"too large":       {"<project><!--" + strings.Repeat("x", MaxBuild) + "--></project>", "is larger than 4 MB"},
		"no XML":          {"<project><modules></project>", "is no XML that can be read"},
		"cut":             {"<project><artifactId>a", "is no XML that can be read"},
		"no encoding":     {"<?xml version=\"1.0\" encoding=\"klingon\"?><project/>", "nobody knows the encoding"},
		"as it should be": {"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<project>\n<name>\xe4</name></project>\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := need.Folder(t, map[string]string{"pom.xml": c.pom, "src/main/java/A.java": "class A {}"})
			p, err := Look(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			var told []string
			for _, problem := range p.Problems {
				if problem.Rule == "build-file" {
					told = append(told, problem.Message)
					if problem.File != filepath.Join(dir, "pom.xml") || problem.Hint == "" {
						t.Errorf("it is told of %q, with the hint %q", problem.File, problem.Hint)
					}
				}
			}
			if c.says == "" && len(told) > 0 || c.says != "" && (len(told) != 1 || !strings.Contains(told[0], c.says)) {
				t.Errorf("told is %q, not %q", told, c.says)
			}
		})
	}
}
