package rules

import (
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/extract/structure"
)

// maxFieldDepth is how deep the fields of data classes are told: as deep as values inside a parameter are measured.
const maxFieldDepth = 3

var primitives = map[string]structure.Primitive{
	"int": structure.Int, "short": structure.Int, "long": structure.Long, "float": structure.Double, "double": structure.Double,
	"boolean": structure.Bool, "char": structure.Char, "byte": structure.Byte, "String": structure.String,
}

type dataTypes struct {
	*program
	division *division
	model    *structure.Model
	known    map[string]*structure.DataType // by letters, or the name of a class
	told     map[string]int                 // how deep inside a parameter each was when its fields were told
}

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

// collection is the data type of an array or collection: a collection data type of its inner type.
func (d *dataTypes) collection(letters string, depth int) *structure.DataType {
	inner := d.typeOf(letters[1:], depth+1)
	if t := d.known[letters]; t != nil {
		return t
	}
	t := d.named(letters, "List_of_"+typeName(inner))
	t.Inner = &inner
	return t
}

// composite is a class with its fields, those that it inherits first.
func (d *dataTypes) composite(name string, depth int) *structure.DataType {
	t := d.known[name]
	if t == nil {
		t = d.named(name, attribution.Simple(name))
	}
	source := d.Type(name)
	if source == nil || depth > maxFieldDepth || d.division.of[name] != nil && source.Kind == "class" && !d.isData(source) {
		return t // nothing is known of it, or it is no data
	}
	if at, told := d.told[name]; told && at <= depth {
		return t
	}
	d.told[name] = depth
	var fields []structure.Param
	above := d.above(source)
	slices.Reverse(above)
	for _, of := range above {
		if base := d.Type(of); base != nil {
			for _, f := range base.Fields {
				fields = slices.DeleteFunc(fields, func(hidden structure.Param) bool { return hidden.Name == f.Name })
				fields = append(fields, structure.Param{Name: f.Name, Type: d.typeOf(f.Type, depth+1)})
			}
		}
	}
	t.Fields = fields
	return t
}

// named is a new data type, known under its key from now on, so that types that hold themselves come to an end.
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
