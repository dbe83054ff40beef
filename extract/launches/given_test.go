package launches

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/extract/project"
	"beagle/internal/need"
)

// launched are the commands, behind the class path, of the classes with main that a project has, each
// with the folder in which it runs.
func launched(t *testing.T, files map[string]string) (all []string) {
	t.Helper()
	found, _ := found(t, files)
	for _, f := range found {
		if f.Source != "" {
			all = append(all, strings.TrimSpace(f.Launch.Dir+" "+strings.Join(f.Launch.Command[3:], " ")))
		}
	}
	return all
}

const sorts = "package shop;\nclass Sort { public static void main(String[] args) { for (String one : args) { run(one); } } }"

// execPom is a pom whose exec plug-in is set so.
func execPom(settings, more string) string {
	return "<project><properties><size>500</size><twice>${size}</twice></properties>" + more + "<build><plugins><plugin><artifactId>exec-maven-plugin</artifactId>" + settings + "</plugin></plugins></build></project>"
}

func TestAMavenBuildGivesAClassTheArgumentsOfItsExecPlugIn(t *testing.T) {
	for settings, want := range map[string][]string{
		"<configuration><mainClass>shop.Sort</mainClass><arguments><argument>in.txt</argument><argument>${project.basedir}/out</argument></arguments></configuration>":                                                                                                                                                            {"shop.Sort in.txt ./out"},
		"<configuration><mainClass>shop.Sort</mainClass><commandlineArgs>a 'b c'</commandlineArgs></configuration>":                                                                                                                                                                                                               {"shop.Sort a b c"},
		"<configuration><mainClass>shop.Sort</mainClass><arguments><argument>${who.knows}</argument></arguments></configuration>":                                                                                                                                                                                                 {"shop.Sort"},
		"<configuration><executable>java</executable><arguments><argument>-Xmx1g</argument><argument>-classpath</argument><classpath/><argument>shop.Sort</argument><argument>a</argument></arguments></configuration>":                                                                                                           {"-Xmx1g shop.Sort a"},
		"<configuration><executable>python3</executable><arguments><argument>shop.Sort</argument></arguments></configuration>":                                                                                                                                                                                                    {"shop.Sort"},
		"<configuration><mainClass>shop.Sort</mainClass><systemProperties><systemProperty><key>deep</key><value>yes</value></systemProperty></systemProperties></configuration>":                                                                                                                                                  {"-Ddeep=yes shop.Sort"},
		"<configuration><mainClass>shop.Sort</mainClass></configuration><executions><execution><id>few</id><configuration><arguments><argument>a</argument></arguments></configuration></execution><execution><id>many</id><configuration><arguments><argument>b</argument></arguments></configuration></execution></executions>": {"shop.Sort a", "shop.Sort b"},
	} {
		got := launched(t, map[string]string{"pom.xml": execPom(settings, ""), "src/main/java/shop/Sort.java": sorts})
		if !slices.Equal(got, want) {
			t.Errorf("%s\nlaunched as %q, not %q", settings, got, want)
		}
	}
}

func TestPropertiesOfAPomSayWhatIsRunAndHow(t *testing.T) {
	got := launched(t, map[string]string{
		"pom.xml":                           "<project><properties><words>a b</words></properties></project>",
		"core/pom.xml":                      "<project><properties><exec.mainClass>shop.Sort</exec.mainClass><exec.args>${words} c</exec.args></properties></project>",
		"core/src/main/java/shop/Sort.java": sorts,
	})
	if !slices.Equal(got, []string{"core shop.Sort a b c"}) {
		t.Errorf("launched as %q", got)
	}
}

func TestALaunchInAModulesFolderFindsTheClassesOfAll(t *testing.T) {
	all, p := found(t, map[string]string{
		"pom.xml": "<project/>", "core/src/main/java/shop/Cart.java": "package shop;\nclass Cart { }", "core/pom.xml": "<project/>",
		"web/pom.xml":                      execPom("<configuration><mainClass>shop.Sort</mainClass><arguments><argument>a</argument></arguments></configuration>", ""),
		"web/src/main/java/shop/Sort.java": sorts, "web/target/classes/shop/Sort.class": "",
	})
	if f := all[0]; f.Launch.Dir != "web" || f.Launch.Command[2] != filepath.FromSlash("target/classes")+string(filepath.ListSeparator)+"../core/target/classes" || f.Unbuilt(p) {
		t.Errorf("launched in %s by %q, unbuilt %t", f.Launch.Dir, f.Launch.Command, f.Unbuilt(p))
	}
}

func TestNumbersThatABuildGivesVaryAroundThem(t *testing.T) {
	reads := "package shop;\nclass Sort { public static void main(String[] args) { new Sort(Integer.parseInt(args[1]), args[0]); } }"
	for arguments, want := range map[string]string{
		"in.txt 100":         "in.txt {n2} map[n2:[25 50 100 200]]",
		"5 in.txt":           "5 in.txt map[]",
		"-n 8 --seed 77":     "-n {n2} --seed 77 map[n2:[2 4 8 16]]",
		"x 1":                "x 1 map[]",
		"-a 9 -b 9 -c 9":     "-a {n2} -b {n4} -c 9 map[n2:[2 4 9 18] n4:[2 4 9 18]]",
		"x 123456789012":     "x 123456789012 map[]",
		"-p 2 -n 3 --port 9": "-p {n2} -n {n4} --port 9 map[n2:[1 2 4] n4:[1 3 6]]",
	} {
		all, _ := found(t, map[string]string{
			"pom.xml": execPom("<configuration><mainClass>shop.Sort</mainClass><commandlineArgs>"+arguments+"</commandlineArgs></configuration>", ""), "src/main/java/shop/Sort.java": reads,
		})
		l := all[0].Launch
		if got := fmt.Sprint(strings.Join(l.Command[4:], " "), " ", l.Vary); got != want {
			t.Errorf("%s: %s, not %s", arguments, got, want)
		}
	}
}

func TestAGradleBuildFileSaysTheArgumentsThatItWritesOut(t *testing.T) {
	for build, want := range map[string]string{
		"mainClassName = 'shop.Sort'\nrun { args 'a', \"b\" }":                                                          "shop.Sort a b",
		"application { mainClass = 'shop.Sort' }\nrun {\n  args = [\n    'a', // first\n    'b',\n  ]\n}":               "shop.Sort a b",
		"application { mainClass.set(\"shop.Sort\") }\ntasks.named<JavaExec>(\"run\") { args = listOf(\"a\", \"b\") }":  "shop.Sort a b",
		"application { mainClass = 'shop.Sort' }\nrun { args project.sizes }":                                           "shop.Sort",
		"application { mainClass = 'shop.Sort' }\nrun { args \"$size\" }":                                               "shop.Sort",
		"task many(type: JavaExec) { main = 'shop.Sort'; classpath = sourceSets.main.runtimeClasspath\n  args 'many' }": "shop.Sort many",
		"tasks.register(\"many\", JavaExec::class) {\n  mainClass.set(\"shop.Sort\")\n  args(\"many\")\n}":              "shop.Sort many",
		"application { mainClass = 'shop.Sort' }\n// run { args 'a' }\n":                                                "shop.Sort",
	} {
		if got := launched(t, map[string]string{"build.gradle": build, "src/main/java/shop/Sort.java": sorts}); len(got) != 1 || got[0] != want {
			t.Errorf("%s\nlaunched as %q, not %q", build, got, want)
		}
	}
}

// What a build that was asked says counts more than what its file seems to say.
func TestAGradleBuildThatWasAskedSaysHowItRunsClasses(t *testing.T) {
	dir := need.Folder(t, map[string]string{
		"settings.gradle": "include 'web'", "build.gradle": "project(':web') { mainClassName = 'shop.Sort' }",
		"web/src/main/java/shop/Sort.java": sorts, "web/src/main/resources/x.txt": "",
	})
	need.File(t, filepath.Join(dir, "web/build/beagle-classpath"), "run run\nmain shop.Sort\nin "+dir+"/web\nargument a\nargument a\njvm -Dx=1 2\nfolder "+dir+"/web/src/dist/conf\n")
	p, err := project.Look(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Find(t.Context(), p)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	path := strings.Join([]string{"build/classes/java/main", "build/resources/main", "src/dist/conf"}, string(filepath.ListSeparator))
	if l := all[0].Launch; l.Dir != "web" || !slices.Equal(l.Command, []string{"java", "-cp", path, "-Dx=1 2", "shop.Sort", "a", "a"}) {
		t.Errorf("launched in %s by %q", l.Dir, l.Command)
	}
}

func TestNumbersAmongOtherArgumentsVaryInADraft(t *testing.T) {
	all, _ := found(t, map[string]string{"pom.xml": "<project/>", "src/main/java/shop/Main.java": "package shop;\nclass Main { public static void main(String[] args) { run(args[0], Integer.parseInt(args[1])); } }"})
	if draft := all[0].Draft(); !slices.Equal(draft.Command[4:], []string{"ARGUMENT1", "{n2}"}) || len(draft.Vary["n2"]) != 4 || len(all[0].Launch.Vary) != 0 {
		t.Errorf("drafted as %q with %v", draft.Command, draft.Vary)
	}
}

func TestAMainThatLooksAtItsArgumentsOneAfterAnotherWantsSome(t *testing.T) {
	for body, want := range map[string]int{
		"for (int i = 0; i < args.length; i++) { if (args[i].equals(\"-n\")) { n = args[i + 1]; } }": 1,
		"int[] all = new int[9]; for (int i = 0; i < 9; i++) { all[i] = i; }":                        0,
	} {
		all, _ := found(t, map[string]string{"pom.xml": "<project/>", "src/main/java/shop/Main.java": "package shop;\nclass Main { public static void main(String[] args) { " + body + " }\n static int f(int[] args) { return args[k]; } }"})
		if f := all[0]; f.Wants != want || f.Reads != (want > 0) {
			t.Errorf("%s: wants %d, reads %t", body, f.Wants, f.Reads)
		}
	}
}

func TestABuildOfSourcesTooOldForTheCompilerIsMadeAsOldAsItTakes(t *testing.T) {
	said := "[ERROR] Source option 5 is no longer supported. Use 7 or later."
	if got := strings.Join(Newer([]string{"mvn", "-q", "test-compile"}, said), " "); got != "mvn -q -Dmaven.compiler.source=7 -Dmaven.compiler.target=7 test-compile" {
		t.Errorf("built by %s", got)
	}
	if Newer([]string{"gradle", "testClasses"}, said) != nil || Newer([]string{"mvn", "-q", "test-compile"}, "[ERROR] cannot find symbol") != nil {
		t.Error("a build that this does not help is changed")
	}
}
