package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/measure"
)

func TestLaunchesToCompleteAreACommentThatBecomesSettings(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, FileName)
	const old = "# mine\nmodel: shop.repository\n"
	if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	first := []measure.Launch{{Name: "Old", Command: []string{"java", "Old"}, Repeat: 1}}
	server := measure.Launch{Name: "Web", Command: []string{"java", "Web"}, Load: []string{"USE-IT"}, Repeat: 1}
	server.Ready.Port = 8080
	for _, list := range [][]measure.Launch{first, {{Name: "Convert", Command: []string{"java", "-cp", "a:b", "Convert", "ARGUMENT1"}, Repeat: 3}, server}} {
		if err := Propose(file, dir, list, "complete them"); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if !strings.HasSuffix(text, "\n"+old) || strings.Contains(text, "Old") || strings.Count(text, proposed) != 1 {
		t.Errorf("the file is\n%s", text)
	}
	if l, err := parse(file, dir, data); err != nil || len(asConfig(l, file).Launch) > 0 {
		t.Errorf("a comment is a setting: %v", err)
	}
	_, comment, _ := strings.Cut(text, "\n")
	comment, _, _ = strings.Cut(comment, "\n\n")
	l, err := parse(file, dir, []byte(strings.ReplaceAll(comment, "# ", "")))
	if err != nil {
		t.Fatal(err)
	}
	launch := asConfig(l, file).Launch
	if len(launch) != 2 || launch[0].Command[4] != "ARGUMENT1" || launch[1].Ready.Port != 8080 || launch[1].Load[0] != "USE-IT" {
		t.Errorf("without the # there are %+v", launch)
	}
}
