package show

import (
	"encoding/json"
	"io"

	"beagle/traces"
	"beagle/traces/classes"
)

// What --show chooses, as programs read it; durations and times are in nanoseconds, and indexes are positions in the
// list they stand in.

type jsonGraph struct {
	Nodes []jsonNode `json:"nodes"` // the first is the entry from outside
	Edges []jsonEdge `json:"edges"`
}

type jsonNode struct {
	Entry     bool    `json:"entry,omitempty"`
	Host      string  `json:"host,omitempty"`
	Component string  `json:"component,omitempty"`
	Operation string  `json:"operation,omitempty"` // its signature
	Count     uint64  `json:"count,omitempty"`     // of executions
	Min       int64   `json:"min,omitempty"`
	Mean      float64 `json:"mean,omitempty"`
	Max       int64   `json:"max,omitempty"`
	Total     float64 `json:"total,omitempty"`
}

type jsonEdge struct {
	From     int    `json:"from"`
	To       int    `json:"to"`
	Calls    uint64 `json:"calls"`
	Inferred bool   `json:"inferred,omitempty"` // known by nesting only
	Async    bool   `json:"async,omitempty"`    // a split, or a remote call
}

func graphJSON(out io.Writer, g Graph) error {
	j := jsonGraph{Nodes: make([]jsonNode, len(g.Nodes)), Edges: []jsonEdge{}}
	for i, n := range g.Nodes {
		node := jsonNode{Entry: n.Entry, Host: n.Host}
		if g.Level != Containers {
			node.Component = n.Operation.Component
		}
		if g.Level == Operations {
			node.Operation = n.Operation.Signature
		}
		if t := n.Times; t != nil {
			node.Count, node.Min, node.Max, node.Total = t.Count, t.Min, t.Max, t.Total
			node.Mean = t.Total / float64(max(t.Count, 1))
		}
		j.Nodes[i] = node
	}
	for _, e := range g.Edges {
		j.Edges = append(j.Edges, jsonEdge(e))
	}
	return indented(out, j)
}

type jsonTree struct {
	Entry     bool       `json:"entry,omitempty"`
	Operation string     `json:"operation,omitempty"`
	Host      string     `json:"host,omitempty"`
	Async     bool       `json:"async,omitempty"`
	Calls     uint64     `json:"calls,omitempty"`
	Min       int64      `json:"min,omitempty"`
	Mean      float64    `json:"mean,omitempty"`
	Max       int64      `json:"max,omitempty"`
	Children  []jsonTree `json:"children,omitempty"`
}

func treeJSON(out io.Writer, t *Tree) error { return indented(out, newJSONTree(t)) }

func newJSONTree(t *Tree) jsonTree {
	j := jsonTree{Entry: t.Entry}
	if !t.Entry {
		j = jsonTree{
			Operation: t.Operation.String(), Host: t.Host, Async: t.Async, Calls: t.Calls,
			Min: t.Min, Mean: t.Total / float64(max(t.Calls, 1)), Max: t.Max,
		}
	}
	for _, child := range t.Children {
		j.Children = append(j.Children, newJSONTree(child))
	}
	return j
}

type jsonTrace struct {
	Trace      int64           `json:"trace"`
	Source     string          `json:"source,omitempty"`
	Session    string          `json:"session,omitempty"`
	Parent     int64           `json:"parent,omitempty"` // the trace that started it
	Reason     string          `json:"reason,omitempty"` // why it is not valid
	Detail     string          `json:"detail,omitempty"`
	Events     int             `json:"events,omitempty"`
	Executions []jsonExecution `json:"executions"`
}

// jsonExecution is one execution of a trace; tin and tout are Kieker's words, in nanoseconds since 1970.
type jsonExecution struct {
	Operation string `json:"operation"`
	Host      string `json:"host,omitempty"`
	Parent    int32  `json:"parent"` // -1: none
	Depth     int32  `json:"ess"`
	In        int64  `json:"tin"`
	Out       int64  `json:"tout"`
	Failed    bool   `json:"failed,omitempty"`
	Assumed   bool   `json:"assumed,omitempty"`
}

func newJSONTrace(t classes.Trace, names *classes.Names) jsonTrace {
	j := jsonTrace{Trace: t.ID, Source: t.Source, Session: t.Session, Parent: t.Parent, Executions: make([]jsonExecution, len(t.Executions))}
	for i, e := range t.Executions {
		j.Executions[i] = jsonExecution{
			Operation: names.Operation(e.Op).String(), Parent: e.Parent, Depth: e.Depth,
			In: e.In, Out: e.Out, Failed: e.Failed, Assumed: e.Assumed(),
		}
		if e.Host >= 0 {
			j.Executions[i].Host = names.Host(e.Host)
		}
	}
	return j
}

func newJSONInvalid(i traces.Invalid, names *classes.Names) jsonTrace {
	j := newJSONTrace(i.Trace, names)
	j.Reason, j.Detail, j.Events = i.Reason.String(), i.Detail, i.Events
	return j
}

func tracesJSON(out io.Writer, all []jsonTrace) error {
	if all == nil {
		all = []jsonTrace{}
	}
	return indented(out, map[string]any{"traces": all})
}

func indented(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
