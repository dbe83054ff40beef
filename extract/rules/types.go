package rules

import (
	"strings"

	"beagle/extract/attribution"
	"beagle/extract/structure"
)

// maxFieldDepth is how deep the fields of data classes are told: as deep as values
// inside a parameter are measured.
const maxFieldDepth = 3

var primitives = map[string]structure.Primitive{
	"int": structure.Int, "short": structure.Int, "long": structure.Long, "float": structure.Double, "double": structure.Double,
	"boolean": structure.Bool, "char": structure.Char, "byte": structure.Byte, "String": structure.String,
}

// typeOf is the data type for a type in letters (attribution.Variable).
func (m *maker) typeOf(letters string, depth int) structure.TypeRef {
	if p, ok := primitives[letters]; ok {
		return structure.TypeRef{Primitive: p}
	}
	switch {
	case strings.HasPrefix(letters, "E"): // the names of its values are what costs depend on
		return structure.TypeRef{Primitive: structure.String}
	case strings.HasPrefix(letters, "["):
		return structure.TypeRef{Named: m.collection(letters, depth)}
	}
	return structure.TypeRef{Named: m.composite(strings.TrimPrefix(letters, "L"), depth)}
}

func (m *maker) collection(letters string, depth int) *structure.DataType {
	if t := m.types[letters]; t != nil {
		return t
	}
	inner := m.typeOf(letters[1:], depth+1)
	name := "List_of_" + typeName(inner)
	t := m.named(letters, name)
	t.Inner = &inner
	return t
}

func (m *maker) composite(name string, depth int) *structure.DataType {
	if t := m.types[name]; t != nil {
		return t
	}
	t := m.named(name, attribution.Simple(name))
	source := m.Type(name)
	if source == nil || depth > maxFieldDepth || m.division.of[name] != nil && source.Kind == "class" && !m.isData(source) {
		return t // nothing is known of it, or it is no data
	}
	for _, f := range source.Fields {
		t.Fields = append(t.Fields, structure.Param{Name: f.Name, Type: m.typeOf(f.Type, depth+1)})
	}
	return t
}

func (m *maker) named(key, name string) *structure.DataType {
	t := &structure.DataType{ID: structure.NewID("type", key), Name: name}
	m.types[key] = t
	m.model.Types = append(m.model.Types, t)
	return t
}

var primitiveNames = [...]string{"INT", "STRING", "BOOL", "DOUBLE", "CHAR", "BYTE", "LONG"}

func typeName(t structure.TypeRef) string {
	if t.Named != nil {
		return t.Named.Name
	}
	return primitiveNames[t.Primitive]
}
