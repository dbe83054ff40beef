package launches

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"beagle/extract/project"
	"beagle/internal/need"
)

func found(t *testing.T, files map[string]string) (all []Found, p *project.Project) {
	t.Helper()
	dir := need.Folder(t, files)
	p, err := project.Look(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	all, err = Find(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return all, p
}

const pom = "<project><properties><exec.mainClass>shop.Bench</exec.mainClass></properties></project>"

func TestWhatABuildNamesComesFirstAndTestsLast(t *testing.T) {
	all, p := found(t, map[string]string{
		"pom.xml":                               "<project/>",
		"core/pom.xml":                          pom,
		"core/src/main/java/shop/App.java":      "package shop;\n// public static void main(String[] a)\n@SpringBootApplication class App { public static void main(String[] args) { SpringApplication.run(App.class); } }",
		"core/src/main/java/shop/Bench.java":    "package shop;\nclass Bench { public static void main(String[] args) { int n = Integer.parseInt(args[0]); } }",
		"core/src/main/java/shop/Cart.java":     "package shop;\nclass Cart { /* public static void main(String[] args) */ }",
		"core/src/test/java/shop/CartTest.java": "package shop;\nimport org.junit.jupiter.api.Test;\nclass CartTest { @Test void a() {} @Test void b() {} }",
		"core/src/test/java/shop/Helpers.java":  "package shop;\nclass Helpers {}",
	})
	var got []string
	for _, f := range all {
		got = append(got, f.Launch.Name+": "+f.What)
	}
	want := []string{"Bench: main class of the build", "App: class with main", "tests of core: 2 tests in 1 class", "CartTest: 2 tests"}
	if !slices.Equal(got, want) {
		t.Fatalf("found %q, not %q", got, want)
	}
	if b := all[0].Launch; b.Command[len(b.Command)-1] != "{n1}" || len(b.Vary["n1"]) != 4 || b.Command[2] != "core/target/classes" {
		t.Errorf("Bench is launched by %v with %v", b.Command, b.Vary)
	}
	if all[0].Server || !all[1].Server || !all[3].Single {
		t.Errorf("servers and single classes of tests are not told: %+v", all)
	}
	for _, one := range all[2:] { // else the tests of the modules that core needs ran, too
		if c := strings.Join(one.Launch.Command, " "); !strings.Contains(c, "-pl core -am") || !strings.HasSuffix(c, "-Dtest=CartTest test") {
			t.Errorf("%s is run by %s", one.Launch.Name, c)
		}
	}
	if build := Build(p, all); build[0] != "mvn" {
		t.Errorf("the build is %v", build)
	}
}

// Examples beside src/main/java are compiled by no build, so that launching them fails.
func TestAMainThatTheBuildDoesNotCompileComesLast(t *testing.T) {
	const with = "class X { public static void main(String[] args) {} }"
	all, _ := found(t, map[string]string{
		"pom.xml": "<project/>", "Example.java": with, "examples/Sample.java": with, "src/main/java/shop/App.java": "package shop;\n" + with,
	})
	var got []string
	for _, f := range all {
		got = append(got, fmt.Sprintf("%s %t", f.Launch.Name, f.Apart))
	}
	if !slices.Equal(got, []string{"App false", "Example true", "Sample true"}) {
		t.Errorf("found %q", got)
	}
	if all, _ = found(t, map[string]string{"pom.xml": "<project/>", "Example.java": with}); len(all) != 1 || all[0].Apart {
		t.Errorf("where nothing lies in src/main/java: %+v", all)
	}
}

func TestAGradleModuleIsTestedByItsTask(t *testing.T) {
	all, p := found(t, map[string]string{
		"gradlew": "", "build.gradle": "application { mainClass = 'shop.Main' }",
		"web/src/main/java/shop/Main.java":     "package shop;\nclass Main { public static void main(String... args) { } }",
		"web/src/test/java/shop/MainTest.java": "package shop;\nimport org.testng.annotations.Test;\nclass MainTest { @Test public void a() {} }",
	})
	if len(all) != 3 || all[0].What != "main class of the build" {
		t.Fatalf("found %+v", all)
	}
	if c := strings.Join(all[1].Launch.Command, " "); c != "./gradlew -q --continue -p web cleanTest test" {
		t.Errorf("tests are run by %s", c)
	}
	if build := Build(p, all); build[0] != "./gradlew" {
		t.Errorf("the build is %v", build)
	}
}

func TestAMainOfACompactSourceFileIsFound(t *testing.T) {
	all, _ := found(t, map[string]string{
		"src/Start.java": "import module java.base;\n\nvoid main() {\n  int[] all = {1};\n  IO.println(all[0]);\n}\n",
		"src/Sizes.java": "int twice(int n) { return 2 * n; }\nvoid main(String[] args) { twice(Integer.parseInt(args[0])); }\n",
		"src/Other.java": "class Other {\n  void main() { }\n}\n",
	})
	var got []string
	for _, f := range all {
		got = append(got, fmt.Sprint(f.Launch.Name, " ", f.Launch.Command[3:], " ", f.Wants))
	}
	slices.Sort(got)
	if want := []string{"Sizes [Sizes {n1}] 0", "Start [Start] 0"}; !slices.Equal(got, want) {
		t.Errorf("found %q, not %q", got, want)
	}
}

func TestAModuleThatOnlyAProfileListsIsTestedWithIt(t *testing.T) {
	test := "package a;\nimport org.junit.Test;\nclass %s { @Test public void a() {} }"
	all, _ := found(t, map[string]string{
		"pom.xml":                                  "<project><!-- <module>tools/more</module> --><modules><module>core</module></modules><profiles><profile><id>all</id><modules><module>core</module><module>tools</module></modules></profile></profiles></project>",
		"core/pom.xml":                             "<project/>",
		"tools/pom.xml":                            "<project><modules><module>more</module></modules></project>",
		"tools/more/pom.xml":                       "<project/>",
		"core/src/main/java/a/Core.java":           "package a;\nclass Core {}",
		"core/src/test/java/a/CoreTest.java":       fmt.Sprintf(test, "CoreTest"),
		"tools/more/src/test/java/a/MoreTest.java": fmt.Sprintf(test, "MoreTest"),
	})
	got := map[string]string{}
	for _, one := range all {
		if !one.Single {
			got[one.Launch.Name] = strings.Join(one.Launch.Command[:6], " ")
		}
	}
	if got["tests of core"] != "mvn -q -pl core -am -Dmaven.test.failure.ignore=true" || got["tests of tools/more"] != "mvn -q -P all -pl tools/more" {
		t.Errorf("tests are run by %v", got)
	}
}

func TestWithoutABuildJavacCompilesTheMainClasses(t *testing.T) {
	all, p := found(t, map[string]string{
		"src/shop/Main.java": "package shop;\nclass Main { public static void main(String[] args) { System.out.println(args[0] + args[1]); } }",
	})
	if len(all) != 1 || len(all[0].Launch.Vary) != 0 {
		t.Fatalf("found %+v", all)
	}
	if build := strings.Join(Build(p, all), " "); build != "javac -encoding UTF-8 -d target/classes -sourcepath src src/shop/Main.java" {
		t.Errorf("the build is %s", build)
	}
}

func TestAPartOfTheTestsNamesItsClasses(t *testing.T) {
	all, p := found(t, map[string]string{
		"pom.xml": "<project/>", "src/main/java/a/Store.java": "package a;\nclass Store {}",
		"src/test/java/a/StoreTest.java": "package a;\nimport org.junit.Test;\nclass StoreTest { @Test public void a() {} }",
		"src/test/java/b/StoreTest.java": "package b;\nimport org.junit.Test;\nclass StoreTest { @Test public void a() {} }",
		"src/test/java/b/CartTest.java":  "package b;\nimport org.junit.Test;\nclass CartTest { @Test public void a() {} }",
	})
	var classes []string
	for _, one := range all {
		if one.Single {
			classes = append(classes, one.Class)
		}
	}
	if c := strings.Join(Part(p, all[0].Tests, "some", classes).Command, " "); !strings.HasSuffix(c, " -Dtest=a.StoreTest,CartTest,b.StoreTest surefire:test") {
		t.Errorf("three classes are run by %s", c)
	}
}

func TestAMainThatReadsTextsIsTold(t *testing.T) {
	all, _ := found(t, map[string]string{
		"A.java": "class A { public static void main(String[] args) { new java.io.File(args[0]); } }",
		"B.java": "class B { public static void main(String[] args) { Integer.parseInt(args[0]); } }",
	})
	if len(all) != 2 || !all[0].Reads || all[1].Reads {
		t.Errorf("found %+v", all)
	}
}

func TestAMainThatTheBuildLeavesOutIsTold(t *testing.T) {
	all, p := found(t, map[string]string{
		"pom.xml": "<project/>", "core/pom.xml": "<project/>", "examples/pom.xml": "<project/>", "core/target/classes/a/A.class": "",
		"core/src/main/java/a/A.java":     "package a;\nclass A { public static void main(String[] args) { } }",
		"examples/src/main/java/a/B.java": "package a;\nclass B { public static void main(String[] args) { } }",
	})
	for _, f := range all {
		if f.Unbuilt(p) != (f.Class == "a.B") {
			t.Errorf("%s is not built: %v", f.Class, f.Unbuilt(p))
		}
	}
}

// An abstract class of tests runs nothing itself; those that extend it run its tests.
func TestInheritedTestsRunInTheClassesThatInheritThem(t *testing.T) {
	all, _ := found(t, map[string]string{
		"pom.xml": "<project/>", "src/main/java/a/A.java": "package a;\nclass A {}",
		"src/test/java/a/AbstractTest.java": "package a;\nimport org.junit.Test;\npublic abstract class AbstractTest<T> { @Test public void a() {} @Test public void b() {} }",
		"src/test/java/a/MiddleTest.java":   "package a;\npublic abstract class MiddleTest extends AbstractTest<String> { }",
		"src/test/java/a/RealTest.java":     "package a;\npublic class RealTest extends MiddleTest { }",
		"src/test/java/a/Helper.java":       "package a;\npublic class Helper extends Object { }",
	})
	if len(all) != 2 || all[0].What != "2 tests in 1 class" || all[1].Class != "a.RealTest" {
		t.Errorf("found %+v", all)
	}
}

func TestMainsThatWantArgumentsAreDraftedWithThem(t *testing.T) {
	main := func(body string) string {
		return "package shop;\nclass Main { public static void main(String[] args) { " + body + " } }"
	}
	for body, want := range map[string][]string{
		"new Main().run(new File(args[0]), args[2]);":                 {"ARGUMENT1", "ARGUMENT2", "ARGUMENT3"},
		"System.exit(new CommandLine(new Main()).execute(args));":     {"ARGUMENT1"},
		"for (String one : args) { run(one); }":                       {"ARGUMENT1"},
		"if (args.length > 9) { return; } run();":                     nil,
		"int n = Integer.parseInt(args[0]); run(n);":                  {"{n1}"},
		"SpringApplication.run(Main.class, args);":                    nil,
		"HttpServer.create(new InetSocketAddress(8080), 0).start(); ": nil,
	} {
		all, _ := found(t, map[string]string{"pom.xml": "<project/>", "src/main/java/shop/Main.java": main(body)})
		if len(all) != 1 {
			t.Fatalf("%s: %+v", body, all)
		}
		draft := all[0].Draft()
		if got := draft.Command[4:]; !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", body, got, want)
		}
		if all[0].Server != (len(draft.Load) > 0) {
			t.Errorf("%s: a server is %v, who uses it is %q", body, all[0].Server, draft.Load)
		}
	}
}

func TestWhatStandsInTextsIsNoComment(t *testing.T) {
	all, _ := found(t, map[string]string{
		"Web.java": "class Web {\n  String all = \"/**\", url = \"http://shop\"; char quote = '\"';\n  public static void main(String[] args) { }\n  /* public static void main(String[] args) */\n}",
		"Not.java": "class Not {\n  String all = \"a\\\"/*\";\n  /* public static void main(String[] args) */\n}",
	})
	if len(all) != 1 || all[0].Class != "Web" {
		t.Errorf("found are %+v", all)
	}
}

// A launch is known by its name.
func TestClassesOfOneSimpleNameAreLaunchedByTheirWholeNames(t *testing.T) {
	test := "import org.junit.jupiter.api.Test;\nclass AppTest { @Test void a() {} }"
	all, _ := found(t, map[string]string{
		"pom.xml": "<project/>", "a/pom.xml": "<project/>", "b/pom.xml": "<project/>",
		"a/src/main/java/a/Main.java":       "package a;\npublic class Main { public static void main(String[] args) { } }",
		"b/src/main/java/b/Main.java":       "package b;\npublic class Main { public static void main(String[] args) { } }",
		"b/src/main/java/b/Other.java":      "package b;\npublic class Other { public static void main(String[] args) { } }",
		"a/src/test/java/shop/AppTest.java": "package shop;\n" + test, "b/src/test/java/shop/AppTest.java": "package shop;\n" + test,
	})
	names := map[string]bool{}
	for _, f := range all {
		names[f.Launch.Name] = true
	}
	for _, want := range []string{"a.Main", "b.Main", "Other", "shop.AppTest of a", "shop.AppTest of b"} {
		if !names[want] {
			t.Errorf("none is called %s: %v", want, names)
		}
	}
	if len(names) != len(all) {
		t.Errorf("%d launches are called %v", len(all), names)
	}
}
