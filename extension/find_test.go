package extension

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"

	"beagle/model"
)

// place puts an extension into a folder.
func place(t *testing.T, dir, name, manifest string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "beagle-"+name)
	for path, text := range map[string]string{program: "#!/bin/sh\n", program + ".json": manifest} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return program
}

func home(t *testing.T) (data string) {
	t.Helper()
	data = t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("PATH", "relative:/usr/bin:"+filepath.Join(data, "path"))
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	return data
}

const good = `{"manifest": 1, "name": "peaks", "version": "0.1", "doc": "finds peaks", "points": ["analyser"]}`

func TestExtensionsAreFoundAndNoneIsRun(t *testing.T) {
	data := home(t)
	place(t, filepath.Join(data, "beagle", "extensions", "peaks"), "peaks", good)
	found := Find()
	if len(found) != 1 || found[0].Name != "peaks" || found[0].Problem != nil || found[0].Hash == "" {
		t.Fatalf("found %+v", found)
	}
	if _, err := Named("peeks", found); err == nil || !strings.Contains(err.Error(), `there is no extension "peeks"`) {
		t.Error(err)
	}
	place(t, filepath.Join(data, "path"), "peaks", good)
	found = Find()
	if len(found) != 2 || found[0].Problem == nil || !strings.Contains(found[1].Problem.Error(), "there are two extensions peaks: ") {
		t.Errorf("one name twice: %+v", found)
	}
	if f, err := Named(filepath.Join(data, "path", "beagle-peaks"), found); err != nil || f.Name != "peaks" {
		t.Errorf("by its path: %v", err)
	}
}

func TestAWrongManifestIsSaid(t *testing.T) {
	home(t)
	for manifest, want := range map[string]string{
		`{"manifest": 2, "name": "peaks"}`:                         "of version 2; this Beagle reads version 1",
		`{"manifest": 1, "name": "other", "points": ["analyser"]}`: `names the extension "other", its program "peaks"`,
		`{"manifest": 1, "name": "peaks", "points": ["judge"]}`:    `has the point "judge"`,
		`{"manifest": 1, "name": "peaks"}`:                         "has no points",
		`{"manifest": "one"}`:                                      "no JSON of the right form",
		`{`:                                                        "no JSON of the right form",
		strings.Repeat(" ", 1<<20):                                 "cannot be read",
		`{"manifest": 1, "name": "peaks", "points": ["analyser"], "within": 1e9}`: "up to 3600",
	} {
		_, err := readManifest(place(t, t.TempDir(), "peaks", manifest))
		if err == nil || !strings.Contains(err.Error(), want) || model.AsProblem(err, "").File == "" {
			t.Errorf("%.60s: %v", manifest, err)
		}
	}
}

func TestAnAgreementHoldsForTheVeryBytes(t *testing.T) {
	data := home(t)
	program := place(t, filepath.Join(data, "path"), "peaks", good)
	found := Find()
	agreed := Agreements{program: found[0].Hash}
	if err := agreed.Save(); err != nil {
		t.Fatal(err)
	}
	if chosen, problems := Chosen(nil); len(chosen) != 1 || chosen[0] != program || len(problems) != 0 {
		t.Errorf("chosen %v, %v", chosen, problems)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\nrm -rf /\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if chosen, problems := Chosen(nil); len(chosen) != 0 || len(problems) != 1 || !strings.Contains(problems[0].Message, "not what you agreed to") {
		t.Errorf("changed: chosen %v, %v", chosen, problems)
	}
	if chosen, _ := Chosen([]string{"peaks"}); len(chosen) != 1 {
		t.Errorf("named: chosen %v", chosen)
	}
}

func TestAnAnswerHoldsForTheVeryBytes(t *testing.T) {
	a, f := Agreements{}, Found{Program: "/x/beagle-x", Hash: "1"}
	if a.Answered(&f) || a.Changed(&f) {
		t.Error("nothing was asked yet")
	}
	a.Answer(&f, false)
	if !a.Answered(&f) || a.Holds(&f) {
		t.Error("no is an answer, and no agreement")
	}
	f.Hash = "2"
	if a.Answered(&f) || a.Changed(&f) {
		t.Error("what was refused and has changed is asked about again, and nobody agreed to it")
	}
	a.Answer(&f, true)
	if f.Hash = "3"; a.Answered(&f) || !a.Changed(&f) {
		t.Error("what was agreed to and has changed is to be said")
	}
}
