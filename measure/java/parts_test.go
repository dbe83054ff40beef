package java

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/jdk"
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
		"order.owner.lastName":          "VALUE Davis, NUMBER_OF_ELEMENTS 5, BYTESIZE 10",
		"order.owner.visits":            "VALUE 7",
		"order.owner.friend.lastName":   "",
		"order.items":                   "NUMBER_OF_ELEMENTS 3",
		"order.items.INNER":             "BYTESIZE 6",
		"order.lazy":                    "TYPE Shop_Lazy",
		"order.lazy.INNER":              "",
		"order.files.INNER":             "BYTESIZE 20",
		"order.files.INNER.key":         "BYTESIZE 9",
		"order.people.INNER.visits":     "VALUE 7",
		"order.EXPRESS":                 "VALUE 1", // true
		"order.missing":                 "",
		"order.number":                  "VALUE 42", // by its getter, from another field
		"order.remark":                  "VALUE by hand, NUMBER_OF_ELEMENTS 7, BYTESIZE 14",
		"order.total":                   "", // its getter computes
		"order.address.street":          "VALUE Main Street, NUMBER_OF_ELEMENTS 11, BYTESIZE 22",
		"order.address.lines.INNER":     "BYTESIZE 14.666666666666666", // 4, 5 and 13 characters
		"order.stops.INNER.lines":       "NUMBER_OF_ELEMENTS 2",
		"order.stops.INNER.lines.INNER": "BYTESIZE 11.5",             // elements of elements
		"order.identity.INNER.INNER":    "VALUE 0.03333333333333333", // 2 of 60 places, which differ from row to row: else 4, the diagonal
		"files.INNER":                   "BYTESIZE 6",
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
	begin := strings.Index(string(data), "int k = 1;")
	special := measure.Service{
		SEFF: "special", Name: "special", Inputs: []model.Input{{Name: "order"}}, Parts: []model.Input{{Name: "order.number"}, {Name: "order.remark"}},
		Code: model.Section{Unit: "Shop", File: file, First: begin, Last: begin},
	}
	var sections []measure.Section // calls, of an argument that is a name and of one that is computed
	for _, text := range []string{"send(order, n)", "send(n > 0"} {
		at := strings.Index(string(data), text)
		sections = append(sections, measure.Section{
			Kind: measure.Call, Callee: "send", Args: []int{1}, Code: model.Section{Unit: "Shop", File: file, First: at, Last: at},
			Parts: []model.Input{{Name: "what.items"}, {Name: "what.number"}},
		})
	}
	p, err := NewTool(Options{Project: filepath.Dir(file), WorkDir: t.TempDir(), Build: []string{"javac", jdk.Quick, "-Xlint:all", "-Werror", "-d", "classes", "Shop.java"}}).
		Prepare(t.Context(), measure.Order{Services: []measure.Service{service, special}, Sections: sections})
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
	serving, calling := int32(0), int32(0) // which service runs, and which call's arguments follow, from 1 on
	for _, e := range sink.events {
		name := ""
		switch {
		case e.Kind == measure.ServiceEntered:
			serving = e.Section
		case e.Kind == measure.CallEntered:
			calling = e.Section + 1
		case e.Kind == measure.ServiceLeft || e.Kind == measure.CallLeft:
			calling = 0
		case e.Kind == measure.ParameterCaptured && calling > 0 && e.Index >= measure.PartsAt:
			name = fmt.Sprint("call ", calling, " ", sections[calling-1].Parts[e.Index-measure.PartsAt].Name)
		case e.Kind == measure.ParameterCaptured && calling > 0:
		case e.Kind == measure.ParameterCaptured && serving == 1 && e.Index >= 1:
			name = "special " + special.Parts[e.Index-1].Name
		case e.Kind == measure.ParameterCaptured && serving == 0 && e.Index >= 2:
			name = service.Parts[e.Index-2].Name
		}
		if name != "" {
			value := e.Value.Str
			if e.Value.Kind == model.Number || e.Value.Kind == model.Bool {
				value = fmt.Sprint(e.Value.Num)
			}
			got[name] = append(got[name], fmt.Sprint(e.Char, " ", value))
		}
	}
	for _, call := range []string{"call 1 ", "call 2 "} {
		want[call+"what.items"], want[call+"what.number"] = "NUMBER_OF_ELEMENTS 3", "VALUE 42"
	}
	want["special order.number"], want["special order.remark"] = "", "VALUE by hand, NUMBER_OF_ELEMENTS 7, BYTESIZE 14"
	for name, said := range want {
		if text := strings.Join(got[name], ", "); text != said {
			t.Errorf("%s: %q, want %q", name, text, said)
		}
	}
}
