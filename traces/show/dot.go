package show

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/traces/classes"
)

type writer struct {
	out   *bufio.Writer
	names *classes.Names
	times Unit // of response times in graphs; no size: none are shown
}

func newWriter(out io.Writer, names *classes.Names) *writer {
	return &writer{out: bufio.NewWriterSize(out, 64<<10), names: names}
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w.out, format, args...) }

func dotGraph(out io.Writer, g Graph, names *classes.Names, times Unit) error {
	w := newWriter(out, names)
	w.times = times
	// Without newrank, Graphviz before 3 gives up on large graphs with boxes within boxes.
	w.printf("digraph G {\n rankdir=LR;\n newrank=true;\n")
	w.printf("\"depNode_0\" [label=\"'Entry'\",shape=\"none\"]\n")
	switch {
	case g.Level == Operations && g.Deployment:
		w.clusters(g, hostsOf(g))
	case g.Level == Operations:
		w.components(g, "", "assembly component")
	case g.Level == Components && g.Deployment:
		w.clusters(g, hostsOf(g))
	default:
		w.nodes(g, func(Node) bool { return true })
	}
	for _, e := range g.Edges {
		style := "solid"
		if e.Inferred {
			style = "dashed"
		}
		if e.Async {
			style = "dotted"
		}
		w.printf("depNode_%d->depNode_%d[label=%d, style=\"%s\", arrowhead=\"open\", color=\"#000000\"]\n", e.From, e.To, e.Calls, style)
	}
	w.printf("}\n")
	return w.out.Flush()
}

func hostsOf(g Graph) []string {
	hosts := map[string]bool{}
	for _, n := range g.Nodes[1:] {
		hosts[n.Host] = true
	}
	return slices.Sorted(maps.Keys(hosts))
}

func (w *writer) clusters(g Graph, hosts []string) {
	for i, host := range hosts {
		w.printf("subgraph \"cluster_container%d\" {\n label = %s;\n shape = \"box\";\n style = \"filled\";\n fillcolor = \"white\";\n", i+1, label("<<execution container>>", host))
		if g.Level == Operations {
			w.components(g, host, "deployment component")
		} else {
			w.nodes(g, func(n Node) bool { return n.Host == host })
		}
		w.printf("}\n")
	}
}

func (w *writer) components(g Graph, host, kind string) {
	boxes := map[string]bool{}
	for _, n := range g.Nodes[1:] {
		if n.Host == host {
			boxes[n.Operation.Component] = true
		}
	}
	for _, component := range slices.Sorted(maps.Keys(boxes)) {
		w.printf("subgraph %s {\n label = %s;\n shape = \"box\";\n style = \"filled\";\n fillcolor = \"white\";\n",
			label(fmt.Sprintf("cluster_component_%s_%d", host, w.names.Component(component))), label("<<"+kind+">>", w.instance(component)))
		w.nodes(g, func(n Node) bool { return n.Host == host && n.Operation.Component == component })
		w.printf("}\n")
	}
}

func (w *writer) nodes(g Graph, wanted func(Node) bool) {
	for i, n := range g.Nodes {
		if i == 0 || !wanted(n) {
			continue
		}
		shape := "box"
		var lines []string
		switch {
		case g.Level == Containers:
			shape, lines = "box3d", []string{"<<execution container>>", n.Host}
		case g.Level == Components && g.Deployment:
			lines = []string{"<<deployment component>>", w.instance(n.Operation.Component)}
		case g.Level == Components:
			lines = []string{"<<assembly component>>", w.instance(n.Operation.Component)}
		default:
			shape, lines = "oval", []string{shortCall(n.Operation)}
		}
		if t := n.Times; t != nil && w.times.Size > 0 {
			lines = append(lines,
				fmt.Sprintf("min: %s, avg: %s, max: %s,", w.times.format(float64(t.Min)), w.times.format(t.Total/float64(t.Count)), w.times.format(float64(t.Max))),
				"total: "+w.times.format(t.Total))
		}
		fill := "white"
		if n.Inferred {
			fill = "gray"
		}
		w.printf("\"depNode_%d\" [label=%s,shape=\"%s\",style=\"filled\",color=\"#000000\",fillcolor=\"%s\"]\n", i, label(lines...), shape, fill)
	}
}

func label(lines ...string) string {
	quoted := make([]string, len(lines))
	for i, line := range lines {
		quoted[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(safe.Line(line))
	}
	return `"` + strings.Join(quoted, `\n`) + `"`
}

func dotTree(out io.Writer, t *Tree, names *classes.Names, aggregated bool) error {
	w := newWriter(out, names)
	w.printf("digraph G {\n")
	number, order := 0, 0
	var visit func(t *Tree)
	var edges []string
	visit = func(t *Tree) {
		id := number
		number++
		if t.Entry {
			w.printf("%d[label =\"'Entry'\",shape=none];\n", id)
		} else {
			first := w.instance(t.Operation.Component)
			if t.Host != "" {
				first = t.Host + "::" + first
			}
			w.printf("%d[label =%s,shape=none];\n", id, label(first, "."+shortCall(t.Operation)))
		}
		for _, child := range t.Children {
			order++
			text := fmt.Sprintf("%d.", order)
			if aggregated {
				text = fmt.Sprint(child.Calls)
			}
			style := "solid"
			if child.Async {
				style = "dotted"
			}
			edges = append(edges, fmt.Sprintf("%d->%d[style=%s,arrowhead=none,label=%s ]\n", id, number, style, label(text)))
			visit(child)
		}
	}
	visit(t)
	for _, edge := range edges {
		w.printf("%s", edge)
	}
	w.printf("}\n")
	return w.out.Flush()
}
