package write

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/model"
	"beagle/pcm"
)

const shopOf = `
Shop:
  request(size int, items list):
    - call: Maths.multiply
      with: {size.VALUE: size.VALUE}
    - call: Sorter.sortAll
      with: {items.NUMBER_OF_ELEMENTS: items.NUMBER_OF_ELEMENTS}
    - branch: large
      ways:
        big: {when: size.VALUE > 100, steps: [{work: log it, demand: 0.001}]}
        small: {when: size.VALUE <= 100}
Maths:
  multiply(size):
    - work: multiply
Sorter:
  sortAll(items list):
    - loop: each item
      count: items.NUMBER_OF_ELEMENTS
      steps:
        - work: compare
`

func TestALoopABranchAndCallsBecomeAModelThatPalladioLoads(t *testing.T) {
	m, values, err := FromText("shop.yaml", "shop", []byte(shopOf))
	if err != nil {
		t.Fatal(err)
	}
	r, err := pcm.Parse("shop.repository", Repository(m))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Check() {
		if p.Severity != model.Info {
			t.Errorf("it has %v", p)
		}
	}
	kinds := map[model.Kind]int{}
	for _, e := range r.Elements() {
		kinds[e.Kind]++
	}
	if kinds[model.InternalAction] != 3 || kinds[model.Loop] != 1 || kinds[model.Branch] != 1 {
		t.Errorf("it has %v", kinds)
	}
	said := ""
	for _, v := range values {
		if _, err := r.ChangeFor(v.ID, v.Text); err != nil {
			t.Errorf("the value of line %d: %v", v.Line, err)
		}
		said += v.Text + " | "
	}
	if want := "size.VALUE | items.NUMBER_OF_ELEMENTS | 0.001 | size.VALUE > 100; size.VALUE <= 100 | items.NUMBER_OF_ELEMENTS | "; said != want {
		t.Errorf("its values are %s", said)
	}
	for _, c := range m.Components {
		for _, s := range c.Services {
			if s.Entry != (c.Name == "Shop") {
				t.Errorf("%s is entered from outside: %v", s.Op.Name, s.Entry)
			}
		}
	}
}

func TestTheSameTextGivesTheSameIds(t *testing.T) {
	first, _, _ := FromText("a.yaml", "shop", []byte(shopOf))
	second, _, _ := FromText("b.yaml", "shop", []byte(shopOf))
	if string(Repository(first)) != string(Repository(second)) {
		t.Error("they differ")
	}
}

func TestWhatIsWrongIsSaidWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "empty",
		"[a]":                             "not a list",
		"A: 3":                            `1: the component A has services`,
		"A:\n  f(x int:\n    - work: w":   `2: "f(x int" is no service`,
		"A:\n  f(x y z):\n    - work: w":  `2: "x y z" is no parameter of f`,
		"A:\n  f(x real):\n    - work: w": `2: "real" is no type`,
		"A:\n  f(x, x):\n    - work: w":   `2: f has two parameters x`,
		"A:\n  f: w":                      `2: A.f has a list of steps`,
		"A:\n  f:\n    - work:":           `3: the work has no name`,
		"A:\n  f:\n    - sleep: 3":        `3: a step is work, call, loop or branch`,
		"A:\n  f:\n    - work: w\n      call: B.g":                            `4: a step is either work or call`,
		"A:\n  f:\n    - work: w\n      cost: 3":                              `4: a work has no "cost"`,
		"A:\n  f:\n    - call: B.g":                                           `3: there is no component "B" to call`,
		"A:\n  f:\n    - call: A.f":                                           `3: A calls itself`,
		"A:\n  f:\n    - call: B.h\nB:\n  g:":                                 `3: the component B has no service "h"`,
		"A:\n  f:\n    - branch: b\n      ways: {one: []}":                    `3: the branch "b" has two ways or more`,
		"A:\n  f:\n    - branch: b\n      ways: {one: {share: 0.5}, two: []}": `4: two has no share`,
		"A:\n  f:\n    - call: B.g\n      with: {y.VALUE: 3}\nB:\n  g(x):":    `4: "y.VALUE" is no argument`,
		"A:\n  f: &a\n    - work: w\nB:\n  g: *a":                             `2: A.f has a list of steps, not an anchor`,
		strings.Repeat("- ", 100):                                             "nested deeper than",
		"A:\n  f:\n  f:":                                                      "no YAML",
	} {
		_, _, err := FromText("m.yaml", "m", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("of %q it says %v, want %s", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(shopOf))
	f.Add([]byte("A: {f(x): [{loop: l, steps: [{work: w}]}]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, _, err := FromText("m.yaml", "m", data)
		if err != nil {
			return
		}
		if _, err := pcm.Parse("m.repository", Repository(m)); err != nil {
			t.Errorf("what is read cannot be read again: %v", err)
		}
	})
}

func TestTheExamplesAreModels(t *testing.T) {
	for _, language := range []string{"node", "go"} {
		file := filepath.Join("..", "..", "examples", language, "shop.yaml")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := FromText(file, "shop", data)
		if err != nil || len(m.Components) != 3 {
			t.Errorf("%s: %v", file, err)
		}
	}
}
