package java

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/model"
)

// Values inside objects are taken from private fields too, and nothing of the
// program is called for that.
func TestValuesInsideObjectsAreTaken(t *testing.T) {
	need.Java(t)
	file, err := filepath.Abs(filepath.Join("testdata", "parts", "Shop.java"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(data), "int n = 1;")
	want := map[string]string{ // by part: what is said, in the order of the records
		"order.owner.lastName":        "VALUE Davis, NUMBER_OF_ELEMENTS 5, BYTESIZE 10",
		"order.owner.visits":          "VALUE 7",
		"order.owner.friend.lastName": "",
		"order.items":                 "NUMBER_OF_ELEMENTS 3",
		"order.items.INNER":           "BYTESIZE 6",
		"order.lazy":                  "TYPE Shop$Lazy",
		"order.lazy.INNER":            "",
		"order.files.INNER":           "BYTESIZE 20",
		"order.files.INNER.key":       "BYTESIZE 9",
		"order.people.INNER.visits":   "VALUE 7",
		"order.EXPRESS":               "VALUE 1", // true
		"order.missing":               "",
		"files.INNER":                 "BYTESIZE 6",
	}
	service := measure.Service{
		SEFF: "place", Name: "place", Inputs: []model.Input{{Name: "order"}, {Name: "files", Index: 1}},
		Code: model.Section{Unit: "Shop", File: file, First: at, Last: at},
	}
	for name := range want {
		index := 0
		if strings.HasPrefix(name, "files") {
			index = 1
		}
		service.Parts = append(service.Parts, model.Input{Name: name, Index: index})
	}
	p, err := NewTool(Options{Project: filepath.Dir(file), WorkDir: t.TempDir(), Build: []string{"javac", "-Xlint:all", "-Werror", "-d", "classes", "Shop.java"}}).
		Prepare(t.Context(), measure.Order{Services: []measure.Service{service}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	sink := &collected{}
	report, err := p.Launch(t.Context(), measure.Launch{Name: "main", Command: []string{"java", "-cp", "classes", "Shop"}}, 1, sink)
	if err != nil || report.ExitCode != 0 || !report.Complete {
		t.Fatalf("%+v %v", report, err)
	}
	got := map[string][]string{}
	for _, e := range sink.events {
		if e.Kind == measure.ParameterCaptured && e.Index >= 2 {
			name := service.Parts[e.Index-2].Name
			value := e.Value.Str
			if e.Value.Kind == model.Number || e.Value.Kind == model.Bool {
				value = fmt.Sprint(e.Value.Num)
			}
			got[name] = append(got[name], fmt.Sprint(e.Char, " ", value))
		}
	}
	for name, said := range want {
		if text := strings.Join(got[name], ", "); text != said {
			t.Errorf("%s: %q, want %q", name, text, said)
		}
	}
}
