package config

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/run"
)

func analysis(t *testing.T) run.Config {
	t.Helper()
	var c run.Config
	settings.begin(&c)
	c.Project = t.TempDir()
	c.Model, c.Sources = filepath.Join(c.Project, "shop.repository"), []string{filepath.Join(c.Project, "src")}
	c.Output.File = run.Calibrated(c.Model)
	return c
}

func entry(t *testing.T, c run.Config, key string) run.Setting {
	t.Helper()
	all := Entries(c)
	i := slices.IndexFunc(all, func(e run.Setting) bool { return e.Key == key })
	if i < 0 {
		t.Fatalf("there is no entry %s", key)
	}
	return all[i]
}

// What an entry shows can be given back as it stands, and changes nothing.
func TestEverySettingCanBeChangedToWhatItIs(t *testing.T) {
	c := analysis(t)
	for name, text := range map[string]string{
		"build": "[mvn, -q, package]", "derive": "{twice: 2 * n.VALUE}", "judge.more": "3", "measure.keep": "64MB",
		"measure.logs": "kieker-1,kieker-2", "judge.scatter": "auto", "extract.bind": "{Store: Disk}",
	} {
		var err error
		if c, err = Change(c, name, text); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	for _, e := range Entries(c) {
		if e.Value == "" {
			continue
		}
		again, err := Change(c, e.Key, e.Value)
		if err != nil {
			t.Errorf("%s is %s, and that is refused: %v", e.Key, e.Value, err)
		} else if got := entry(t, again, e.Key); got.Value != e.Value {
			t.Errorf("%s was %s, and is %s", e.Key, e.Value, got.Value)
		}
	}
	if e := entry(t, c, "measure.logs"); e.Value != "[kieker-1, kieker-2]" || !e.Changed() || !e.Path {
		t.Errorf("paths are shown as %+v", e)
	}
}

func TestAnEmptyTextIsTheDefault(t *testing.T) {
	c, err := Change(analysis(t), "measure.clock", "wall")
	if err != nil || c.Measure.Clock != "wall" {
		t.Fatalf("%v, %v", c.Measure.Clock, err)
	}
	if c, err = Change(c, "measure.clock", ""); err != nil || c.Measure.Clock != "auto" {
		t.Errorf("%v, %v", c.Measure.Clock, err)
	}
	if e := entry(t, c, "measure.clock"); e.Changed() || !slices.Equal(e.Choices, []string{"auto", "cpu", "wall"}) {
		t.Errorf("the entry is %+v", e)
	}
}

func TestWhatASettingLeavesNoRoomForGivesWay(t *testing.T) {
	c, err := Change(analysis(t), "timeout.kind", "constant")
	if err != nil || c.Timeout.Limit != defaultLimit {
		t.Fatalf("the limit is %v, %v", c.Timeout.Limit, err)
	}
	if c, err = Change(c, "timeout.kind", "none"); err != nil || c.Timeout.Limit != 0 {
		t.Errorf("the limit is %v, %v", c.Timeout.Limit, err)
	}
	if c, err = Change(c, "model", "other.repository"); err != nil || filepath.Base(c.Output.File) != "other.calibrated.repository" {
		t.Errorf("the output is %v, %v", c.Output.File, err)
	}
	if c, err = Change(c, "in_place", "true"); err != nil || c.Output.File != "" || !c.Output.InPlace {
		t.Errorf("the output is %+v, %v", c.Output, err)
	}
}

func TestAWrongValueIsRefusedWithOneSentence(t *testing.T) {
	c := analysis(t)
	for name, wrong := range map[string]struct{ text, says string }{
		"measure.clock":     {"walk", "did you mean wall?"},
		"measure.precision": {"2", "must lie between 0 and 1"},
		"seed":              {"-1", "a whole number that is not negative"},
		"timeout.limit":     {"10m", "change timeout.kind first"},
		"out":               {"shop.repository", "out is the model itself"},
		"derive":            {"{a: [", "not readable as YAML"},
	} {
		_, err := Change(c, name, wrong.text)
		if err == nil || !strings.Contains(err.Error(), wrong.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s=%s: %v", name, wrong.text, err)
		}
	}
}
