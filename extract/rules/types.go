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

// dataTypes are the data types of a model, made as they are needed.
type dataTypes struct {
	*program
	division *division
	model    *structure.Model
	known    map[string]*structure.DataType // by letters, or the name of a class
}

// typeOf is the data type for a type in letters (attribution.Variable).
func (d *dataTypes) typeOf(letters string, depth int) structure.TypeRef {
	if p, ok := primitives[letters]; ok {
		return structure.TypeRef{Primitive: p}
	}
	switch {
	case strings.HasPrefix(letters, "E"): // the names of its values are what costs depend on
		return structure.TypeRef{Primitive: structure.String}
	case strings.HasPrefix(letters, "["):
		return structure.TypeRef{Named: d.collection(letters, depth)}
	}
	return structure.TypeRef{Named: d.composite(strings.TrimPrefix(letters, "L"), depth)}
}

func (d *dataTypes) collection(letters string, depth int) *structure.DataType {
	if t := d.known[letters]; t != nil {
		return t
	}
	inner := d.typeOf(letters[1:], depth+1)
	name := "List_of_" + typeName(inner)
	t := d.named(letters, name)
	t.Inner = &inner
	return t
}

// composite is a class' data type with its fields, as deep as values inside parameters are
// measured.
func (d *dataTypes) composite(name string, depth int) *structure.DataType {
	if t := d.known[name]; t != nil {
		return t
	}
	t := d.named(name, attribution.Simple(name))
	source := d.Type(name)
	if source == nil || depth > maxFieldDepth || d.division.of[name] != nil && source.Kind == "class" && !d.isData(source) {
		return t // nothing is known of it, or it is no data
	}
	for _, f := range source.Fields {
		t.Fields = append(t.Fields, structure.Param{Name: f.Name, Type: d.typeOf(f.Type, depth+1)})
	}
	return t
}

func (d *dataTypes) named(key, name string) *structure.DataType {
	t := &structure.DataType{ID: structure.NewID("type", key), Name: name}
	d.known[key] = t
	d.model.Types = append(d.model.Types, t)
	return t
}

var primitiveNames = [...]string{"INT", "STRING", "BOOL", "DOUBLE", "CHAR", "BYTE", "LONG"}

func typeName(t structure.TypeRef) string {
	if t.Named != nil {
		return t.Named.Name
	}
	return primitiveNames[t.Primitive]
}
