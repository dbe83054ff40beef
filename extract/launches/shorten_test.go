package launches

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/measure"
)

func TestLongClassPathsStandInFiles(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "model", "launch")
	path := "target/classes:" + strings.Repeat("/repository/some.jar:", 100)
	l := measure.Launch{Name: "Main", Command: []string{"java", "-cp", path, "demo.Main", "ARGUMENT1"}}
	if err := Shorten(&l, dir, folder); err != nil {
		t.Fatal(err)
	}
	if want := []string{"java", "@model/launch/Main.args", "demo.Main", "ARGUMENT1"}; !slices.Equal(l.Command, want) {
		t.Errorf("the command is %q", l.Command)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "Main.args")); err != nil || string(text) != "\"-cp\"\n\""+path+"\"\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	short := measure.Launch{Name: "Short", Command: []string{"java", "-cp", "target/classes", "demo.Main"}}
	if err := Shorten(&short, dir, folder); err != nil || short.Command[1] != "-cp" {
		t.Errorf("the command is %q, %v", short.Command, err)
	}
	elsewhere := measure.Launch{Name: "Main", Command: []string{"java", "-cp", path, "demo.Main"}}
	if err := Shorten(&elsewhere, dir, t.TempDir()); err != nil || elsewhere.Command[1] != "-cp" {
		t.Errorf("the command is %q, %v", elsewhere.Command, err)
	}
}
