package rules

import (
	"slices"
	"strings"
	"testing"

	"beagle/extract/attribution"
)

func TestClassesThatAreLeftOutStandBehindNoInterface(t *testing.T) {
	p, err := attribution.Parse(strings.NewReader(`{"k":"file","p":"A.java","n":1}
{"k":"type","n":"demo.Storage","x":"interface","o":"demo.Storage","pk":"demo"}
{"k":"type","n":"demo.Disk","x":"class","o":"demo.Disk","pk":"demo","b":["demo.Storage"]}
{"k":"type","n":"demo.Memory","x":"class","o":"demo.Memory","pk":"demo","b":["demo.Storage"]}
{"k":"end"}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if all := Implementers(p, "Storage", nil); !slices.Equal(all, []string{"Disk", "Memory"}) {
		t.Errorf("behind Storage stand %v", all)
	}
	if all := Implementers(p, "Storage", []string{"demo.Disk"}); !slices.Equal(all, []string{"Memory"}) {
		t.Errorf("without Disk there stand %v", all)
	}
}

func TestAMainIsThatOfOldOrOfACompactSourceFile(t *testing.T) {
	main := func(flags, erased string) []*attribution.Method {
		return []*attribution.Method{{Name: "main", Flags: flags, Erased: erased}}
	}
	for _, c := range []struct {
		name   string
		t      attribution.Type
		starts bool
	}{
		{"of old", attribution.Type{Name: "demo.A", Outer: "demo.A", Package: "demo", Methods: main("PS", "java.lang.String[]")}, true},
		{"of a compact source file", attribution.Type{Name: "A", Outer: "A", Flags: "F", Methods: main("", "")}, true},
		{"of an object in a package", attribution.Type{Name: "demo.A", Outer: "demo.A", Package: "demo", Flags: "F", Methods: main("P", "")}, false},
		{"private", attribution.Type{Name: "A", Outer: "A", Flags: "F", Methods: main("V", "")}, false},
		{"of numbers", attribution.Type{Name: "A", Outer: "A", Flags: "F", Methods: main("PS", "int")}, false},
	} {
		if isDriver(&c.t) != c.starts {
			t.Errorf("a main %s: %v", c.name, !c.starts)
		}
	}
}

// What Spring runs before each handler of a controller may take most of a request.
func TestWhatAFrameworkRunsBesideItsEndpointsIsEntered(t *testing.T) {
	for annotation, want := range map[string]bool{"GetMapping": true, "ModelAttribute": true, "ExceptionHandler": true, "TransactionalEventListener": true, "Autowired": false} {
		if got := (&program{}).isEndpoint(&attribution.Method{Name: "items", Annotations: []string{annotation}}); got != want {
			t.Errorf("that a framework calls a method with @%s is %v", annotation, got)
		}
	}
}

// A request's body is read, and filters run, before a resource is called: what parses a large body takes more than
// that.
func TestWhatJakartaRESTRunsAroundItsEndpointsIsEntered(t *testing.T) {
	p, err := attribution.Parse(strings.NewReader(`{"k":"file","p":"A.java","n":1}
{"k":"type","n":"demo.Reader","x":"class","o":"demo.Reader","pk":"demo","w":["MessageBodyReader"]}
{"k":"end"}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	a := &program{Program: p}
	for name, want := range map[string]bool{"readFrom": true, "writeTo": false, "filter": false, "isReadable": false} {
		if got := a.isEndpoint(&attribution.Method{Name: name, Type: p.Type("demo.Reader")}); got != want {
			t.Errorf("that %s of what reads bodies is called: %v", name, got)
		}
	}
}

// Launches enter what no model can have as an entrance, and say so each time the model is corrected.
func TestAServiceIsChosenOnce(t *testing.T) {
	c := Choices{Services: []string{"Shop.sell"}}.Enter(true, "Shop.buy").Enter(true, "Shop.buy", "Shop.sell", "Shop.count")
	if want := []string{"Shop.sell", Uncalled, "Shop.buy", "Shop.count"}; !slices.Equal(c.Services, want) {
		t.Errorf("%v", c.Services)
	}
}
