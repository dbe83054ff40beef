package launches

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/extract/project"
	"beagle/internal/need"
)

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		need.File(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}

// twoModules has tests of JUnit 5 and TestNG in one module, and tests of JUnit 4 that use
// the first module's class in another one.
func twoModules(t *testing.T) (dir string) {
	dir = t.TempDir()
	needs := func(what ...string) (all string) {
		for _, one := range what {
			part := strings.Split(one, ":")
			all += "<dependency><groupId>" + part[0] + "</groupId><artifactId>" + part[1] + "</artifactId><version>" + part[2] + "</version></dependency>"
		}
		return "<dependencies>" + all + "</dependencies>"
	}
	own := "<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>"
	module := func(name, more string) string {
		return "<project><modelVersion>4.0.0</modelVersion><parent><groupId>demo</groupId><artifactId>all</artifactId><version>1</version></parent><artifactId>" + name + "</artifactId>" + more + "</project>"
	}
	write(t, dir, map[string]string{
		"pom.xml":                            "<project><modelVersion>4.0.0</modelVersion><groupId>demo</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging><modules><module>core</module><module>web</module></modules>" + own + "</project>",
		"core/pom.xml":                       module("core", needs("org.junit.jupiter:junit-jupiter:5.10.3", "org.testng:testng:7.5.1")),
		"core/src/main/java/demo/Stock.java": "package demo;\npublic class Stock { public int left() { return 7; } }",
		"core/src/test/java/demo/StockTest.java": "package demo;\nimport org.junit.jupiter.api.Test;\nimport static org.junit.jupiter.api.Assertions.*;\n" +
			"class StockTest { @Test void left() { assertEquals(7, new Stock().left()); System.out.println(\"ran in \" + new java.io.File(\"\").getAbsoluteFile().getName()); } @Test void wrong() { fail(); } }",
		"core/src/test/java/demo/OtherTest.java": "package demo;\nimport org.testng.annotations.Test;\npublic class OtherTest { @Test public void left() { if (new Stock().left() != 7) throw new AssertionError(); } }",
		"web/pom.xml":                            module("web", needs("demo:core:1", "junit:junit:4.13.2")),
		"web/src/main/java/demo/web/Shop.java":   "package demo.web;\npublic class Shop { public int sell() { return new demo.Stock().left(); } }",
		"web/src/test/java/demo/web/ShopTest.java": "package demo.web;\nimport org.junit.Test;\nimport static org.junit.Assert.*;\n" +
			"public class ShopTest { @Test public void sells() { assertEquals(7, new Shop().sell()); } }",
		"web/src/test/java/demo/web/BadTest.java": "package demo.web;\nimport org.junit.Test;\nimport static org.junit.Assert.*;\n" +
			"public class BadTest { @Test public void one() { fail(); } @Test public void two() { fail(); } }",
	})
	return dir
}

func TestTestsOfEveryFrameworkRunWithoutTheirBuild(t *testing.T) {
	need.Maven(t)
	dir := twoModules(t)
	p, err := project.Look(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Find(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	build := Asked(Build(p, all))
	cmd := exec.CommandContext(t.Context(), build[0], build[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	direct, err := Look(t.Context(), p, all, filepath.Join(dir, "model", "launch"))
	if err != nil {
		t.Fatal(err)
	}
	direct.Take(all)
	for name, want := range map[string]struct {
		says string
		code int
	}{
		"tests of core": {"2 tests passed, 1 failed", 0},
		"StockTest":     {"ran in core", 0},
		"OtherTest":     {"1 tests passed, 0 failed", 0},
		"ShopTest":      {"1 tests passed, 0 failed", 0},
		"BadTest":       {"0 tests passed, 2 failed, the first by\njava.lang.AssertionError", 4}, // then the build runs them
	} {
		i := slices.IndexFunc(all, func(f Found) bool { return f.Launch.Name == name })
		l := Briefly(all[i].Launch)
		cmd := exec.CommandContext(t.Context(), l.Command[0], l.Command[1:]...)
		cmd.Dir = filepath.Join(dir, l.Dir)
		out, _ := cmd.CombinedOutput()
		if !strings.Contains(string(out), want.says) || cmd.ProcessState.ExitCode() != want.code {
			t.Errorf("%s in %s ended with exit code %d and said\n%s", l.Command, l.Dir, cmd.ProcessState.ExitCode(), out)
		}
		for _, word := range l.Command {
			if strings.Contains(word, dir) { // a copy of the project has classes of its own
				t.Errorf("%s names %s", name, word)
			}
		}
		if _, ok := direct.Built(all, &all[i].Launch); !ok {
			t.Errorf("the build does not run %s", name)
		}
	}
}

// What tests do once is what they do; measured is mostly what comes after that.
func TestTestsRunAgainForAWhile(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	if err := compile(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{
		"src/org/junit/runner/JUnitCore.java": "package org.junit.runner;\npublic class JUnitCore { public static class Result { public int getRunCount() { return 1; } public int getFailureCount() { return 0; } }\n" +
			"  public Result run(Class<?>... all) throws Exception { System.out.println(\"once\"); Thread.sleep(100); return new Result(); } }",
		"src/demo/ATest.java": "package demo;\npublic class ATest { }",
	})
	out, err := exec.CommandContext(t.Context(), "javac", "-d", dir, filepath.Join(dir, "src/org/junit/runner/JUnitCore.java"), filepath.Join(dir, "src/demo/ATest.java")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for seconds, again := range map[string]bool{"0": false, "1": true} {
		out, err := exec.CommandContext(t.Context(), "java", "-cp", dir, runnerClass, seconds, "demo.ATest").CombinedOutput()
		if n := strings.Count(string(out), "once"); err != nil || n > 1 != again || n == 0 {
			t.Errorf("for %s s they ran %d times: %v\n%s", seconds, n, err, out)
		}
	}
}

// A sample of long tests runs, and a class that does not end ends nothing but the launch.
func TestLongAndEndlessTestsEnd(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	text := strings.NewReplacer("30_000_000_000L", "500_000_000L", "60_000", "1_500").Replace(string(runnerSource))
	write(t, dir, map[string]string{
		"src/BeagleTests.java": text,
		"src/org/junit/runner/JUnitCore.java": "package org.junit.runner;\npublic class JUnitCore { public static class Result { public int getRunCount() { return 1; } public int getFailureCount() { return 0; } }\n" +
			"  public Result run(Class<?>... all) throws Exception { System.out.println(all[0].getSimpleName()); Thread.sleep(all[0].getSimpleName().equals(\"Endless\") ? 60000 : 200); return new Result(); } }",
		"src/demo/All.java": "package demo;\nclass A { }\nclass B { }\nclass C { }\nclass D { }\nclass E { }\nclass F { }\nclass G { }\nclass H { }\nclass Endless { }",
	})
	out, err := exec.CommandContext(t.Context(), "javac", "-d", dir, filepath.Join(dir, "src/BeagleTests.java"), filepath.Join(dir, "src/org/junit/runner/JUnitCore.java"), filepath.Join(dir, "src/demo/All.java")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ran := func(classes ...string) string {
		out, _ := exec.CommandContext(t.Context(), "java", append([]string{"-cp", dir, runnerClass, "0"}, classes...)...).CombinedOutput()
		return string(out)
	}
	if said := ran("demo.A", "demo.B", "demo.C", "demo.D", "demo.E", "demo.F", "demo.G", "demo.H"); strings.Count(said, "\n") > 6 || !strings.Contains(said, "tests passed, 0 failed") {
		t.Errorf("of eight classes of 200 ms those ran that began within 500 ms, and it says\n%s", said)
	}
	if said := ran("demo.Endless"); !strings.Contains(said, "demo.Endless did not end") {
		t.Errorf("of a class that does not end it says\n%s", said)
	}
}

func TestTestsKeepTheOptionsThatTheirBuildGivesThem(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"pom.xml":      "<project><!-- <argLine>-Xmx64g</argLine> --><argLine>@{argLine} -Xss4m --add-opens java.base/java.lang=ALL-UNNAMED ${more} -javaagent:x.jar</argLine></project>",
		"core/pom.xml": "<project/>",
	})
	want := []string{"-Xss4m", "--add-opens", "java.base/java.lang=ALL-UNNAMED"}
	if got := options(&project.Project{Dir: dir}, filepath.Join(dir, "core")); !slices.Equal(got, want) {
		t.Errorf("the options are %q", got)
	}
}

func TestModulesOfAlikeNamesHaveFilesOfTheirOwn(t *testing.T) {
	dir := t.TempDir()
	d, files := Direct{project: &project.Project{Dir: dir}, folder: "launch"}, map[string]bool{}
	modules := []string{"", "tests", "core-api", "core/api", "core--api"}
	for _, module := range modules {
		files[d.file(filepath.Join(dir, module), ".args")] = true
	}
	if len(files) != len(modules) {
		t.Errorf("files of %q are %v", modules, files)
	}
}
