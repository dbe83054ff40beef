package show

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker/logs"
)

func reconstruct(t *testing.T, options traces.Options, path string) traces.Result {
	t.Helper()
	engine := traces.NewEngine(options)
	if _, err := logs.Read(t.Context(), []string{path}, logs.Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	return engine.Result()
}

var (
	dotNode = regexp.MustCompile(`^"?(depNode_)?(\d+)"?\s*\[label ?=("[^"]*")(.*)\]`)
	dotEdge = regexp.MustCompile(`^(?:depNode_)?(\d+)->(?:depNode_)?(\d+)\[(.*?)\s*\]`)
	dotBox  = regexp.MustCompile(`^ *label = ("[^"]*");`)
)

// content is what a drawing shows, whatever the numbers of its nodes: every
// node within its boxes, and every edge between such nodes.
func content(t *testing.T, dot string) []string {
	t.Helper()
	var lines, boxes, parents []string
	nodes := map[string]string{}
	tree := strings.Contains(dot, "arrowhead=none")
	for line := range strings.Lines(dot) {
		line = strings.TrimSpace(line)
		switch m := dotNode.FindStringSubmatch(line); {
		case m != nil:
			nodes[m[2]] = strings.Join(append(slices.Clone(boxes), m[3]+" "+strings.ReplaceAll(m[4], `"`, "")), " / ")
			lines = append(lines, "node "+nodes[m[2]])
		case dotBox.MatchString(line):
			boxes[len(boxes)-1] = dotBox.FindStringSubmatch(line)[1]
		case strings.HasPrefix(line, "subgraph"):
			boxes = append(boxes, "")
		case line == "}" && len(boxes) > 0:
			boxes = boxes[:len(boxes)-1]
		}
	}
	for line := range strings.Lines(dot) {
		if m := dotEdge.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			from := nodes[m[1]]
			if tree { // equal labels occur at several places of a tree
				for _, p := range parents {
					if strings.HasPrefix(p, m[1]+" ") {
						from = p[len(m[1])+1:]
					}
				}
				parents = append(parents, m[2]+" "+from+" > "+nodes[m[2]])
			}
			lines = append(lines, "edge "+from+" -> "+nodes[m[2]]+" "+strings.ReplaceAll(m[3], `"`, ""))
		}
	}
	slices.Sort(lines)
	if len(lines) == 0 {
		t.Fatalf("nothing is drawn:\n%s", dot)
	}
	return lines
}

// drawing is one of Kieker's drawings of a recorded log, and how ours is made.
type drawing struct {
	log, file string
	options   traces.Options
	write     func(traces.Result, *bytes.Buffer) error
}

func drawings() []drawing {
	graph := func(level Level, deployment bool, times string) func(r traces.Result, out *bytes.Buffer) error {
		return func(r traces.Result, out *bytes.Buffer) error {
			return dotGraph(out, dependencies(r.Classes, level, deployment), r.Names, Units[times])
		}
	}
	tree := func(r traces.Result, out *bytes.Buffer) error {
		return dotTree(out, aggregatedTree(r.Classes, false), r.Names, true)
	}
	return []drawing{
		{"bookstore-executions", "assemblyOperationDependencyGraph.dot", traces.Options{}, graph(Operations, false, "")},
		{"bookstore-executions", "deploymentOperationDependencyGraph.dot", traces.Options{}, graph(Operations, true, "")},
		{"bookstore-executions", "assemblyComponentDependencyGraph.dot", traces.Options{}, graph(Components, false, "")},
		{"bookstore-executions", "containerDependencyGraph.dot", traces.Options{}, graph(Containers, true, "")},
		{"bookstore-executions", "responseTime-assemblyOperationDependencyGraph.dot", traces.Options{}, graph(Operations, false, "ns")},
		{"bookstore-executions", "aggregatedAssemblyCallTree.dot", traces.Options{}, tree},
		{"repair-events", "assemblyOperationDependencyGraph.dot", traces.Options{Repair: true}, graph(Operations, false, "")},
		{"repair-events", "deploymentOperationDependencyGraph.dot", traces.Options{Repair: true}, graph(Operations, true, "")},
		{"repair-events", "aggregatedAssemblyCallTree.dot", traces.Options{Repair: true}, tree},
	}
}

func (d drawing) both(t *testing.T) (ours, kiekers []string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(need.Shared(t, "kieker/recorded/"+d.log+".expected"), d.file))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := d.write(reconstruct(t, d.options, need.Shared(t, "kieker/recorded/"+d.log)), &got); err != nil {
		t.Fatal(err)
	}
	return content(t, got.String()), content(t, string(want))
}

func TestGraphsAreKiekers(t *testing.T) {
	for _, d := range drawings() {
		t.Run(d.log+"/"+d.file, func(t *testing.T) {
			if ours, kiekers := d.both(t); !slices.Equal(ours, kiekers) {
				t.Errorf("got\n%s\n\nwant\n%s", strings.Join(ours, "\n"), strings.Join(kiekers, "\n"))
			}
		})
	}
}

// kiekersText is one of Kieker's texts about the bookstore's log, and how ours
// is made; unordered: Kieker numbers its lines by chance.
type kiekersText struct {
	file      string
	unordered bool
	write     func(*bytes.Buffer) error
}

func texts(r traces.Result) []kiekersText {
	slices.SortFunc(r.Classes, func(a, b *classes.Class) int {
		return int(a.Representative().ID - b.Representative().ID)
	})
	var representatives []classes.Trace
	for _, c := range r.Classes {
		representatives = append(representatives, c.Representative())
	}
	return []kiekersText{
		{"executionTraces.txt", false, func(out *bytes.Buffer) error { return Executions(out, r.Names, representatives...) }},
		{"messageTraces.txt", false, func(out *bytes.Buffer) error { return Messages(out, r.Names, representatives...) }},
		{"traceAssemblyEquivClasses.txt", false, func(out *bytes.Buffer) error { return equivalenceClasses(out, classes.Assembly(r.Classes), r.Names) }},
		{"traceDeploymentEquivClasses.txt", true, func(out *bytes.Buffer) error { return equivalenceClasses(out, r.Classes, r.Names) }},
	}
}

func (k kiekersText) both(t *testing.T) (ours, kiekers string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(need.Shared(t, "kieker/recorded/bookstore-executions.expected"), k.file))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := k.write(&got); err != nil {
		t.Fatal(err)
	}
	ours, kiekers = strings.TrimSpace(got.String()), strings.TrimSpace(string(want))
	if k.unordered {
		return unnumbered(ours), unnumbered(kiekers)
	}
	return ours, kiekers
}

func TestTextsAreKiekers(t *testing.T) {
	for _, k := range texts(reconstruct(t, traces.Options{}, need.Shared(t, "kieker/recorded/bookstore-executions"))) {
		t.Run(k.file, func(t *testing.T) {
			if ours, kiekers := k.both(t); ours != kiekers {
				t.Errorf("got\n%s\n\nwant\n%s", ours, kiekers)
			}
		})
	}
}

// unnumbered drops the numbers of classes, which Kieker gives by chance.
func unnumbered(text string) string {
	lines := strings.Split(regexp.MustCompile(`(?m)^Class \d+ `).ReplaceAllString(text, ""), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
