package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"beagle/internal/need"
	"beagle/links"
	"beagle/measure"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
)

const (
	mergeSort    = "algorithms.MergeSort"
	hashJoin     = "algorithms.HashJoin"
	editDistance = "algorithms.EditDistance"
)

// algorithmLinks say which statements the elements are: a text, looked for
// behind another text; last is empty where it is one statement.
var algorithmLinks = []struct{ id, unit, behind, first, last string }{
	{"_mergeAll", mergeSort, "int[] sort(", "sorted = mergeAll(values.clone());", ""},
	{"_eachPass_body", mergeSort, "int[] passes(", "pass(from, to, width);", "to = swap;"},
	{"_onePass", mergeSort, "int[] passes(", "pass(from, to, width);", ""},
	{"_build", hashJoin, "long join(", "build(build);", ""},
	{"_probe", hashJoin, "long join(", "long matches = probe(probe);", ""},
	{"_isOuter_yes_behaviour", hashJoin, "long join(", "matches += unmatched(build);", ""},
	{"_unmatched", hashJoin, "long join(", "matches += unmatched(build);", ""},
	{"_eachPartition_body", hashJoin, "long join(", "checked += first;", ""},
	{"_isLonger_yes_behaviour", editDistance, "int distance(", "return fill(right, left);", ""},
	{"_isLonger_no_behaviour", editDistance, "int distance(", "return fill(left, right);", ""},
	{"_eachColumn_body", editDistance, "int fill(", "row[j] = j;", ""},
	{"_rows", editDistance, "int fill(", "rows(left, right, row);", ""},
}

// algorithms makes the project.
func algorithms(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/algorithms")); err != nil {
		t.Fatal(err)
	}
	file := &links.File{Path: filepath.Join(dir, "links.xml")}
	for _, l := range algorithmLinks {
		text, err := os.ReadFile(filepath.Join(dir, "src/main/java", strings.ReplaceAll(l.unit, ".", "/")+".java"))
		if err != nil {
			t.Fatal(err)
		}
		start := bytes.Index(text, []byte(l.behind))
		at := func(statement string) links.Position {
			i := bytes.Index(text[max(start, 0):], []byte(statement))
			if start < 0 || i < 0 {
				t.Fatalf("%s has no %q behind %q", l.unit, statement, l.behind)
			}
			return links.Position{Unit: l.unit, Offset: len(utf16.Encode([]rune(string(text[:start+i]))))}
		}
		link := links.Link{Element: l.id, First: at(l.first)}
		if l.last != "" {
			last := at(l.last)
			link.Last = &last
		}
		file.Links = append(file.Links, link)
	}
	if err := links.Write(file); err != nil {
		t.Fatal(err)
	}
	return dir
}

// learnt is the part of "beagle fit --output json" that the test looks at.
type learnt struct {
	Reason   string
	Rows     int64
	Warnings []string
	Final    *struct {
		StoEx string
		Error *float64 `json:"relative_error"`
	}
}

// fitted exports the table of an element and learns it again, alone.
func fitted(t testing.TB, dir string, id model.ElementID, kind string) learnt {
	t.Helper()
	out := call(t, dir, "export", "--element", string(id), "--output", "csv")
	if out.code != 0 {
		t.Fatalf("export of %s: exit code %d\n%s", id, out.code, out.stderr)
	}
	table := filepath.Join(dir, "table.csv")
	need.File(t, table, out.stdout)
	out = call(t, dir, "fit", table, "--target", "value", "--kind", kind, "--skip", "launch,seq,weight", "--output", "json")
	var result learnt
	if err := json.Unmarshal([]byte(out.stdout), &result); err != nil || result.Final == nil {
		t.Fatalf("fit of %s: exit code %d, %v\n%s%s", id, out.code, err, out.stdout, out.stderr)
	}
	return result
}

// Three algorithms, the whole way: probes in a running program, what is learnt
// from them, in the model and by "beagle fit", and how it predicts inputs up to
// twice as large that nothing was learnt from.
func TestMeasuredAlgorithmsAreLearntAsTheyAre(t *testing.T) {
	long(t)
	need.Java(t)
	dir := algorithms(t)
	undisturbed(t, func(times testing.TB) { learnsTheAlgorithms(t, times, dir) })
}

// learnsTheAlgorithms measures the project; times is for what depends on times.
func learnsTheAlgorithms(t, times testing.TB, dir string) {
	t.Helper()
	result := analyse(t, dir)
	t.Logf("problems:\n%s", problems(result.Problems))
	written := elements(t, result.Written)
	sorts, joins, pairs, ordered := algorithmInputs()

	exact(t, written["_eachPass"], "Ceil(Log(2.0, values.NUMBER_OF_ELEMENTS))", sorts)
	exact(t, written["_eachPartition"], "Ceil(build.NUMBER_OF_ELEMENTS / 1000.0)", joins)
	exact(t, written["_eachColumn"], "right.BYTESIZE / 2.0 + 1", ordered)
	decides(t, written["_isOuter"], []string{"outer.VALUE", "NOT outer.VALUE"}, joins)
	decides(t, written["_isLonger"], []string{"left.BYTESIZE > right.BYTESIZE", "left.BYTESIZE <= right.BYTESIZE"}, pairs)
	for _, d := range []struct {
		id    model.ElementID
		on    []string
		all   []inputs
		terms []string
	}{
		{"_mergeAll#CPU", []string{"values"}, sorts, []string{"values.NUMBER_OF_ELEMENTS", "values.NUMBER_OF_ELEMENTS * Log(2.0, values.NUMBER_OF_ELEMENTS)"}},
		{"_onePass#CPU", []string{"values"}, sorts, []string{"values.NUMBER_OF_ELEMENTS"}},
		// A hash table leaves the caches as it grows, so what an entry costs is the
		// machine's secret: it is held to what larger inputs take, below.
		{"_build#CPU", []string{"build"}, nil, nil},
		{"_rows#CPU", []string{"left", "right"}, ordered, []string{"left.BYTESIZE", "right.BYTESIZE", "left.BYTESIZE * right.BYTESIZE"}},
	} {
		if d.terms != nil {
			hasForm(times, written[d.id], d.all, formTolerance, d.terms...)
		}
		dependsOn(times, written[d.id], written[d.id].Old, d.on)
		alone := fitted(t, dir, d.id, "demand")
		dependsOn(times, written[d.id], alone.Final.StoEx, d.on)
		t.Logf("%s: %s, by fit %s (%d rows)", d.id, written[d.id].Old, alone.Final.StoEx, alone.Rows)
	}
	for _, id := range []model.ElementID{"_eachPass", "_eachPartition", "_eachColumn"} {
		again := written[id]
		again.Old = fitted(t, dir, id, "count").Final.StoEx
		exact(t, again, written[id].Old, map[model.ElementID][]inputs{"_eachPass": sorts, "_eachPartition": joins, "_eachColumn": ordered}[id])
		t.Logf("%s: %s", id, again.Old)
	}
	var larger []measure.Launch
	for _, seed := range []string{"99", "100", "101", "102"} {
		larger = append(larger, measure.Launch{Name: "larger", Command: []string{"java", "-cp", "target/classes", "algorithms.Main", seed, "2"}})
	}
	results := measured(t, run.Config{
		Project: dir, Model: filepath.Join(dir, "algorithms.repository"), Links: filepath.Join(dir, "links.xml"),
		Sources: []string{filepath.Join(dir, "src/main/java")},
		Build:   []string{"javac", "-encoding", "UTF-8", "-d", "target/classes", "-sourcepath", "src/main/java", "src/main/java/algorithms/Main.java"},
	}, larger...)
	// Tables of the join are filled and walked while arrays twice as large as any
	// that was learnt from pass through the caches.
	predicts(times, written, results, "_build#CPU", "_unmatched#CPU")
}

// algorithmInputs are what the services may get; ordered are pairs of texts of
// which the left is never the longer one. A letter has two bytes.
func algorithmInputs() (sorts, joins, pairs, ordered []inputs) {
	for _, n := range append(spread(501, 40_000, 40), 511, 512, 513, 4096, 4097, 1000, 1001, 2000, 2001) {
		sorts = append(sorts, inputs{"values.NUMBER_OF_ELEMENTS": n, "values.BYTESIZE": 4 * n})
		for _, m := range spread(500, 60_000, 8) {
			for _, outer := range []bool{true, false} {
				joins = append(joins, inputs{
					"build.NUMBER_OF_ELEMENTS": n, "build.BYTESIZE": 4 * n,
					"probe.NUMBER_OF_ELEMENTS": m, "probe.BYTESIZE": 4 * m, "outer.VALUE": outer,
				})
			}
		}
	}
	for _, left := range spread(31, 800, 14) {
		for _, right := range spread(30, 790, 14) {
			p := inputs{"left.BYTESIZE": 2 * left, "right.BYTESIZE": 2 * right}
			pairs = append(pairs, p)
			if left <= right {
				ordered = append(ordered, p)
			}
		}
	}
	return sorts, joins, pairs, ordered
}

// dependsOn asserts that an expression knows these parameters, and no others.
func dependsOn(t testing.TB, e model.Element, text string, parameters []string) {
	t.Helper()
	var names []string
	for _, v := range expression.Variables(nodeOf(t, text, e)) {
		names = append(names, v.Name)
	}
	slices.Sort(names)
	if names = slices.Compact(names); !slices.Equal(names, parameters) {
		t.Errorf("%s is %q, which depends on %q, want %q", e.ID, text, names, parameters)
	}
}
