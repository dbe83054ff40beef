package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/adrg/xdg"

	"beagle/internal/need"
)

// home gives agreements a folder of the test's own.
func home(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
}

func TestAnAgreementHoldsUntilAFileChangesThatDecidesWhatRuns(t *testing.T) {
	for _, file := range []string{
		"pom.xml", "module/pom.xml", ".mvn/jvm.config", ".mvn/extensions.xml", "mvnw", "gradlew", "settings.gradle", "app/build.gradle.kts",
		"gradle/wrapper/gradle-wrapper.properties", "gradle/wrapper/gradle-wrapper.jar", "gradle/libs.versions.toml", "buildSrc/src/main/java/Plugin.java", "Makefile",
	} {
		home(t)
		dir := need.Folder(t, map[string]string{"src/main/java/A.java": "class A {}", "pom.xml": "<project/>"})
		if Agreed(dir) {
			t.Fatal("agreed before anybody was asked")
		}
		if err := Agree(dir); err != nil {
			t.Fatal(err)
		}
		if !Agreed(dir) {
			t.Fatal("the agreement is forgotten")
		}
		need.File(t, filepath.Join(dir, filepath.FromSlash(file)), "other")
		if Agreed(dir) {
			t.Errorf("%s has changed, and the agreement still holds", file)
		}
	}
}

func TestAnAgreementOutlivesEditsOfSourcesAndBuilds(t *testing.T) {
	home(t)
	dir := need.Folder(t, map[string]string{"src/main/java/org/gradle/A.java": "class A {}", "pom.xml": "<project/>"})
	if err := Agree(dir); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"src/main/java/org/gradle/A.java", "target/classes/META-INF/maven/pom.xml", "buildSrc/build/classes/A.class", ".gradle/8/checksums.lock", "model/a.repository"} {
		need.File(t, filepath.Join(dir, filepath.FromSlash(file)), "other")
	}
	if !Agreed(dir) {
		t.Error("building ends the agreement")
	}
}

func TestAnAgreementIsOneFoldersAndItsOwnersAlone(t *testing.T) {
	home(t)
	files := map[string]string{"pom.xml": "<project/>"}
	one, other := need.Folder(t, files), need.Folder(t, files)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(one, link); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := Agree(link); err != nil {
		t.Fatal(err)
	}
	if !Agreed(one) || Agreed(other) {
		t.Errorf("agreed for the folder: %v, for another one with the same files: %v", Agreed(one), Agreed(other))
	}
	for path, mode := range map[string]os.FileMode{Folder(): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
	kept, err := filepath.Glob(filepath.Join(Folder(), "*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v %v", kept, err)
	}
	if info, err := os.Stat(kept[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%s: %v %v", kept[0], info.Mode(), err)
	}
}
