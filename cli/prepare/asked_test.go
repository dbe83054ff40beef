package prepare

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/driver"
	"beagle/run"
)

// A line that a person adds to beagle.yaml has a method driven whose launches were found before.
func TestMethodsThatAPersonNamesLackADriverUntilOneDrivesThemSo(t *testing.T) {
	dir := need.Folder(t, map[string]string{
		"drivers/wrap/" + driver.OrderFile: "driver\tdrivers.Drive_Texts_wrap\ngiven\tdemo.Wraps\nplaces\t16\n",
		"drivers/sum/" + driver.OrderFile:  "driver\tdrivers.Drive_Texts_sum\nplaces\t16\n",
	})
	launch := func(method, folder string) measure.Launch {
		return measure.Launch{Name: driverOf + method, Command: []string{"java", "beagle_drive.Main", filepath.Join("drivers", folder, driver.OrderFile), os.DevNull}}
	}
	found := []measure.Launch{launch("demo.Texts.wrap(String,int)", "wrap"), launch("demo.Texts.sum(int[])", "sum"), {Name: "tests", Command: []string{"java", "demo.Tests"}}}
	for _, c := range []struct {
		name  string
		drive run.Drive
		want  []string
	}{
		{"nothing is named", run.Drive{}, nil},
		{"inputs that its driver has", run.Drive{Inputs: map[string]string{"Texts.wrap": "demo.Wraps"}}, nil},
		{"the same by its whole name", run.Drive{Inputs: map[string]string{"demo.Texts.wrap(String, int)": "demo.Wraps"}}, nil},
		{"other inputs", run.Drive{Inputs: map[string]string{"Texts.wrap": "demo.Others"}}, []string{"Texts.wrap"}},
		{"inputs of one that is driven with made ones", run.Drive{Inputs: map[string]string{"Texts.sum": "demo.Sums"}}, []string{"Texts.sum"}},
		{"an overload that is not driven", run.Drive{Allow: []string{"Texts.sum(long[])"}}, []string{"Texts.sum(long[])"}},
		{"one that is driven, and one that is not", run.Drive{Allow: []string{"Texts.sum", "Store.save"}}, []string{"Store.save"}},
		{"drivers are off", run.Drive{Mode: "off", Allow: []string{"Store.save"}}, nil},
	} {
		p := &preparation{dir: dir, own: true, cfg: run.Config{Launch: found, Drive: c.drive}}
		if got := p.undriven(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q lack a driver, want %q", c.name, got, c.want)
		}
	}
	if got := (&preparation{dir: dir, cfg: run.Config{Drive: run.Drive{Allow: []string{"Store.save"}}}}).undriven(); got != nil {
		t.Errorf("before launches were found %q lack one", got)
	}
}
