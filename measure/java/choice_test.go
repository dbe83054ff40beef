package java

import (
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
)

// The classes that are measured come from a library, and the program that calls
// them was never built: it would not start as it is.
func TestAProgramWithoutItsMainClassIsNotBuilt(t *testing.T) {
	need.Java(t)
	s := subject{build: intoClasses}
	project := s.make(t)
	for main, want := range map[string]string{"demo.Main": Overlay, "app.Main": Copy} {
		choice, _, err := Choose(Options{
			Project: project, Build: intoClasses[0], Launches: []measure.Launch{command("java", "-cp", "classes:target/classes", main)},
		}, order(t, filepath.Join(project, "src/main/java/demo/Main.java")))
		if err != nil || choice.Delivery != want || want == Copy && !strings.Contains(choice.Why, "the main class") {
			t.Errorf("%s: %+v, %v, want %s", main, choice, err, want)
		}
	}
}
