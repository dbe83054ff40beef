package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
)

const complete = `# every key once
model: model/fileshare.repository
links: model/links.xml
sources: [src/main/java, src/gen/java]
out: model/new.repository
rate: 2.5
select:
  components: [Compression]
  services: [upload]
  elements: [_abc123]
build: [mvn, -q, -DskipTests, package]
launch:
  - name: small files
    command: [java, -cp, target/classes, demo.Main, --files, 20]
    env: {LANG: C}
    repeat: 3
  - command:
      - java
      - demo.Main
    dir: data
timeout: {kind: constant, limit: 10m}
machine: {kind: command, host: lab-1, dir: ~/there, command: [docker, exec, -i, lab, "{}"]}
measure: {tool: kieker, probe: kieker, clock: wall, kieker: lib/kieker.jar, logs: [monitoring], irl: [own.irl], records: [byhand], precision: 0.02, budget: 2m, launches: 12, keep: 64MB}
drive: {mode: "off", budget: 30s, inputs: {Texts.wrap: demo.Inputs}, allow: [Store.save]}
expect: [{cost: Sorter.sort, at: {values.NUMBER_OF_ELEMENTS: 100000}, below: 20ms}, {cost: Sorter.sort, grows: n log n}, {cost: Sorter.sort, share: 30%, of: Sorter.load}]
derive: {pixels: "width.VALUE * height.VALUE"}
judge: {fitness: "error + size / 100"}
extract: {by: packages, components: {Store: demo.store.*}, bind: {Storage: Disk}, ignore: [demo.old.**], services: [Upload.store], inside: [Upload.check]}
notify: [notify-send, done]
when_done: {desktop: true, mail: me@example.org}
seed: 18446744073709551615
`

func project(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEveryKeyReachesTheEngine(t *testing.T) {
	dir := project(t, complete)
	s, err := Load(Options{Project: dir, Env: []string{
		"BEAGLE_EXTENSIONS=python,peaks", "BEAGLE_NATS_URL=tls://hub:4222", "BEAGLE_NATS_CREDENTIALS=/etc/run.credentials", "BEAGLE_NATS_TLS_CA=/etc/ca.pem", "BEAGLE_NATS_NAME=site",
	}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	want := run.Config{
		Project: dir,
		Model:   filepath.Join(dir, "model/fileshare.repository"),
		Links:   filepath.Join(dir, "model/links.xml"),
		Sources: []string{filepath.Join(dir, "src/main/java"), filepath.Join(dir, "src/gen/java")},
		Output:  run.Output{File: filepath.Join(dir, "model/new.repository"), Rate: 2.5},
		Select:  run.Selection{Components: []string{"Compression"}, Services: []string{"upload"}, Elements: []string{"_abc123"}},
		Build:   []string{"mvn", "-q", "-DskipTests", "package"},
		Launch: []measure.Launch{
			{Name: "small files", Command: []string{"java", "-cp", "target/classes", "demo.Main", "--files", "20"}, Env: map[string]string{"LANG": "C"}, Repeat: 3},
			{Name: "launch 2", Command: []string{"java", "demo.Main"}, Dir: "data", Repeat: 1},
		},
		Timeout: run.Timeout{Kind: "constant", Limit: run.Duration(10 * time.Minute)},
		Machine: run.MachineCommand,
		There:   run.There{Host: "lab-1", Dir: "~/there", Command: []string{"docker", "exec", "-i", "lab", "{}"}},
		Measure: run.Measure{Tool: "kieker", Probe: "kieker", Clock: "wall", Kieker: filepath.Join(dir, "lib/kieker.jar"), Delivery: "auto", Logs: []string{filepath.Join(dir, "monitoring")}, Records: []string{filepath.Join(dir, "byhand")}, RecordTypes: []string{filepath.Join(dir, "own.irl")}, Precision: 0.02, Budget: run.Duration(2 * time.Minute), Launches: 12, Keep: 64 << 20},
		Drive:   run.Drive{Mode: "off", Budget: run.Duration(30 * time.Second), Inputs: map[string]string{"Texts.wrap": "demo.Inputs"}, Allow: []string{"Store.save"}},
		Expect: []run.Contract{
			{Cost: "Sorter.sort", At: map[string]string{"values.NUMBER_OF_ELEMENTS": "100000"}, Below: run.Duration(20 * time.Millisecond)},
			{Cost: "Sorter.sort", Grows: "n log n"},
			{Cost: "Sorter.sort", Share: 0.3, Of: "Sorter.load"},
		},
		Derive:  map[string]string{"pixels": "width.VALUE * height.VALUE"},
		Fitness: "error + size / 100", Scatter: "false",
		Extract: run.Extract{
			By: "packages", Components: map[string]string{"Store": "demo.store.*"}, Bind: map[string]string{"Storage": "Disk"},
			Ignore: []string{"demo.old.**"}, Services: []string{"Upload.store"}, Inside: []string{"Upload.check"},
		},
		Quality: run.Quality{Error: 0.5, Total: 0.3, Write: "good"}, Notify: []string{"notify-send", "done"}, WhenDone: run.WhenDone{Desktop: true, Mail: "me@example.org"}, Validate: true,
		Seed: 18446744073709551615, Extensions: []string{"python", "peaks"},
		NATS: run.NATS{URL: "tls://hub:4222", Credentials: "/etc/run.credentials", Authority: "/etc/ca.pem", Name: "site"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, setting := range s.All() {
		if setting.Value == nil {
			t.Errorf("%s has no value, so this test does not cover it", setting.Key)
		}
	}
}

func TestAProjectCannotChooseExtensions(t *testing.T) {
	dir := project(t, small+"extensions: [python]\n")
	_, err := Load(Options{Project: dir})
	var p model.Problem
	if !errors.As(err, &p) || p.Line != 5 || !strings.Contains(p.Message, "a project cannot choose extensions") {
		t.Errorf("it says %v", err)
	}
	user := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(user, []byte("extensions: [peaks, /opt/beagle-python]\nmeasure: {tool: peaks}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if names, err := Extensions(user, nil); err != nil || !slices.Equal(names, []string{"peaks", "/opt/beagle-python"}) {
		t.Errorf("the user's own are %q, %v", names, err)
	}
}

func TestAProjectCannotChooseWhereMeasurementsGo(t *testing.T) {
	for _, line := range []string{"nats: {url: \"nats://stranger:4222\"}\n", "nats: {credentials: mine}\n"} {
		_, err := Load(Options{Project: project(t, small+line)})
		var p model.Problem
		if !errors.As(err, &p) || p.Line != 5 || !strings.Contains(p.Message, "a project cannot choose who learns for you") {
			t.Errorf("it says %v", err)
		}
	}
}

const small = "model: m.repository\nsources: [src]\nlaunch:\n- command: [java, Main]\n"

func TestStrongerSourcesWin(t *testing.T) {
	user := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(user, []byte("seed: 2\nmeasure: {clock: wall, probe: kieker}\nrate: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := project(t, small+"seed: 3\nmeasure: {probe: builtin}\n")
	s, err := Load(Options{
		Project: dir, UserFile: user,
		Env:   []string{"BEAGLE_SEED=4", "BEAGLE_RATE=5", "HOME=/x"},
		Flags: []Flag{{Key: "seed", Name: "seed", Value: "6"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		key    string
		value  any
		origin string
	}{
		{"seed", uint64(6), "--seed"},
		{"rate", 5.0, "BEAGLE_RATE"},
		{"measure.probe", "builtin", filepath.Join(dir, FileName) + ":6"},
		{"measure.clock", "wall", user + ":2"},
		{"measure.tool", "kieker", "default"},
		{"links", nil, ""},
	} {
		for _, got := range s.All() {
			if got.Key == want.key && (got.Value != want.value || got.Origin != want.origin) {
				t.Errorf("%s is %v from %q, want %v from %q", want.key, got.Value, got.Origin, want.value, want.origin)
			}
		}
	}
}

func TestAStrongerChoiceDropsWhatItReplaces(t *testing.T) {
	dir := project(t, small+"out: new.repository\ntimeout: {kind: constant, limit: 1m}\n")
	s, err := Load(Options{Project: dir, Env: []string{"BEAGLE_TIMEOUT_KIND=none"}, Flags: []Flag{{"in_place", "in-place", "true"}}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	if !c.Output.InPlace || c.Output.File != "" || c.Timeout.Limit != 0 {
		t.Errorf("output %+v, timeout %+v", c.Output, c.Timeout)
	}
}

func TestALimitAloneMeansAConstantTimeout(t *testing.T) {
	limit := Flag{"timeout.limit", "set timeout.limit", "9m"}
	for text, flags := range map[string][]Flag{
		small + "timeout: {limit: 9m}\n":  nil,
		small:                             {limit},
		small + "timeout: {kind: none}\n": {limit},
		small + "timeout: {kind: adaptive, limit: 1m}\n": {limit},
	} {
		s, err := Load(Options{Project: project(t, text), Flags: flags})
		if err != nil {
			t.Fatal(err)
		}
		if c, err := s.Config(); err != nil || c.Timeout != (run.Timeout{Kind: "constant", Limit: run.Duration(9 * time.Minute)}) {
			t.Errorf("%s with %v: %+v, %v", text, flags, c.Timeout, err)
		}
	}
	if c, err := Given([]Flag{limit}); err != nil || c.Timeout.Kind != "constant" {
		t.Errorf("flags alone: %+v, %v", c.Timeout, err)
	}
	if _, err := Given([]Flag{{"timeout.limits", "set timeout.limits", "9m"}}); err == nil {
		t.Error("a flag of no setting is taken")
	}
}

func TestTheModelIsWrittenBesideItselfByDefault(t *testing.T) {
	dir := project(t, small)
	s, err := Load(Options{Project: dir})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(dir, "m.calibrated.repository"); c.Output.File != want {
		t.Errorf("writes %s, want %s", c.Output.File, want)
	}
}

func TestListsFromTheEnvironment(t *testing.T) {
	dir := project(t, small)
	for text, want := range map[string][]string{
		"a,b c":           {"a", "b c"},
		"it's":            {"it's"},
		`["a,b", "x: y"]`: {"a,b", "x: y"},
	} {
		s, err := Load(Options{Project: dir, Env: []string{"BEAGLE_SELECT_SERVICES=" + text}})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.config.Select.Services; !reflect.DeepEqual(got, want) {
			t.Errorf("%s reads as %q, want %q", text, got, want)
		}
	}
}

func TestACommandThatIsNoListIsNotMissingAsWell(t *testing.T) {
	_, err := Load(Options{Project: project(t, "launch:\n- {name: x, command: java -jar a.jar}\n")})
	if err == nil || !strings.Contains(err.Error(), "write [java, -jar, a.jar]") || strings.Contains(err.Error(), "no command") {
		t.Errorf("says %v", err)
	}
}

func TestWrongSettingsSayWhereAndWhatToDo(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"typo", small + "moddel: x", []string{FileName + ":5:1: unknown key moddel", "Did you mean model?"}},
		{"typo below", small + "select:\n  component: [a]", []string{":6:3: unknown key select.component", "Did you mean components?"}},
		{"typo in launch", "launch:\n- comand: [x]", []string{":2:3: unknown key launch[0].comand", "Did you mean command?"}},
		{"far off", small + "timeout: {xyzzy: 1}", []string{"unknown key timeout.xyzzy", "Known here: kind, limit."}},
		{"wrong word", small + "measure: {clock: cpus}", []string{":5:18:", `measure.clock is "cpus"`, "cpu, wall", "did you mean cpu?"}},
		{"no list", small + "build: mvn package", []string{":5:8: build must be a list", "write [mvn, package]"}},
		{"no number", small + "seed: -1", []string{`seed is "-1"`, "not negative"}},
		{"no time", small + "timeout: {kind: constant, limit: 10}", []string{"time span such as 90s"}},
		{"nothing", small + "links:", []string{"links must be a single value, not nothing"}},
		{"syntax", "model: [a", []string{FileName + ":1", "not readable as YAML"}},
		{"tab", "select:\n\tservices: [a]\n", []string{FileName + ":2", "a tab", "spaces"}},
		{"twice", "model: a\nmodel: b\n", []string{":2:1", "already defined"}},
		{"two documents", small + "---\nseed: 1\n", []string{"more than one YAML document"}},
		{"list", "- a\n", []string{"the file must hold keys and values, not a list"}},
		{"deep", "model: " + strings.Repeat("[", 40), []string{":1", "nested deeper"}},
		{"no text", "model: a\nout: \x00\xff", []string{":2", "not UTF-8"}},
		{"deep blocks", strings.Repeat("- ", 40) + "a", []string{":1", "nested deeper"}},
		{"alias", "model: &m a\nlinks: *m\n", []string{"anchor or alias"}},
		{"empty", "", []string{"no model is given", "no source folders", "no launch configuration"}},
		{"no command", "launch:\n- name: x\n", []string{`launch[0] ("x") has no command`}},
		{"same names", "model: m\nsources: [s]\nlaunch:\n- {name: a, command: [x]}\n- {name: a, command: [y]}\n", []string{`two launch configurations are named "a"`}},
		{"repeat", "launch:\n- {command: [x], repeat: 0}\n", []string{`repeat is "0"`}},
		{"varied in nothing", "launch:\n- {command: [x, \"{n}\"], vary: {m: [1]}}\n", []string{":2:3: launch[0] varies m, but neither its command nor its env contains {m}"}},
		{"varied without values", "launch:\n- {command: [x, \"{n}\"], vary: {n: []}}\n", []string{"launch[0].vary.n has no values; write a list such as [10, 100, 1000]"}},
		{"varied by a word", "launch:\n- {command: [x, \"{n}\"], vary: {n: 10}}\n", []string{"launch[0].vary.n must be a list", "write [10]"}},
		{"varied by a list", "launch:\n- {command: [x, \"{n}\"], vary: [10]}\n", []string{"launch[0].vary must hold names and lists of values, such as {n: [10, 100, 1000]}"}},
		{"varied too often", "launch:\n- {command: [x, \"{n}\"], vary: {n: [" + strings.Repeat("1, ", 1001) + "]}}\n", []string{"launch[0].vary makes more than 1000 launches"}},
		{"half a range", "launch:\n- {command: [x, \"{n}\"], vary: {n: [10, 20..]}}\n", []string{`launch[0].vary.n: "20.." is no range; write two numbers such as 10..5000`}},
		{"a range backwards", "launch:\n- {command: [x, \"{n}\"], vary: {n: 200..100}}\n", []string{`the range "200..100" ends before it begins`}},
		{"two ranges", "launch:\n- {command: [x, \"{n}\"], vary: {n: [1..5, 7..9]}}\n", []string{"launch[0].vary.n: there may be one range only"}},
		{"a range among words", "launch:\n- {command: [x, \"{n}\"], vary: {n: [small, 7..9]}}\n", []string{`"small" is no number, but a range is among the values`}},
		{"both outputs", small + "out: x\nin_place: true\n", []string{"exclude each other"}},
		{"out is model", small + "out: m.repository\n", []string{":5", "out is the model itself", "in_place"}},
		{"limit missing", small + "timeout: {kind: constant}\n", []string{":5", "needs a limit"}},
		{"limit too much", small + "timeout: {kind: none, limit: 3m}\n", []string{"a limit belongs to a constant timeout"}},
		{"seed", small + "seed: 1.5\n", []string{`seed is "1.5"`}},
		{"ssh to nowhere", small + "machine: {kind: ssh}\n", []string{":5", "a machine of kind ssh needs a host"}},
		{"ssh with an option", small + "machine: {host: -oProxyCommand=x}\n", []string{"a machine of kind ssh needs a host"}},
		{"no command", small + "machine: {kind: command}\n", []string{":5", "needs a command"}},
		{"part of a path", small + "machine: {host: h, dir: there}\n", []string{"machine.dir is no whole path"}},
		{"unknown tool", small + "measure: {tool: jfr}\n", []string{`measure.tool is "jfr"`}},
		{"derive", small + "derive: {2x: a}\n", []string{`"2x" is no name`}},
		{"derived by half a formula", small + "derive:\n  a: n.VALUE * 2\n  b: \"n.VALUE *\"\n", []string{FileName + ":7:6: derive.b: the formula cannot be read"}},
		{"derived of no variable", small + "derive: {b: \"2 * n\"}\n", []string{`derive.b: "n" is no variable`, "width.VALUE"}},
		{"escape sequence", small + "\"mod\\el\": x\n", []string{"unknown key mod"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Load(Options{Project: project(t, test.text)})
			if err == nil {
				_, err = s.Config()
			}
			if err == nil {
				t.Fatal("accepted")
			}
			message := err.Error() + "\n" + hints(err)
			for _, want := range test.want {
				if !strings.Contains(message, want) {
					t.Errorf("%q is not in:\n%s", want, message)
				}
			}
			if strings.ContainsRune(message, '\x1b') {
				t.Errorf("control characters in %q", message)
			}
		})
	}
}

func hints(err error) string {
	var all []string
	if problems, ok := err.(SettingErrors); ok { //nolint:errorlint // the test wants the outermost
		for _, p := range problems {
			all = append(all, p.Hint)
		}
	}
	return strings.Join(all, "\n")
}

func TestWrongFlagsAndVariablesAreNamed(t *testing.T) {
	dir := project(t, small)
	_, err := Load(Options{Project: dir, Env: []string{"BEAGLE_MEASURE_PROBE=kiekr"}})
	if err == nil || !strings.Contains(err.Error(), `BEAGLE_MEASURE_PROBE: measure.probe is "kiekr"`) {
		t.Errorf("got %v", err)
	}
	_, err = Load(Options{Project: dir, Flags: []Flag{{"seed", "seed", "x"}}})
	if err == nil || !strings.HasPrefix(err.Error(), `--seed: seed is "x"`) {
		t.Errorf("got %v", err)
	}
	s, err := Load(Options{Project: dir, Env: []string{"BEAGLE_SEEED=1", "BEAGLE_LONG=1"}})
	if err != nil || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0].Hint, "BEAGLE_SEED") {
		t.Errorf("got %v, %v", s.Warnings, err)
	}
	s, err = Load(Options{Project: dir, Env: []string{"BEAGLE_CLOCK=wall", "BEAGLE_XYZZY=1", "BEAGLE_THEME=dark"}})
	if err != nil || len(s.Warnings) != 2 || !strings.Contains(s.Warnings[0].Hint, "BEAGLE_MEASURE_CLOCK") || !strings.Contains(s.Warnings[1].Message, "BEAGLE_XYZZY") {
		t.Errorf("got %v, %v", s.Warnings, err)
	}
}

func TestAMissingProjectSaysWhatToDo(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{filepath.Join(t.TempDir(), "none"), "no such file or folder"},
		{t.TempDir(), "no beagle.yaml in this folder"},
	} {
		_, err := Load(Options{Project: test.name})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{complete, small, "a: [", "- - - -", "? a\n: b", "&a [*a]", "!!x y", "\"", "model: |\n  x\n", "{a: b", "\t", "%YAML 1.2\n---\na"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, _ := parse("f", "/d", data)
		for name := range l.origin {
			if settings.find(name) == nil {
				t.Fatalf("unknown key %q was accepted", name)
			}
		}
	})
}
