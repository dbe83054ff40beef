package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/model"
)

// A method that refuses all that can be made from types is driven with what the program itself called it with: its
// object as it was, texts cut and repeated, lists of its own elements.
func TestADriverCallsWithInputsOfTheProgram(t *testing.T) {
	need.Java(t)
	sources, classes, kept := t.TempDir(), t.TempDir(), t.TempDir()
	arguments := []string{"-nowarn", "-g", "-d", classes, "testdata/recorded/Parser.java"}
	for name, text := range probe.Sources(probe.Package) {
		file := filepath.Join(sources, name)
		if err := jdk.WriteFile(file, []byte(text)); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, file)
	}
	if err := jdk.Run(t.Context(), "", "", arguments...); err != nil {
		t.Fatal(err)
	}
	program := exec.Command("java", "-cp", classes, "recorded.Parser")
	program.Env = append(os.Environ(), "BEAGLE_KEEP="+kept)
	if said, err := program.CombinedOutput(); err != nil || len(said) > 0 {
		t.Fatalf("%v\n%s", err, said)
	}
	written, err := filepath.Glob(filepath.Join(kept, "*"))
	if err != nil || len(written) != 1 {
		t.Fatal(written, err)
	}
	if info, err := os.Stat(written[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the program's inputs: %v, %v", info.Mode(), err)
	}
	for name, damage := range map[string]string{"a.kept": "\xff\xff\xff\xff", "b.kept": "\x7f\xff\xff\xffcall", "c.kept": "\x00\x00\x00\x02", "d.kept": "\x00\x00\x00\x01x"} {
		if err := jdk.WriteFile(filepath.Join(kept, name), []byte(damage)); err != nil { // nothing is read of these
			t.Fatal(err)
		}
	}
	for folder, works := range map[string]bool{kept: true, "": false} {
		x, err := Read(t.Context(), Program{Own: []string{classes}, Folder: t.TempDir(), Recorded: folder})
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		d, err := x.New(t.Context(), find(t, x, "Parser.parse"), t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		design, err := d.Explore(t.Context(), 3, 0.01, 8)
		if (err == nil) != works {
			t.Fatalf("with %q: %v", folder, err)
		}
		if !works {
			continue
		}
		ways := ""
		for _, w := range design.Ways {
			ways += w.Place + ": " + w.Taken + "\n"
		}
		for _, way := range []string{"this:recorded: as the program had it", "text:recorded: cut and repeated from the program's", "names:recorded: as the program had it"} {
			if !strings.Contains(ways, way) {
				t.Errorf("inputs are made so:\n%s", ways)
			}
		}
		for _, r := range design.Ranges {
			if r.High < 1000 {
				t.Errorf("%s reaches %g only", r.Name, r.High)
			}
		}
		if d, err = x.New(t.Context(), find(t, x, "Parser.count"), t.TempDir(), ""); err != nil {
			t.Fatal(err)
		}
		if design, err = d.Explore(t.Context(), 3, 0.01, 8); err != nil {
			t.Fatalf("maps, sets, and lists that nobody can change: %v", err)
		}
		for _, name := range []string{"counts", "words", "fixed"} {
			if !slices.ContainsFunc(design.Ranges, func(r Range) bool { return r.Name == name+".NUMBER_OF_ELEMENTS" && r.High >= 1000 }) {
				t.Errorf("%s of the program does not reach 1,000 elements: %+v", name, design.Ranges)
			}
		}
		if d, err = x.New(t.Context(), find(t, x, "Parser.pair"), t.TempDir(), ""); err != nil {
			t.Fatal(err)
		}
		design, err = d.Explore(t.Context(), 3, 0.01, 8)
		if want := (Range{"first.VALUE", 100, 1000}); err != nil || len(design.Places) != 8 || !slices.Contains(design.Ranges, want) {
			t.Errorf("where no other inputs are accepted, those of the program are: %+v, %v", design, err)
		}
		l, err := d.Measure(t.Context(), design.Places, 0.3)
		if err != nil || len(l.Observations) != 8 {
			t.Errorf("calls of the program are measured: %+v, %v", l.Observations, err)
		}
		for _, o := range l.Observations {
			first, second := o.Inputs[model.Variable{Name: "first", Char: model.ValueOf}].Num, o.Inputs[model.Variable{Name: "second", Char: model.ValueOf}].Num
			if second != 7919*first+104729 {
				t.Errorf("a call of the program is measured with %g and %g", first, second)
			}
		}
	}
}
