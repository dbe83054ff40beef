package show

import (
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/traces/classes"
)

// MermaidSequence writes the representative of a class as a sequence diagram. Lifelines are components, or components
// on hosts. Calls that follow one another and are alike, with all that they call, stand once in a loop (inner loops
// of the first one with its numbers): viewers refuse diagrams of more than 50,000 characters.
func MermaidSequence(out io.Writer, c *classes.Class, names *classes.Names, deployment bool) error {
	w := newWriter(out, names)
	t := c.Representative()
	w.printf("sequenceDiagram\n")
	from := "Entry"
	if origins := c.Origins(); len(origins) == 1 && origins[0].Known && origins[0].Count == c.Count {
		o := origins[0].Operation
		from = mermaidText("async from " + w.instance(o.Component) + "." + shortCall(o))
	}
	w.printf("  actor entry as %s\n", from)
	participants := map[string]string{}
	participant := func(i int) string {
		o := c.Operation(i)
		text := w.instance(o.Component)
		if deployment {
			text = c.Host(i) + "::" + text
		}
		id, known := participants[text]
		if !known {
			id = fmt.Sprintf("p%d", len(participants)+1)
			participants[text] = id
			w.printf("  participant %s as %s\n", id, mermaidText(text))
		}
		return id
	}
	ids := make([]string, len(t.Executions))
	for i := range t.Executions {
		ids[i] = participant(i)
	}
	children := childrenOf(t.Executions)
	alike := likeness(t.Executions, children)
	var calls func(caller string, all []int)
	calls = func(caller string, all []int) {
		for len(all) > 0 {
			i, run := all[0], 1
			for run < len(all) && alike[all[run]] == alike[i] {
				run++
			}
			all = all[run:]
			if run > 1 {
				w.printf("  loop %d times\n", run)
			}
			e := t.Executions[i]
			w.printf("  %s->>+%s: %s\n", caller, ids[i], mermaidText(shortCall(c.Operation(i))))
			calls(ids[i], children[i])
			mark, first := "", ""
			if e.Failed {
				mark = " failed,"
			}
			if run > 1 {
				first = " at first"
			}
			w.printf("  %s-->>-%s:%s %s%s\n", ids[i], caller, mark, mermaidText(Duration(float64(e.Out-e.In))), first)
			if run > 1 {
				w.printf("  end\n")
			}
		}
	}
	var outermost []int
	for i, e := range t.Executions {
		if e.Parent < 0 {
			outermost = append(outermost, i)
		}
	}
	calls("entry", outermost)
	return w.out.Flush()
}

func childrenOf(all []classes.Execution) [][]int {
	children := make([][]int, len(all))
	for i, e := range all {
		if e.Parent >= 0 {
			children[e.Parent] = append(children[e.Parent], i)
		}
	}
	return children
}

// likeness gives executions that are alike, with all that they call, the same number.
func likeness(all []classes.Execution, children [][]int) []int {
	alike := make([]int, len(all))
	numbers := map[string]int{}
	var key []byte
	for i := len(all) - 1; i >= 0; i-- { // callees stand behind their callers
		e := all[i]
		key = binary.AppendVarint(binary.AppendVarint(key[:0], int64(e.Op)), int64(e.Host))
		key = strconv.AppendBool(key, e.Failed)
		for n := 0; n < len(children[i]); { // a loop is alike however often it runs
			same := alike[children[i][n]]
			key = binary.AppendVarint(key, int64(same))
			for n < len(children[i]) && alike[children[i][n]] == same {
				n++
			}
		}
		number, known := numbers[string(key)]
		if !known {
			number = len(numbers)
			numbers[string(key)] = number
		}
		alike[i] = number
	}
	return alike
}

func walk(all []classes.Execution, enter, leave func(i int)) {
	var stack []int
	for i := range all {
		for len(stack) > 0 && stack[len(stack)-1] != int(all[i].Parent) {
			leave(stack[len(stack)-1])
			stack = stack[:len(stack)-1]
		}
		enter(i)
		stack = append(stack, i)
	}
	for i := len(stack) - 1; i >= 0; i-- {
		leave(stack[i])
	}
}

func mermaidGraph(out io.Writer, g Graph, names *classes.Names, times Unit) error {
	w := newWriter(out, names)
	w.printf("flowchart LR\n  n0((Entry))\n")
	for i, n := range g.Nodes {
		if i == 0 {
			continue
		}
		var lines []string
		if g.Deployment {
			lines = append(lines, n.Host)
		}
		if g.Level != Containers {
			lines = append(lines, w.instance(n.Operation.Component))
		}
		if g.Level == Operations {
			lines = append(lines, shortCall(n.Operation))
		}
		if n.Times != nil && times.Size > 0 {
			lines = append(lines, fmt.Sprintf("min %s, avg %s, max %s", times.format(float64(n.Times.Min)), times.format(n.Times.Total/float64(n.Times.Count)), times.format(float64(n.Times.Max))))
		}
		for j := range lines {
			lines[j] = mermaidText(lines[j])
		}
		w.printf("  n%d[\"%s\"]\n", i, strings.Join(lines, "<br>"))
	}
	for _, e := range g.Edges {
		arrow := "-->"
		if e.Inferred {
			arrow = "-.->"
		}
		text := fmt.Sprint(e.Calls)
		if e.Async {
			arrow, text = "-.->", text+" async"
		}
		w.printf("  n%d %s|%s| n%d\n", e.From, arrow, text, e.To)
	}
	return w.out.Flush()
}

func mermaidTree(out io.Writer, t *Tree, names *classes.Names) error {
	w := newWriter(out, names)
	w.printf("flowchart TD\n")
	number := 0
	var visit func(t *Tree) int
	visit = func(t *Tree) int {
		id := number
		number++
		text := "Entry"
		if !t.Entry {
			text = mermaidText(w.instance(t.Operation.Component)) + "<br>." + mermaidText(shortCall(t.Operation))
			if t.Host != "" {
				text = mermaidText(t.Host) + "::" + text
			}
		}
		w.printf("  n%d[\"%s\"]\n", id, text)
		for _, child := range t.Children {
			to := visit(child)
			arrow, text := "-->", fmt.Sprint(child.Calls)
			if child.Async {
				arrow, text = "-.->", text+" async"
			}
			w.printf("  n%d %s|%s| n%d\n", id, arrow, text, to)
		}
		return id
	}
	visit(t)
	return w.out.Flush()
}

func mermaidText(text string) string {
	return strings.NewReplacer(`#`, "#35;", `"`, "#quot;", ";", "#59;", "<", "#lt;", ">", "#gt;").Replace(safe.Line(text))
}
