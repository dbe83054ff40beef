package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"beagle/internal/shell"
	"beagle/measure"
	"beagle/run"
)

// read is a project's settings as the engine takes them.
func read(t *testing.T, dir string, flags ...Flag) run.Config {
	t.Helper()
	s, err := Load(Options{Project: dir, Flags: flags})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAProjectFileThatIsALinkStaysOne(t *testing.T) {
	kept, dir := project(t, small), t.TempDir()
	link := filepath.Join(dir, FileName)
	if err := os.Symlink(filepath.Join(kept, FileName), link); err != nil {
		t.Skip("no links here:", err)
	}
	c := read(t, kept)
	c.Seed = 7
	if err := Save(link, c); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || read(t, kept).Seed != 7 {
		t.Errorf("the link is %v, %v; saved is seed %d", info.Mode(), err, read(t, kept).Seed)
	}
}

func TestWhatIsSavedIsWhatIsRead(t *testing.T) {
	for name, text := range map[string]string{"complete": complete, "small": small, "zeroes": small + "seed: 0\nmeasure: {launches: 0}\n"} {
		t.Run(name, func(t *testing.T) {
			want := read(t, project(t, text))
			dir := t.TempDir()
			moved := strings.ReplaceAll // the same project in another folder
			want = inFolder(want, moved, dir)
			file := filepath.Join(dir, FileName)
			if err := Save(file, want); err != nil {
				t.Fatal(err)
			}
			if got := read(t, dir); !reflect.DeepEqual(got, want) {
				data, _ := os.ReadFile(file)
				t.Errorf("got  %+v\nwant %+v\n%s", got, want, data)
			}
		})
	}
}

// inFolder moves a configuration's paths to another folder.
func inFolder(c run.Config, replace func(s, old, now string) string, dir string) run.Config {
	old := c.Project
	c.Project, c.Model, c.Links = dir, replace(c.Model, old, dir), replace(c.Links, old, dir)
	c.Output.File = replace(c.Output.File, old, dir)
	c.Measure.Kieker = replace(c.Measure.Kieker, old, dir)
	sources := make([]string, len(c.Sources))
	for i := range c.Sources {
		sources[i] = replace(c.Sources[i], old, dir)
	}
	c.Sources = sources
	return c
}

func TestSavingKeepsCommentsAndOrder(t *testing.T) {
	const before = `# my project
seed: 3   # lucky

# where it is
model: m.repository
sources: [src]  # one
launch:
  # the only one
  - command: [java, Main]
rate: 2
`
	dir := project(t, before)
	file := filepath.Join(dir, FileName)
	c := read(t, dir)
	c.Output.Rate = 1                                                                // goes
	c.Timeout = run.Timeout{Kind: "constant", Limit: run.Duration(10 * time.Minute)} // comes
	c.Sources = append(c.Sources, filepath.Join(dir, "gen"))                         // changes
	if err := Save(file, c); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const want = `# my project
seed: 3   # lucky

# where it is
model: m.repository
sources: [src, gen]
launch:
  # the only one
  - command: [java, Main]
timeout:
  kind: constant
  limit: 10m
`
	if string(data) != want {
		t.Errorf("got\n%s\nwant\n%s", data, want)
	}
	if got := read(t, dir); !reflect.DeepEqual(got, c) {
		t.Errorf("got  %+v\nwant %+v", got, c)
	}
}

func TestAFileThatCannotBeReadIsNotOverwritten(t *testing.T) {
	dir := project(t, "model: [")
	file := filepath.Join(dir, FileName)
	if err := Save(file, run.Config{Project: dir}); err == nil || !strings.Contains(err.Error(), "not changed") {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(file); string(data) != "model: [" {
		t.Errorf("the file now reads %s", data)
	}
}

func TestTheCommandDoesTheSame(t *testing.T) {
	dir := project(t, small)
	c := read(t, dir)
	file := filepath.Join(dir, FileName)
	if got, want := Command(c), "beagle run "+file; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := Command(run.Config{Project: t.TempDir()}); !strings.HasSuffix(got, "# once the settings are saved") {
		t.Errorf("without a project file the command is %s", got)
	}
	c.Seed = 9
	c.Select.Elements = []string{"_a", "it's, two"}
	c.Launch = []measure.Launch{{Name: "a b", Command: []string{"java", "x: y", "{n}"}, Env: map[string]string{"A": "1"}, Repeat: 2, Vary: map[string][]string{"n": {"10", "100"}}}}
	c.Timeout = run.Timeout{Kind: "constant", Limit: run.Duration(90 * time.Second)}
	var flags []Flag
	for _, key := range []string{"select.elements", "launch", "timeout.kind", "timeout.limit", "seed"} {
		row := settings.find(key)
		text := row.given.inline(row.value(&c, dir))
		if word := "--set " + shell.Quote(key+"="+text); !strings.Contains(Command(c), word) {
			t.Errorf("%s is not in %s", word, Command(c))
		}
		flags = append(flags, Flag{Key: key, Name: "set " + key, Value: text})
	}
	c.Given = []string{"launch"} // a run that is resumed does not look for it in the file
	if got := read(t, dir, flags...); !reflect.DeepEqual(got, c) {
		t.Errorf("got  %+v\nwant %+v", got, c)
	}
}

func TestTheSchemaKnowsEveryKey(t *testing.T) {
	for i := range settings {
		at := Schema()
		for word := range strings.SplitSeq(settings[i].name, ".") {
			below, _ := at["properties"].(map[string]any)
			at, _ = below[word].(map[string]any)
		}
		if at["description"] != settings[i].doc {
			t.Errorf("%s is described as %v", settings[i].name, at["description"])
		}
	}
	data, err := json.Marshal(Schema())
	if err != nil || !json.Valid(data) {
		t.Error(err)
	}
}

func TestOddTextsSurviveSavingAndFlags(t *testing.T) {
	odd := []string{
		"a\nb", "x: y", "- z", "#c", "a #c", "", "true", "1e3", "010", "it's", `"q"`, "{", "[a", "]", ",", "a,b", " lead", "trail ", "\ttab",
		"größe", "&a", "*b", "!t", "%d", "@x", "`x`", "null", "~", "?", ":", "a:", "|", ">", "\\n", "a\r\nb", "\u2028", "$HOME", "0x1F", "2026-11-21", "<<",
	}
	for _, text := range odd {
		dir := t.TempDir()
		c, _ := Guess(dir, "")
		c.Model, c.Sources = filepath.Join(dir, "m"), []string{filepath.Join(dir, "s")}
		c.Output.File = run.Calibrated(c.Model)
		c.Launch = []measure.Launch{{Name: "n", Command: []string{"java", text}, Env: map[string]string{"A": text}, Repeat: 1}}
		c.Fitness = text
		if err := Save(filepath.Join(dir, FileName), c); err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		s, err := Load(Options{Project: dir})
		if err != nil {
			data, _ := os.ReadFile(filepath.Join(dir, FileName))
			t.Errorf("%q: %v in\n%s", text, err, data)
			continue
		}
		if got, err := s.Config(); err != nil || !reflect.DeepEqual(got, c) {
			data, _ := os.ReadFile(filepath.Join(dir, FileName))
			t.Errorf("%q: %v, got  %+v\nwant %+v\n%s", text, err, got, c, data)
		}
		row := settings.find("launch")
		s, err = Load(Options{Project: dir, Flags: []Flag{{"launch", "set launch", row.given.inline(row.value(&c, dir))}}})
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := s.config.Launch; !reflect.DeepEqual(got, c.Launch) {
			t.Errorf("%q as a flag: got %+v", text, got)
		}
	}
}
