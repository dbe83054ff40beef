package project

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

// wrapped is a Gradle project of one module whose wrapper is a script.
func wrapped(t *testing.T, script string) (dir string) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	dir = need.Folder(t, map[string]string{
		"settings.gradle": "", "shop/build.gradle": "dependencies {\n  implementation 'com.acme:tools:1.2'\n}\n",
		"shop/src/main/java/demo/Shop.java": "package demo;\nclass Shop {}\n",
		"gradlew":                           "#!/bin/sh\n" + script,
	})
	if err := os.Chmod(filepath.Join(dir, "gradlew"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAGradleBuildIsAskedForItsClassPaths(t *testing.T) {
	dir := wrapped(t, `mkdir -p shop/build && printf 'library /x/tools.jar\nlibrary /x/classes\ntest /x/own\ntest /x/tools.jar\nclasses /x/own\noption -Dsize=1 2\n' > shop/build/beagle-classpath
case "$*" in *beagleClassPath*) ;; *) exit 1;; esac
`)
	if err := AskGradle(t.Context(), dir, func(string) {}); err != nil {
		t.Fatal(err)
	}
	p, err := Look(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	told, found := p.ReadTold(filepath.Join(dir, "shop"))
	if !found || !slices.Equal(told.Libraries, []string{"/x/tools.jar"}) || !slices.Equal(told.Tests, []string{"/x/own", "/x/tools.jar"}) ||
		!slices.Equal(told.Classes, []string{"/x/own"}) || !slices.Equal(told.Options, []string{"-Dsize=1 2"}) {
		t.Errorf("told %+v, %v", told, found)
	}
	p.libraries(t.Context(), Asking{Runs: true, Cache: t.TempDir(), Say: func(said string) { t.Errorf("also asked: %s", said) }})
	if !slices.Equal(p.ClassPath, []string{"/x/tools.jar"}) {
		t.Errorf("class path %q", p.ClassPath)
	}
}

func TestWhatABuildSaidBeforeItChangedDoesNotCount(t *testing.T) {
	dir := wrapped(t, "exit 0\n")
	need.File(t, filepath.Join(dir, "shop/build/beagle-classpath"), "library /x/tools.jar\n")
	p, err := Look(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(filepath.Join(dir, "shop/build.gradle"), later, later); err != nil {
		t.Fatal(err)
	}
	if told, found := p.ReadTold(filepath.Join(dir, "shop")); found {
		t.Errorf("told %+v", told)
	}
}

func TestAGradleBuildThatCannotBeAskedSaysWhy(t *testing.T) {
	dir := wrapped(t, `printf 'FAILURE: Build failed.\n\n* What went wrong:\nPlugin x was not found\n  in any repository\n\n* Try:\n' >&2; exit 1
`)
	err := AskGradle(t.Context(), dir, func(string) {})
	if err == nil || err.Error() != "gradle says: Plugin x was not found in any repository" {
		t.Errorf("said %v", err)
	}
}

// A wrapper that cannot download its Gradle says so with a stack trace.
func TestWhereAWrapperHasNoGradleTheInstalledOneIsAsked(t *testing.T) {
	dir := wrapped(t, `echo 'Exception in thread "main" java.net.UnknownHostException: somewhere' >&2; exit 1
`)
	folder := need.Folder(t, map[string]string{"gradle": "#!/bin/sh\nmkdir -p shop/build && echo 'library /x/tools.jar' > shop/build/beagle-classpath\n"})
	if err := os.Chmod(filepath.Join(folder, "gradle"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if err := AskGradle(t.Context(), dir, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "shop/build/beagle-classpath")); err != nil {
		t.Error(err)
	}
}

func TestAMavenProjectIsNotAskedByGradle(t *testing.T) {
	dir := wrapped(t, "exit 1\n")
	need.File(t, filepath.Join(dir, "pom.xml"), "<project/>")
	if err := AskGradle(t.Context(), dir, func(string) {}); err != nil {
		t.Error(err)
	}
}

func TestGradleItselfSaysClassPaths(t *testing.T) {
	if _, err := exec.LookPath("gradle"); err != nil || !need.Long() {
		t.Skip("Gradle, with a library; BEAGLE_LONG=1 runs it, where Gradle is installed")
	}
	module := "apply plugin: 'java'\nrepositories { mavenCentral() }\n"
	dir := need.Folder(t, map[string]string{
		"settings.gradle":                    "include 'stock', 'shop'\nproject(':shop').name = 'the-shop'\n",
		"stock/build.gradle":                 module,
		"stock/src/main/java/demo/A.java":    "package demo;\npublic class A {}\n",
		"shop/build.gradle":                  module + "def version = '3.14.0'\ndependencies {\n  compile project(':stock')\n  compile \"org.apache.commons:commons-lang3:$version\"\n  testCompile 'junit:junit:4.13.2'\n}\ntest { systemProperty 'size', 3 }\napply plugin: 'application'\nmainClassName = 'demo.B'\nrun { args 'a', 'a'; systemProperty 'deep', 1 }\nstartScripts { classpath += files('conf') }\n",
		"shop/src/main/java/demo/B.java":     "package demo;\npublic class B {}\n",
		"shop/src/test/java/demo/BTest.java": "package demo;\npublic class BTest {}\n",
	})
	if err := AskGradle(t.Context(), dir, func(string) {}); err != nil {
		t.Fatal(err)
	}
	p, err := Look(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	told, found := p.ReadTold(filepath.Join(dir, "shop"))
	if !found || len(told.Libraries) != 1 || filepath.Base(told.Libraries[0]) != "commons-lang3-3.14.0.jar" || !slices.Equal(told.Options, []string{"-Dsize=3"}) {
		t.Errorf("told %+v, %v", told, found)
	}
	shop := filepath.Join(dir, "shop")
	if run := told.Runs; len(run) != 1 || run[0].Class != "demo.B" || run[0].Dir != shop || !slices.Equal(run[0].Arguments, []string{"a", "a"}) ||
		!slices.Contains(run[0].Options, "-Ddeep=1") || !slices.Contains(run[0].Path, filepath.Join(shop, "conf")) {
		t.Errorf("told to run %+v", run)
	}
	path := strings.Join(told.Tests, "\n")
	for _, want := range []string{filepath.Join(dir, "stock/build/classes/java/main"), filepath.Join(dir, "shop/build/classes/java/test"), "junit-4.13.2.jar"} {
		if !strings.Contains(path, want) {
			t.Errorf("the class path of tests lacks %s:\n%s", want, path)
		}
	}
	if strings.Contains(path, "stock.jar") {
		t.Errorf("nothing builds this jar:\n%s", path)
	}
}
