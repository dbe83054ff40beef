package config

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"beagle/internal/need"
)

func folderWith(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		need.File(t, filepath.Join(dir, name), "")
	}
	return dir
}

func TestAFolderSuggestsSettings(t *testing.T) {
	dir := folderWith(t, "src/main/java/A.java", "model/m.repository", "model/m.calibrated.repository", "model/m_source_statement_links.xml", "pom.xml", "target/classes/x.repository")
	c, models := Guess(dir, "")
	if c.Model != filepath.Join(dir, "model/m.repository") || c.Links != filepath.Join(dir, "model/m_source_statement_links.xml") ||
		len(c.Sources) != 1 || c.Sources[0] != filepath.Join(dir, "src/main/java") || len(c.Build) == 0 || len(models) != 1 {
		t.Errorf("guessed %+v of %q", c, models)
	}
}

func TestEachOfSeveralModelsGetsWhatLiesNearIt(t *testing.T) {
	dir := folderWith(t,
		"a/model/a.repository", "a/model/a_source_statement_links.xml", "a/src/main/java/A.java", "a/pom.xml",
		"deep/in/b/b.repository", "deep/in/b/src/B.java", "c.repository")
	in := func(name string) string { return filepath.Join(dir, name) }
	first, models := Guess(dir, "")
	if want := []string{in("c.repository"), in("a/model/a.repository"), in("deep/in/b/b.repository")}; !reflect.DeepEqual(models, want) {
		t.Errorf("found %q, want %q", models, want)
	}
	if first.Model != in("c.repository") || first.Links != "" || len(first.Sources) > 0 {
		t.Errorf("of c, guessed %q with %q and %q, which are those of a", first.Model, first.Links, first.Sources)
	}
	for _, c := range []struct{ model, links, source, pom string }{
		{"a/model/a.repository", in("a/model/a_source_statement_links.xml"), "a/src/main/java", "a/pom.xml"},
		{"deep/in/b/b.repository", "", "deep/in/b/src", ""},
	} {
		got, _ := Guess(dir, in(c.model))
		if got.Model != in(c.model) || got.Links != c.links || !reflect.DeepEqual(got.Sources, []string{in(c.source)}) || c.pom != "" != slices.Contains(got.Build, c.pom) {
			t.Errorf("of %s, guessed %+v", c.model, got)
		}
	}
}

func TestAProgramInSeveralModulesSuggestsTheSourcesOfAll(t *testing.T) {
	dir := folderWith(t, "model/m.repository", "pom.xml", "core/src/main/java/A.java", "web/src/main/java/B.java", "core/target/src/main/java/C.java")
	c, _ := Guess(dir, "")
	if want := []string{filepath.Join(dir, "core/src/main/java"), filepath.Join(dir, "web/src/main/java")}; !reflect.DeepEqual(c.Sources, want) {
		t.Errorf("guessed %q, want %q", c.Sources, want)
	}
}
