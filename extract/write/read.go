package write

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"beagle/extract/structure"
	"beagle/internal/yamltree"
	"beagle/model"
)

// Value is what the text says of an element: a demand, a count, a share or condition, an argument.
type Value struct {
	ID   string // as "beagle pcm set" names the element
	Text string // StoEx, or a share
	Line int    // in the text
}

// FromText reads a model of that name. Errors are of type model.Problem, with file and line.
func FromText(file, name string, data []byte) (*structure.Model, []Value, error) {
	r := &reader{file: file, m: &structure.Model{ID: structure.NewID("model", name), Name: name}, of: map[string]*structure.Component{}, types: map[string]*structure.DataType{}}
	err := r.read(data)
	return r.m, r.values, err
}

type reader struct {
	file   string
	m      *structure.Model
	of     map[string]*structure.Component // by name
	types  map[string]*structure.DataType  // by name
	bodies []body
	values []Value
}

type body struct {
	in      *structure.Component
	service *structure.Service
	steps   ast.Node
}

func (r *reader) wrong(at ast.Node, hint, format string, args ...any) error {
	line := 0
	if at != nil {
		line = yamltree.Line(at)
	}
	return model.Problem{Severity: model.Error, Rule: "model-text", File: r.file, Line: line, Message: fmt.Sprintf(format, args...), Hint: hint}
}

const textForm = "write components, in each its services with their parameters, in each a list of steps, e.g. Shop: {\"request(size int)\": [work: answer]}"

func (r *reader) read(data []byte) error {
	if len(data) > yamltree.MaxBytes {
		return r.wrong(nil, "write several models", "a model as text has %d bytes; at most %d are read", len(data), yamltree.MaxBytes)
	}
	if line, found := yamltree.NoText(data); found {
		return model.Problem{Severity: model.Error, Rule: "model-text", File: r.file, Line: line, Message: "this is not UTF-8 text", Hint: "a model is YAML; save it as UTF-8"}
	}
	if line, deep := yamltree.TooDeep(data); deep {
		return model.Problem{Severity: model.Error, Rule: "model-text", File: r.file, Line: line, Message: fmt.Sprintf("nested deeper than %d levels", yamltree.MaxDepth)}
	}
	tree, err := yamltree.Parse(data)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return r.wrong(nil, textForm, "this is no YAML: %s", first)
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return r.wrong(nil, textForm, "the model is empty, or more than one document")
	}
	components, ok := yamltree.Mapping(tree.Docs[0].Body)
	if !ok {
		return r.wrong(tree.Docs[0].Body, textForm, "a model has components by their names, not %s", yamltree.Kind(tree.Docs[0].Body))
	}
	for _, c := range components {
		if err := r.component(c); err != nil {
			return err
		}
	}
	for _, b := range r.bodies {
		if err := r.does(b); err != nil {
			return err
		}
	}
	r.connect()
	return nil
}

func (r *reader) component(entry *ast.MappingValueNode) error {
	name := yamltree.Key(entry)
	if !plainName.MatchString(name) {
		return r.wrong(entry, "use letters, digits, _ and $", "%.60q is no name of a component", name)
	}
	if r.of[name] != nil {
		return r.wrong(entry, "put its services together", "there are two components %s", name)
	}
	services, ok := yamltree.Mapping(entry.Value)
	if !ok {
		return r.wrong(entry, textForm, "the component %s has services by their names, not %s", name, yamltree.Kind(entry.Value))
	}
	c := &structure.Component{ID: structure.NewID("component", name), Name: name}
	i := &structure.Interface{ID: structure.NewID("interface", name), Name: "I" + name}
	c.Provides = []*structure.Role{{ID: structure.NewID("provided", name), Name: name + " provides " + i.Name, Interface: i, Provider: c}}
	r.of[name] = c
	r.m.Components, r.m.Interfaces = append(r.m.Components, c), append(r.m.Interfaces, i)
	for _, s := range services {
		op, err := r.signature(s, i)
		if err != nil {
			return err
		}
		service := &structure.Service{ID: structure.NewID("service", name, op.Name), Op: op, Class: name, Entry: true, Body: &structure.Behaviour{ID: structure.NewID("service", name, op.Name)}}
		c.Services = append(c.Services, service)
		r.bodies = append(r.bodies, body{c, service, s.Value})
	}
	return nil
}

var (
	plainName = regexp.MustCompile(`^[\pL_$][\pL\pN_$]*$`)
	signature = regexp.MustCompile(`^\s*([\pL_$][\pL\pN_$]*)\s*(?:\(([^()]*)\))?\s*$`)
)

func (r *reader) signature(at *ast.MappingValueNode, i *structure.Interface) (*structure.Operation, error) {
	text := yamltree.Key(at)
	parts := signature.FindStringSubmatch(text)
	if parts == nil {
		return nil, r.wrong(at, "write it like request(size int, items list)", "%.80q is no service", text)
	}
	if slices.ContainsFunc(i.Operations, func(op *structure.Operation) bool { return op.Name == parts[1] }) {
		return nil, r.wrong(at, "give it another name", "there are two services %s", parts[1])
	}
	op := &structure.Operation{ID: structure.NewID("operation", i.Name, parts[1]), Name: parts[1], Key: parts[1], Interface: i}
	for one := range strings.SplitSeq(parts[2], ",") {
		words := strings.Fields(one)
		if len(words) == 0 && parts[2] == "" || strings.TrimSpace(parts[2]) == "" {
			break
		}
		if len(words) == 0 || len(words) > 2 || !plainName.MatchString(words[0]) {
			return nil, r.wrong(at, "write a name and a type, such as size int", "%.60q is no parameter of %s", one, parts[1])
		}
		if slices.ContainsFunc(op.Params, func(p structure.Param) bool { return p.Name == words[0] }) {
			return nil, r.wrong(at, "give one another name", "%s has two parameters %s", parts[1], words[0])
		}
		kind := "int"
		if len(words) == 2 {
			kind = words[1]
		}
		t, ok := r.typed(kind)
		if !ok {
			return nil, r.wrong(at, "there are int, long, number, text, flag, bytes and list", "%.40q is no type of a parameter", kind)
		}
		op.Params = append(op.Params, structure.Param{Name: words[0], Type: t})
	}
	i.Operations = append(i.Operations, op)
	return op, nil
}

var primitives = map[string]structure.Primitive{
	"int": structure.Int, "long": structure.Long, "number": structure.Double, "text": structure.String, "flag": structure.Bool,
}

// collections are the types of which Beagle takes the number of elements and the size, and what they hold.
var collections = map[string]structure.Primitive{"bytes": structure.Byte, "list": structure.Int}

func (r *reader) typed(word string) (structure.TypeRef, bool) {
	if p, ok := primitives[word]; ok {
		return structure.TypeRef{Primitive: p}, true
	}
	inner, ok := collections[word]
	if !ok {
		return structure.TypeRef{}, false
	}
	if r.types[word] == nil {
		r.types[word] = &structure.DataType{ID: structure.NewID("type", word), Name: word, Inner: &structure.TypeRef{Primitive: inner}}
		r.m.Types = append(r.m.Types, r.types[word])
	}
	return structure.TypeRef{Named: r.types[word]}, true
}

func (r *reader) connect() {
	for _, c := range r.m.Components {
		for _, role := range c.Requires {
			r.m.Connectors = append(r.m.Connectors, structure.Connector{From: c, To: role.Provider, Required: role, Serves: role.Provider.Provides[0]})
		}
	}
	called := map[*structure.Operation]bool{}
	r.m.Walk(func(_ *structure.Service, s *structure.Step) { called[s.Op] = true })
	for _, c := range r.m.Components {
		for _, s := range c.Services {
			s.Entry = !called[s.Op]
		}
	}
}
