package cost

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/model"
)

const promising = `package shop;
class Sorter {
    /**
     * Sorts.
     * beagle: {grows: n log n}
     */
    @Override
    public int[] sort(int[] values) { return values; } // beagle comes with "beagle: {" in a text
    // beagle: {below: 20ms, at: {rows.NUMBER_OF_ELEMENTS: 1000}}
    void add(java.util.Map<String, Integer> rows, int... more) { String s = "// beagle: {grows: n}"; }
    void add() {}
    static class Inner {
        /* beagle: {share: 30%, of: Sorter.sort} */
        <T> void of(T t) {}
    }
}
`

func TestPromisesStandInCommentsAboveMethods(t *testing.T) {
	all, err := promisesIn("src/Sorter.java", promising)
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	for i, want := range []struct {
		method string
		line   int
	}{{"shop.Sorter.sort", 5}, {"shop.Sorter.add(java.util.Map,int[])", 9}, {"shop.Sorter.Inner.of", 13}} {
		if c := all[i]; c.Cost != want.method || c.Line != want.line || c.File != "src/Sorter.java" {
			t.Errorf("%+v, want %+v", c, want)
		}
	}
	if all[0].Grows != "n log n" || all[1].At["rows.NUMBER_OF_ELEMENTS"] != "1000" || all[2].Share != 0.3 {
		t.Errorf("%+v", all)
	}
}

func TestAPromiseThatIsWrongIsSaidWithItsPlace(t *testing.T) {
	for source, want := range map[string]string{
		"class A {\n// beagle: {growz: n}\nvoid a() {} }":            "unknown key the contract.growz",
		"class A {\n// beagle: {grows: n}\nint x; void a() {} }":     "stands above no method",
		"class A { void a() {\n// beagle: {grows: n}\n} void b(){}}": "stands above no method",
		"class A {\n// beagle: grows: n\nvoid a() {} }":              "has no braces",
		"class A {\n// beagle: {}\nvoid a() {} }":                    "promises nothing",
		"class A {\n// beagle: {grows: n} {\nvoid a() {} }":          "not readable as YAML",
	} {
		_, err := promisesIn("A.java", source)
		if p := model.AsProblem(err, ""); err == nil || p.Line != 2 || p.File != "A.java" || !strings.Contains(p.Message, want) || strings.Contains(want, "YAML") && p.Hint == "" {
			t.Errorf("%q: %v, want %s", source, err, want)
		}
	}
}

func TestReportsAreWrittenByTheEndingsOfTheirNames(t *testing.T) {
	dir := t.TempDir()
	r := reports{}
	for ending := range endings {
		r.paths = append(r.paths, filepath.Join(dir, "costs"+ending))
	}
	v := &verified{Version: 1, Contracts: []checked{{Method: "a.B.c", Contract: "grows n", Outcome: broken}}, Methods: []method{}}
	if err := r.write(v); err != nil || r.check() != nil {
		t.Fatal(err)
	}
	for _, path := range r.paths {
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "a.B.c") {
			t.Errorf("%s: %v %s", path, err, text)
		}
	}
	if err := (&reports{paths: []string{"costs.html"}}).check(); err == nil || !strings.Contains(err.Error(), "costs.html") {
		t.Errorf("%v", err)
	}
}

func TestAReportThatCannotBeWrittenIsSaidAndTheOthersAreWritten(t *testing.T) {
	dir := t.TempDir()
	nowhere, other := filepath.Join(dir, "nowhere", "costs.json"), filepath.Join(dir, "costs.md")
	r := reports{paths: []string{nowhere, other}}
	if err := r.check(); err == nil || !strings.Contains(err.Error(), "there is no folder") {
		t.Errorf("%v", err)
	}
	if err := r.write(&verified{Version: 1}); err == nil || !strings.Contains(err.Error(), nowhere) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}
