package classes

import (
	"os"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
)

func TestCommandsSayWhereClassesAre(t *testing.T) {
	dir := need.Folder(t, map[string]string{
		"lib/a.jar": "", "lib/b.jar": "", "mods/m/module-info.class": "", "mods/n.jar": "",
		"run.args": "-cp \"lib/a.jar\" # not lib/b.jar\n -ea\n demo.Main -cp no",
		"cp.args":  "-cp\nclasses",
	})
	for _, c := range []struct {
		line string // words
		env  map[string]string
		want string // "path | modules | options | agents"
	}{
		{"java demo.Main -cp no", nil, ". | | |"},
		{"java -ea -cp classes:lib/a.jar demo.Main", nil, "classes lib/a.jar | | |"},
		{"java --class-path=lib/* demo.Main", nil, "lib/a.jar lib/b.jar | | |"},
		{"java demo.Main", map[string]string{"CLASSPATH": "out"}, "out | | |"},
		{"java -classpath x demo.Main", map[string]string{"CLASSPATH": "out"}, "x | | |"},
		{"java -cp x -jar app.jar @more", nil, "app.jar | | |"},
		{"java @run.args", nil, "lib/a.jar | | |"},
		{"java @cp.args demo.Main @absent", nil, "classes | | |"},
		{"java -p mods -m demo/demo.Main", nil, "| mods/n.jar mods/m | |"},
		{"java --module-path mods/n.jar --patch-module n=patch --add-modules java.sql -cp x --module n/a.B", nil, "x | patch mods/n.jar | --add-modules java.sql |"},
		{"java --enable-preview --add-exports=java.base/sun.nio.ch=ALL-UNNAMED -cp x A", nil, "x | | --enable-preview --add-exports java.base/sun.nio.ch=ALL-UNNAMED |"},
		{"java -javaagent:a.jar=x,y -agentpath:/b.so -cp x A", map[string]string{"JAVA_TOOL_OPTIONS": `-Dx=y "-javaagent:c d.jar"`, "JDK_JAVA_OPTIONS": "-agentlib:jdwp=z"}, "x | | | c d.jar jdwp a.jar /b.so"},
		{"java A", map[string]string{"JDK_JAVA_OPTIONS": "-cp y"}, "y | | |"},
		{"java src/A.java", nil, "| | | source"},
	} {
		t.Run(c.line, func(t *testing.T) {
			got, err := ReadCommand(strings.Fields(c.line), dir, func(name string) string { return c.env[name] })
			if err != nil {
				t.Fatal(err)
			}
			if got.Source {
				got.Agents = append(got.Agents, "source")
			}
			text := strings.Join([]string{strings.Join(got.Path, " "), strings.Join(got.Modules, " "), strings.Join(got.Compile, " "), strings.Join(got.Agents, " ")}, " | ")
			text = strings.ReplaceAll(text, dir+"/.", ".")
			text = strings.Join(strings.Fields(strings.ReplaceAll(text, dir+"/", "")), " ")
			if text = strings.ReplaceAll(text, dir, "."); text != c.want {
				t.Errorf("says %q, want %q", text, c.want)
			}
		})
	}
	if _, err := ReadCommand([]string{"java", "@absent", "A"}, dir, os.Getenv); err == nil || !strings.Contains(err.Error(), "absent") {
		t.Errorf("an argument file that is not there: %v", err)
	}
}

func TestWordsAreThoseOfTheLauncher(t *testing.T) {
	got := Words("a  'b c'\\d # e\n\"f\\\"g\" \"\"\th")
	if want := []string{"a", `b c\d`, `f"g`, "", "h"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzWords(f *testing.F) {
	f.Add("a 'b c' \\ # d\n\"e\\")
	f.Fuzz(func(t *testing.T, text string) {
		total := 0
		for _, word := range Words(text) {
			total += len(word)
		}
		if total > 3*len(text) { // bytes that are no UTF-8 become three
			t.Errorf("%d bytes of %d", total, len(text))
		}
	})
}

func TestTheMainClassIsTheFirstWordThatIsNoOption(t *testing.T) {
	for line, want := range map[string]string{
		"java -cp x demo.Main -jar": "demo.Main", "java -ea A b": "A", "java -jar app.jar B": "", "java -p mods -m demo/demo.Main": "", "java -cp x A.java": "",
	} {
		c, err := ReadCommand(strings.Fields(line), t.TempDir(), func(string) string { return "" })
		if err != nil || c.Main != want {
			t.Errorf("%s: %q, %v, want %q", line, c.Main, err, want)
		}
	}
}
