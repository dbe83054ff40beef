package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

func find(t *testing.T, files map[string]string) (*Project, error) {
	t.Helper()
	return Find(t.Context(), need.Folder(t, files), Asking{Runs: true, Cache: t.TempDir(), Say: func(string) {}})
}

func TestModulesAreFoldersWithABuildFileAndSources(t *testing.T) {
	p, err := find(t, map[string]string{
		"settings.gradle":                            "",
		"shop/build.gradle":                          "",
		"shop/src/main/java/shop/Cart.java":          "package shop;\nclass Cart {}",
		"shop/src/test/java/shop/CartTest.java":      "package shop;\nclass CartTest {}",
		"shop/build/generated/sources/shop/Gen.java": "package shop;\nclass Gen {}",
		"shop/build/tmp/shop/Old.java":               "package shop;\nclass Old {}",
		"stock/build.gradle":                         "",
		"stock/src/main/java/stock/Shelf.java":       "/* package wrong; */\npackage stock;\nclass Shelf {}",
		"stock/src/main/kotlin/stock/Other.kt":       "package stock",
		"stock/src/main/java/shop/Cart.java":         "package shop;\nclass Cart {}",
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range p.Modules {
		names = append(names, m.Name)
	}
	if !slices.Equal(names, []string{"shop", "stock"}) || len(p.Modules[0].Files) != 1 || len(p.Modules[0].Made) != 1 || len(p.Modules[1].Files) != 1 {
		t.Errorf("modules %v: %+v %+v", names, p.Modules[0], p.Modules[1])
	}
	if folders := p.Folders(); !slices.ContainsFunc(folders, func(f string) bool { return strings.HasSuffix(filepath.ToSlash(f), "shop/src/main/java") }) {
		t.Errorf("folders %v", folders)
	}
	for _, rule := range []string{"other-language", "two-classes"} {
		if !slices.ContainsFunc(p.Problems, func(p2 model.Problem) bool { return p2.Rule == rule }) {
			t.Errorf("nothing says %s: %v", rule, p.Problems)
		}
	}
}

func TestAPlainFolderIsOneModule(t *testing.T) {
	p, err := find(t, map[string]string{"code/a/A.java": "package a;\nclass A {}", "code/B.java": "class B {}"})
	if err != nil || len(p.Modules) != 1 || len(p.Modules[0].Files) != 2 || len(p.Folders()) != 1 {
		t.Errorf("%+v %v", p, err)
	}
}

func TestPackagesMayBeCalledAsFoldersOfBuildsAre(t *testing.T) {
	p, err := find(t, map[string]string{
		"pom.xml.txt": "", "src/main/java/a/build/A.java": "package a.build;\nclass A {}", "src/main/java/a/target/B.java": "package a.target;\nclass B {}",
		"src/main/java/a/out/C.java": "package a.out;\nclass C {}", "src/main/java/a/test/D.java": "package a.test;\nclass D {}", "build/tmp/E.java": "class E {}", "out/F.java": "class F {}",
	})
	if err != nil || len(p.Modules) != 1 || len(p.Modules[0].Files) != 4 {
		t.Errorf("%+v %v", p.Modules, err)
	}
}

func TestFoldersWithoutSourcesSayWhy(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		says  string
	}{
		{map[string]string{"readme.txt": ""}, "no Java sources"},
		{map[string]string{"src/main/kotlin/A.kt": ""}, "only Kotlin"},
		{map[string]string{"src/test/java/A.java": "class A {}"}, "only tests"},
	} {
		if _, err := find(t, c.files); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.files, err)
		}
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	dir := need.Folder(t, map[string]string{"file": "", "src/a/A.java": "package a;\nclass A {}", "src/a/Shut.java": "package a;\nclass Shut {}", "src/b/B.java": "package b;\nclass B {}"})
	if _, err := Look(t.Context(), filepath.Join(dir, "file")); err == nil || !strings.Contains(err.Error(), "this is a file") {
		t.Errorf("of a file it is said: %v", err)
	}
	if os.Geteuid() == 0 {
		t.Skip("nothing is unreadable for root")
	}
	if err := errors.Join(os.Chmod(filepath.Join(dir, "src", "b"), 0), os.Chmod(filepath.Join(dir, "src", "a", "Shut.java"), 0)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(dir, "src", "b"), 0o700) // so that the folder can be removed
	p, err := Look(t.Context(), dir)
	if err != nil || len(p.Modules[0].Files) != 1 {
		t.Fatalf("found is %+v, %v", p, err)
	}
	if said := fmt.Sprint(p.Problems); !strings.Contains(said, "2 files and folders") || !strings.Contains(said, "src/b (permission denied)") {
		t.Errorf("said is %s", said)
	}
	if err := os.Chmod(filepath.Join(dir, "src"), 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(dir, "src"), 0o700)
	if _, err := Look(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "that can be read: src (permission denied)") {
		t.Errorf("of a folder that is shut it is said: %v", err)
	}
}

func TestGradleLibrariesWithCoordinatesAreKnown(t *testing.T) {
	dir := need.Folder(t, map[string]string{"build.gradle": "dependencies {\n  implementation 'com.acme:tools:1.2'\n  api(\"org.acme:more:3\")\n  testImplementation 'junit:junit:4'\n  implementation project(':stock')\n}\n"})
	found := gradleArtifacts(filepath.Join(dir, "build.gradle"))
	if len(found) != 2 || found[0].Name != "tools" || found[1].Version != "3" {
		t.Errorf("%v", found)
	}
}

func TestModulesOfAProjectThatIsNotWholeSayTheirLibraries(t *testing.T) {
	dir := need.Folder(t, map[string]string{
		"pom.xml":                   "<project><modules><module>shop</module><module>gone</module></modules></project>",
		"shop/pom.xml":              "<project/>",
		"shop/src/main/java/S.java": "class S {}",
		"bin/mvn":                   "#!/bin/sh\n" + brokenMaven,
	})
	if err := os.Chmod(filepath.Join(dir, "bin", "mvn"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	p, err := Find(t.Context(), dir, Asking{Runs: true, Cache: t.TempDir(), Say: func(string) {}})
	if err != nil || !slices.Equal(p.ClassPath, []string{"/repository/tools.jar"}) {
		t.Errorf("the class path is %v, %v", p.ClassPath, err)
	}
	said := slices.IndexFunc(p.Problems, func(p model.Problem) bool { return p.Rule == "class-path" })
	if said < 0 || !strings.Contains(p.Problems[said].Message, "Child module gone") {
		t.Errorf("said: %v", p.Problems)
	}
}

func TestModulesThatOnlyAProfileNamesSayTheirLibraries(t *testing.T) {
	dir := need.Folder(t, map[string]string{
		"pom.xml":                   "<project><artifactId>all</artifactId><profiles><profile><modules><module>demo</module></modules></profile></profiles></project>",
		"src/main/java/A.java":      "class A {}",
		"demo/pom.xml":              "<project><artifactId>demo</artifactId></project>",
		"demo/src/main/java/D.java": "class D {}",
		"bin/mvn":                   "#!/bin/sh\n" + strings.Replace(brokenMaven, "exit 1", "echo '<project><artifactId>all</artifactId></project>' > \"$out\"; exit 0", 1),
	})
	if err := os.Chmod(filepath.Join(dir, "bin", "mvn"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	p, err := Find(t.Context(), dir, Asking{Runs: true, Cache: t.TempDir(), Say: func(string) {}})
	if err != nil || !slices.Equal(p.ClassPath, []string{"/repository/tools.jar"}) || len(p.Problems) > 0 {
		t.Errorf("the class path is %v, %v, %v", p.ClassPath, p.Problems, err)
	}
}

// brokenMaven is a Maven for which a project's module is missing: it answers for one module
// at a time only, and resolves whatever it is asked for.
const brokenMaven = `
for one in "$@"; do
  case "$one" in
    -Doutput=*) out=${one#*=} ;;
    -Dmdep.outputFile=*) jars=${one#*=} ;;
    --non-recursive) alone=1 ;;
  esac
done
if [ -n "$jars" ]; then
  echo /repository/tools.jar > "$jars"
elif [ -n "$alone" ]; then
  echo '<project><groupId>g</groupId><artifactId>a</artifactId><dependencies><dependency><groupId>com.acme</groupId><artifactId>tools</artifactId><version>1</version></dependency></dependencies></project>' > "$out"
else
  echo '[ERROR] [ERROR] Some problems were encountered while processing the POMs:'
  echo '[ERROR] Child module gone of pom.xml does not exist @ '
  exit 1
fi
`

func TestAModuleOfGeneratedSourcesAloneIsReadWithTheOthers(t *testing.T) {
	p, err := find(t, map[string]string{
		"shop/build.gradle": "", "shop/src/main/java/shop/Cart.java": "package shop;\nclass Cart { wire.Message m; }",
		"wire/build.gradle": "", "wire/build/generated/sources/wire/Message.java": "package wire;\npublic class Message {}",
	})
	if err != nil {
		t.Fatal(err)
	}
	files, own := p.Files()
	if len(files) != 2 || own != 1 || !strings.HasSuffix(files[1], "Message.java") {
		t.Errorf("read are %v, of which %d are its own", files, own)
	}
	if _, err := find(t, map[string]string{"wire/build.gradle": "", "wire/build/generated/sources/wire/Message.java": "package wire;\npublic class Message {}"}); err == nil {
		t.Error("generated sources alone are a program")
	}
}

func TestPackagesOfItalyAreNoTests(t *testing.T) {
	p, err := find(t, map[string]string{"src/it/unibo/Main.java": "package it.unibo;\nclass Main {}", "src/it/unibo/it/More.java": "package it.unibo.it;\nclass More {}", "it/Checks.java": "class Checks {}"})
	if err != nil || len(p.Modules) != 1 || len(p.Modules[0].Files) != 2 || len(p.Tests()) != 1 {
		t.Errorf("%+v %v", p, err)
	}
}

func TestLanguagesAreToldInOneOrder(t *testing.T) {
	files := map[string]string{"a/A.kt": "", "a/B.scala": "", "a/C.groovy": ""}
	for range 10 {
		if _, err := find(t, files); err == nil || !strings.Contains(err.Error(), "only Groovy and Kotlin and Scala") {
			t.Fatalf("%v", err)
		}
	}
	files["a/D.java"] = "class D {}"
	for range 10 {
		p, err := find(t, files)
		if err != nil {
			t.Fatal(err)
		}
		said := fmt.Sprint(p.Problems)
		if !(strings.Index(said, "Groovy") < strings.Index(said, "Kotlin") && strings.Index(said, "Kotlin") < strings.Index(said, "Scala")) {
			t.Fatalf("said is %s", said)
		}
	}
}

// What Maven said is kept whole: read again, the project is the same.
func TestWhatMavenSaidIsTheSameTheNextTime(t *testing.T) {
	dir := need.Folder(t, map[string]string{"pom.xml": "<project/>", "src/main/java/S.java": "class S {}", "tools.jar": "", "own.jar": ""})
	need.File(t, filepath.Join(dir, "bin", "mvn"), "#!/bin/sh\n"+strings.ReplaceAll(latinMaven, "DIR", dir))
	if err := os.Chmod(filepath.Join(dir, "bin", "mvn"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	cache := t.TempDir()
	for _, when := range []string{"first", "second"} {
		p, err := Find(t.Context(), dir, Asking{Runs: true, Cache: cache, Say: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(p.ClassPath)
		if p.Encoding != "ISO-8859-1" || !slices.Equal(p.ClassPath, []string{filepath.Join(dir, "own.jar"), filepath.Join(dir, "tools.jar")}) {
			t.Errorf("the %s time the class path is %v, and sources are in %q", when, p.ClassPath, p.Encoding)
		}
		if err := os.WriteFile(filepath.Join(dir, "bin", "mvn"), []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil { // what is kept is not asked for again
			t.Fatal(err)
		}
	}
}

// latinMaven is a Maven of a project in another encoding, with a library that lies in the project.
const latinMaven = `
for one in "$@"; do
  case "$one" in
    -Doutput=*) out=${one#*=} ;;
    -Dmdep.outputFile=*) jars=${one#*=} ;;
  esac
done
if [ -n "$jars" ]; then
  echo DIR/tools.jar > "$jars"
else
  echo '<project><groupId>g</groupId><artifactId>a</artifactId><properties><project.build.sourceEncoding>ISO-8859-1</project.build.sourceEncoding></properties><dependencies><dependency><groupId>com.acme</groupId><artifactId>tools</artifactId><version>1</version></dependency><dependency><groupId>com.acme</groupId><artifactId>own</artifactId><version>1</version><scope>system</scope><systemPath>DIR/own.jar</systemPath></dependency></dependencies></project>' > "$out"
fi
`
