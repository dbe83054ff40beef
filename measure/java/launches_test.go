package java

import (
	"testing"

	"beagle/internal/need"
	"beagle/measure"
)

var (
	intoClasses = [][]string{{"javac", "-d", "classes", "src/main/java/demo/Main.java"}}
	intoJar     = append(intoClasses[:1:1], []string{"mkdir", "lib"}, []string{"jar", "--create", "--file", "lib/app.jar", "-C", "classes", "."}, []string{"rm", "-r", "classes"})
)

// The ways in which people start Java are all measured as they are.
func TestProgramsAreMeasuredAsTheyAreLaunched(t *testing.T) {
	installed := jdks(t)
	module := map[string]string{"src/main/java/module-info.java": "module demo { }\n"}
	intoModule := [][]string{{"javac", "-d", "mods/demo", "src/main/java/module-info.java", "src/main/java/demo/Main.java"}}
	for _, c := range []struct {
		name  string
		short bool // also without BEAGLE_LONG=1
		subject
	}{
		{"an argument file", true, subject{
			files: map[string]string{"run.args": "# the program\n-cp \"PROJECT/classes\"\n  -Dx='a b' demo.Main"},
			build: intoClasses, launch: command("java", "@run.args", "exit"), exit: 4,
		}},
		{"a class path with a wildcard", false, subject{build: intoJar, launch: command("java", "-cp", "nothing:lib/*", "demo.Main")}},
		{"a jar", false, subject{
			files: map[string]string{"manifest": "Main-Class: demo.Main\nClass-Path: lib/app.jar\n"},
			build: append(intoJar[:4:4], []string{"jar", "--create", "--file", "run.jar", "--manifest", "manifest"}), launch: command("java", "-jar", "run.jar"),
		}},
		{"a module", true, subject{files: module, build: intoModule, launch: command("java", "--module-path", "mods", "-m", "demo/demo.Main", "exit"), exit: 4}},
		{"a module in a jar", false, subject{
			files: module, build: append(intoModule[:1:1], []string{"mkdir", "lib"}, []string{"jar", "--create", "--file", "lib/demo.jar", "-C", "mods/demo", "."}),
			launch: command("java", "-p", "lib", "--module", "demo/demo.Main"),
		}},
		{"a patched module", false, subject{
			files:  map[string]string{"src/main/java/module-info.java": "module demo { }\n", "old/demo/Main.java": "package demo; class Main { }\n"},
			build:  [][]string{{"javac", "-d", "mods/demo", "src/main/java/module-info.java", "old/demo/Main.java"}, {"javac", "-d", "patch", "src/main/java/demo/Main.java"}},
			launch: command("java", "--module-path=mods", "--patch-module", "demo=patch", "--add-modules", "java.logging", "-m", "demo/demo.Main"),
		}},
		{"its source", false, subject{launch: command("java", "src/main/java/demo/Main.java")}},
		{"the variable of the class path", false, subject{build: intoClasses, launch: with(command("java", "demo.Main"), "CLASSPATH", "classes")}},
		{"options in JAVA_TOOL_OPTIONS", false, subject{build: intoClasses, launch: with(command("java", "-cp", "classes", "demo.Main"), "JAVA_TOOL_OPTIONS", "-Xmx200m -Dx=y")}},
		{"the class path in JDK_JAVA_OPTIONS", false, subject{build: intoClasses, launch: with(command("java", "demo.Main"), "JDK_JAVA_OPTIONS", "-cp classes")}},
		{"classes of Java 8", false, subject{
			build: [][]string{{"javac", "-nowarn", "--release", "8", "-d", "classes", "src/main/java/demo/Main.java"}}, launch: command("java", "-cp", "classes", "demo.Main"),
		}},
		{"a folder of the project", false, subject{build: intoClasses, launch: measure.Launch{Name: "main", Command: []string{"java", "-cp", ".", "demo.Main"}, Dir: "classes"}}},
		{"a script that starts two JVMs", false, subject{
			files: map[string]string{
				"two.sh":           "#!/bin/sh\njava -cp other Other &\njava -cp classes demo.Main\ncode=$?\nwait\nexit $code\n",
				"other/Other.java": other,
			},
			build: append(intoClasses[:1:1], []string{"javac", "-d", "other", "other/Other.java"}), launch: command("./two.sh"),
		}},
		{"a JVM that starts a JVM", false, subject{
			files: map[string]string{"other/Forks.java": forks},
			build: append(intoClasses[:1:1], []string{"javac", "-d", "other", "other/Forks.java"}), launch: command("java", "-cp", "other", "Forks"),
		}},
		{"Python", false, subject{
			files: map[string]string{"run.py": "import os, subprocess\nsubprocess.run(['java', '-version'], capture_output=True)\nos.execvp('java', ['java', '-cp', 'classes', 'demo.Main'])\n"},
			build: intoClasses, launch: command("python3", "run.py"),
		}},
		{"a wrapper with its own session and folder", false, subject{
			files: map[string]string{"wrap.sh": "#!/bin/sh\n# as docker run --rm image does\nexec setsid --wait env -C classes nice java -cp . demo.Main \"$@\"\n"},
			build: intoClasses, launch: command("./wrap.sh", "exit"), exit: 4,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.short && !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			t.Parallel()
			notes, _ := c.deliver(t)
			if !says(notes, "delivery", "no build is set") {
				t.Errorf("notes: %v", notes)
			}
		})
	}
	for _, j := range installed {
		t.Run(j.name+" by its path", func(t *testing.T) {
			if !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			t.Parallel()
			s := subject{build: [][]string{{j.tool("javac"), "-d", "classes", "src/main/java/demo/Main.java"}}, launch: command(j.tool("java"), "-cp", "classes", "demo.Main")}
			s.deliver(t)
		})
		t.Run(j.name+" by JAVA_HOME", func(t *testing.T) {
			if !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			t.Parallel()
			s := subject{
				files:  map[string]string{"run.sh": "#!/bin/sh\nexec \"$JAVA_HOME/bin/java\" -cp classes demo.Main\n"},
				build:  [][]string{{j.tool("javac"), "-d", "classes", "src/main/java/demo/Main.java"}},
				launch: with(command("./run.sh"), "JAVA_HOME", j.home),
			}
			s.deliver(t)
		})
	}
}

const (
	other = "public class Other { public static void main(String[] args) throws Exception { Thread.sleep(500); } }\n"
	forks = `public class Forks {
    public static void main(String[] args) throws Exception {
        System.exit(new ProcessBuilder("java", "-cp", "classes", "demo.Main").inheritIO().start().waitFor());
    }
}
`
)

func command(words ...string) measure.Launch { return measure.Launch{Name: "main", Command: words} }

func with(l measure.Launch, name, value string) measure.Launch {
	l.Env = map[string]string{name: value}
	return l
}
