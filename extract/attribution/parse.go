package attribution

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// What the helper may print at most.
const (
	maxLine  = 64 << 20 // bytes of a method
	maxTypes = 1 << 20
	maxDepth = 2000 // statements inside one another
)

// line is one line of the helper's output; which fields are set depends on its kind.
type line struct {
	Kind       string         `json:"k"`
	Path       string         `json:"p"`
	Number     int            `json:"n"`
	Code       string         `json:"c"`
	Message    string         `json:"m"`
	Line       int            `json:"l"`
	Syntax     int            `json:"syntax"`
	Counts     map[string]int `json:"counts"`
	Resolved   int            `json:"resolved"`
	Guessed    int            `json:"guessed"`
	Unresolved int            `json:"unresolved"`
	Missing    map[string]int `json:"missing"`
}

type declaration struct {
	Name        string   `json:"n"`
	Type        string   `json:"t"`
	File        int      `json:"f"`
	Start       int      `json:"s"`
	Line        int      `json:"l"`
	Kind        string   `json:"x"`
	Flags       string   `json:"a"`
	Annotations []string `json:"an"`
	Outer       string   `json:"o"`
	Package     string   `json:"pk"`
	Local       int      `json:"local"`
	Bases       []string `json:"b"`
	Written     []string `json:"w"`
	Fields      []string `json:"fd"`
}

type methodLine struct {
	Name        string   `json:"n"`
	Type        string   `json:"t"`
	Erased      string   `json:"d"`
	Params      []string `json:"p"`
	Returns     string   `json:"r"`
	Flags       string   `json:"a"`
	Annotations []string `json:"an"`
	Overrides   []string `json:"ov"`
	Start       int      `json:"s"`
	Line        int      `json:"l"`
	HasBody     int      `json:"body"`
	Code        string   `json:"y"`
	Body        []Node   `json:"b"`
}

var errCut = errors.New("the helper's output ends too early")

// Parse reads what the helper printed; step is told how far it is, and may be nil.
func Parse(r io.Reader, step func(name string, count int)) (*Program, error) {
	p := &Program{Methods: map[string]*Method{}, byName: map[string]*Type{}, Lambdas: map[string][]Place{}, Counts: map[string]int{}, Missing: map[string]int{}}
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), maxLine)
	number, ended := 0, false
	for in.Scan() {
		number++
		end, err := p.line(in.Bytes(), step)
		if err != nil {
			return nil, fmt.Errorf("line %d of the helper's output: %w", number, err)
		}
		ended = ended || end
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("line %d of the helper's output: %w", number+1, err)
	}
	if !ended {
		return nil, errCut
	}
	return p, nil
}

func kindOf(data []byte) string {
	const start = `{"k":"`
	if len(data) < len(start) || string(data[:len(start)]) != start {
		return ""
	}
	for i := len(start); i < len(data) && i < 40; i++ {
		if data[i] == '"' {
			return string(data[len(start):i])
		}
	}
	return ""
}

func (p *Program) line(data []byte, step func(string, int)) (ended bool, err error) {
	switch kind := kindOf(data); kind {
	case "type":
		return false, p.typeLine(data)
	case "method":
		return false, p.methodLine(data)
	default:
		var l line
		if err := json.Unmarshal(data, &l); err != nil {
			return false, err
		}
		switch kind {
		case "file":
			p.Files = append(p.Files, File{l.Path, max(l.Number, 0)})
		case "step":
			if step != nil {
				step(l.Message, l.Number)
			}
		case "lambda":
			if l.Number < 0 || l.Number >= len(p.Files) {
				return false, fmt.Errorf("a lambda lies in no file")
			}
			p.Lambdas[l.Message] = append(p.Lambdas[l.Message], Place{l.Number, l.Line})
		case "crash":
			p.Crash = l.Message
		case "error":
			p.Errors = append(p.Errors, Diagnostic{l.Code, l.Message, l.Path, l.Line, l.Syntax != 0})
		case "errors":
			p.Counts = l.Counts
		case "end":
			p.Resolved, p.Guessed, p.Unresolved, p.Missing = l.Resolved, l.Guessed, l.Unresolved, l.Missing
			return true, nil
		default:
			return false, fmt.Errorf("%q is no kind of line", kind)
		}
		return false, nil
	}
}

func (p *Program) typeLine(data []byte) error {
	var d declaration
	if err := json.Unmarshal(data, &d); err != nil {
		return err
	}
	if d.Name == "" || d.File < 0 || d.File >= len(p.Files) || len(p.Types) >= maxTypes {
		return fmt.Errorf("the type %q has no name or no file, or there are too many", d.Name)
	}
	if p.byName[d.Name] != nil {
		return nil // of two of one name the first counts; javac has said so
	}
	if d.Outer != d.Name && p.byName[d.Outer] == nil {
		d.Outer = d.Name // what stands around it was not told
	}
	t := &Type{
		Name: d.Name, File: d.File, Start: d.Start, Line: d.Line, Kind: d.Kind, Flags: d.Flags, Annotations: d.Annotations,
		Outer: d.Outer, Package: d.Package, Local: d.Local != 0, Bases: d.Bases, Written: d.Written, Fields: pairs(d.Fields),
	}
	p.Types, p.byName[t.Name] = append(p.Types, t), t
	return nil
}

// methodLine takes in a method of a type that came before it.
func (p *Program) methodLine(data []byte) error {
	var d methodLine
	if err := json.Unmarshal(data, &d); err != nil {
		return err
	}
	t := p.byName[d.Type]
	if t == nil || d.Name == "" {
		return fmt.Errorf("the method %q is in no type", d.Name)
	}
	if tooDeep(d.Body, 0) {
		return fmt.Errorf("statements of %s.%s are too deep inside one another", d.Type, d.Name)
	}
	m := &Method{
		Type: t, Name: d.Name, Erased: d.Erased, Params: pairs(d.Params), Returns: d.Returns, Flags: d.Flags, Annotations: d.Annotations,
		Overrides: d.Overrides, Start: d.Start, Line: d.Line, HasBody: d.HasBody != 0, Code: d.Code, Body: d.Body,
	}
	if p.Methods[m.Key()] == nil {
		t.Methods, p.Methods[m.Key()] = append(t.Methods, m), m
	}
	return nil
}

// tooDeep reports whether nodes lie deeper in one another than the rules go.
func tooDeep(nodes []Node, depth int) bool {
	if depth > maxDepth {
		return true
	}
	for i := range nodes {
		if tooDeep(nodes[i].Ops, depth+1) {
			return true
		}
		for _, part := range nodes[i].Parts {
			if tooDeep(part, depth+1) {
				return true
			}
		}
	}
	return false
}

func pairs(list []string) []Variable {
	var all []Variable
	for i := 0; i+1 < len(list); i += 2 {
		all = append(all, Variable{list[i], list[i+1]})
	}
	return all
}
