package kieker

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
)

const maxIRL = 1 << 20

// AddIRL reads record types from files in Kieker's instrumentation record language (.irl) and registers them, so that
// users' own records are decoded. Files may refer to one another in any order, and to everything Kieker ships.
func AddIRL(schemas *Schemas, paths ...string) error {
	reader := newReader(schemas)
	for _, path := range paths {
		data, err := safe.ReadFile(path, maxIRL)
		if err != nil {
			return model.Problem{Severity: model.Error, File: path, Message: "cannot read record types: " + err.Error()}
		}
		if err := reader.parse(path, string(data)); err != nil {
			return err
		}
	}
	return reader.register()
}

type reader struct {
	schemas *Schemas
	types   map[string]*recordType // by qualified name
	enums   map[string]bool        // by simple name
	order   []string
	models  map[string][]string // templates that make up a family of events
	subs    []derivation
}

type derivation struct {
	model   string
	derived recordType
}

type recordType struct {
	name      string // qualified
	entity    bool
	abstract  bool
	parent    string
	templates []string
	fields    []recordField
	imports   []string // qualified names, or packages that end in .*
	pkg       string
	file      string
	line      int
	busy      bool // being resolved: to find cycles
}

type recordField struct {
	Field
	size int    // fixed arrays: elements; they stand without a count
	of   string // grouped by: the field whose type this one has
	enum string // the enumeration that it is of; empty: none
	line int
}

func newReader(s *Schemas) *reader {
	r := &reader{schemas: s, types: map[string]*recordType{}, enums: map[string]bool{}, models: map[string][]string{}}
	for name, fields := range builtinTemplates {
		t := &recordType{name: name, pkg: name[:strings.LastIndexByte(name, '.')]}
		for _, field := range DefineSchema(name, fields).Fields {
			t.fields = append(t.fields, recordField{Field: field})
		}
		r.types[name] = t
	}
	return r
}

// builtinTemplates are the templates that Kieker ships; entities of users build on them.
var builtinTemplates = map[string]string{
	"kieker.common.record.flow.IEventRecord":                             "L timestamp",
	"kieker.common.record.flow.IFlowRecord":                              "",
	"kieker.common.record.flow.ITraceRecord":                             "L traceId, I orderIndex",
	"kieker.common.record.flow.IThreadBasedRecord":                       "L threadId, I orderIndex",
	"kieker.common.record.flow.IOperationSignature":                      "S operationSignature",
	"kieker.common.record.flow.IClassSignature":                          "S classSignature",
	"kieker.common.record.flow.IOperationRecord":                         "S operationSignature classSignature",
	"kieker.common.record.flow.IConstructorRecord":                       "S operationSignature classSignature",
	"kieker.common.record.flow.ICallRecord":                              "S operationSignature classSignature calleeOperationSignature calleeClassSignature",
	"kieker.common.record.flow.IObjectRecord":                            "I objectId",
	"kieker.common.record.flow.ICallObjectRecord":                        "I objectId calleeObjectId",
	"kieker.common.record.flow.IInterfaceRecord":                         "S interface",
	"kieker.common.record.flow.IExceptionRecord":                         "S cause",
	"kieker.common.record.flow.IPayloadCharacterization":                 "SS parameters values, I requestType",
	"kieker.common.record.flow.trace.operation.IPayloadCharacterization": "SS parameters values, I requestType",
}

func (r *reader) register() error {
	r.derive()
	for _, name := range r.order {
		t := r.types[name]
		if !t.entity {
			continue
		}
		fields, err := r.fields(t)
		if err != nil {
			return err
		}
		schema := Schema{Class: t.name, Fields: fields}
		if t.parent != "" {
			schema.Parent = r.qualify(t, t.parent)
		}
		if err := r.schemas.Add(schema); err != nil {
			return t.problem(t.line, err.Error())
		}
	}
	return nil
}

func (r *reader) derive() {
	for _, sub := range r.subs {
		for _, name := range slices.Clone(r.order) {
			t := r.types[name]
			if !t.entity || t.abstract || !slices.ContainsFunc(r.models[sub.model], func(template string) bool { return r.has(t, template, 0) }) {
				continue
			}
			derived := sub.derived
			derived.entity, derived.parent = true, name
			derived.name = sub.derived.name + "_" + t.name[strings.LastIndexByte(t.name, '.')+1:]
			if derived.pkg != "" {
				derived.name = derived.pkg + "." + derived.name
			}
			if r.types[derived.name] == nil {
				r.order = append(r.order, derived.name)
			}
			r.types[derived.name] = &derived
		}
	}
}

func (r *reader) has(t *recordType, template string, distance int) bool {
	for _, base := range append([]string{t.parent}, t.templates...) {
		full := r.qualify(t, base)
		if base != "" && (full == template || strings.HasSuffix(full, "."+template) || r.types[full] != nil && distance < maxBases && r.has(r.types[full], template, distance+1)) {
			return true
		}
	}
	return false
}

// maxBases is how far the bases of a type are followed.
const maxBases = 16

// fields lists the fields in the order of the wire: the parent's, then those of the templates from left to right,
// each with its own templates first, then the own ones. What was inherited already is not repeated.
func (r *reader) fields(t *recordType) ([]Field, error) {
	if t.busy {
		return nil, t.problem(t.line, t.name+" extends itself")
	}
	t.busy = true
	defer func() { t.busy = false }()
	var all []Field
	add := func(more []Field) {
		for _, field := range more {
			if !slices.ContainsFunc(all, func(f Field) bool { return f.Name == field.Name }) {
				all = append(all, field)
			}
		}
	}
	for _, base := range append([]string{t.parent}, t.templates...) {
		if base == "" {
			continue
		}
		inherited, err := r.base(t, base)
		if err != nil {
			return nil, err
		}
		add(inherited)
	}
	for _, field := range t.fields {
		if field.enum != "" && !r.isEnum(t, field.enum) {
			return nil, model.Problem{
				Severity: model.Error, File: t.file, Line: field.line, Message: fmt.Sprintf("%s is neither a type nor an enumeration of the given files", field.enum),
				Hint: "types are boolean, byte, char, short, int, long, float, double and string; give the .irl file that declares the enumeration, or import it",
			}
		}
		if field.of != "" {
			kind, err := r.typeOf(t, field.of)
			if err != nil {
				return nil, err
			}
			field.Type |= kind
		}
		if field.size == 0 {
			add([]Field{field.Field})
			continue
		}
		for i := range field.size {
			add([]Field{{Name: field.Name + strconv.Itoa(i), Type: field.Type.Elem()}})
		}
	}
	return all, nil
}

func (r *reader) isEnum(t *recordType, name string) bool {
	simple := name[strings.LastIndexByte(name, '.')+1:]
	return r.enums[simple] || slices.ContainsFunc(t.imports, func(path string) bool { return strings.HasSuffix(path, "."+simple) })
}

func (r *reader) typeOf(t *recordType, path string) (Type, error) {
	dot := strings.LastIndexByte(path, '.')
	if dot > 0 {
		fields, err := r.base(t, path[:dot])
		if err != nil {
			return 0, err
		}
		for _, field := range fields {
			if field.Name == path[dot+1:] {
				return field.Type, nil
			}
		}
	}
	return 0, t.problem(t.line, fmt.Sprintf("%s has a field grouped by %s, which does not exist", t.name, path))
}

func (r *reader) base(t *recordType, name string) ([]Field, error) {
	full := r.qualify(t, name)
	if base, ok := r.types[full]; ok {
		return r.fields(base)
	}
	if schema := r.schemas.Lookup(full); schema != nil {
		return schema.Fields, nil
	}
	return nil, t.problem(t.line, fmt.Sprintf("%s builds on %s, which is neither in the given files nor in Kieker", t.name, name))
}

func (r *reader) qualify(t *recordType, name string) string {
	known := func(full string) bool {
		_, ok := r.types[full]
		return ok || r.schemas.Lookup(full) != nil
	}
	if known(name) {
		return name
	}
	if full := t.pkg + "." + name; known(full) {
		return full
	}
	for _, path := range t.imports {
		if strings.HasSuffix(path, "."+name) && known(path) {
			return path
		}
		if pkg, ok := strings.CutSuffix(path, ".*"); ok && known(pkg+"."+name) {
			return pkg + "." + name
		}
	}
	// Files written for older generators import too little: Kieker's own types were visible everywhere.
	simple := name[strings.LastIndexByte(name, '.')+1:]
	for _, pkg := range irlPackages {
		if known(pkg + simple) {
			return pkg + simple
		}
	}
	return name
}

// irlPackages are Kieker's packages with types that others build on.
var irlPackages = []string{
	Package + "flow.", Package + "flow.trace.", Package + "flow.trace.operation.",
	Package + "flow.trace.operation.object.", Package + "jvm.",
}

func (t *recordType) problem(line int, message string) error {
	return model.Problem{Severity: model.Error, File: t.file, Line: line, Message: message, Hint: "give every .irl file that the types build on"}
}
