package pcm

import (
	"path"
	"strconv"
	"strings"

	"beagle/internal/xmi"
	"beagle/model"
)

type dataType struct {
	name      string // e.g. INT, or the entityName
	primitive string // one of primitives; "" otherwise
	node      *xmi.Node
	in        *xmi.Index
}

// primitives are the literals of PrimitiveTypeEnum as the types of PCM's own PrimitiveTypes.repository.
var primitives = []string{"INT", "STRING", "BOOL", "DOUBLE", "CHAR", "BYTE", "LONG"}

const primitiveTypesFile = "PrimitiveTypes.repository"

func typeOf(x *xmi.Index, n *xmi.Node, feature string) dataType {
	r, ok := x.Follow(n, feature)
	if !ok {
		return dataType{}
	}
	if r.Node == nil {
		return builtin(r)
	}
	t := dataType{node: r.Node, in: r.In}
	switch {
	case class(r.Node) == classPrimitiveType || r.Node.Local() == "PrimitiveDataType":
		t.primitive = r.Node.Attr("type")
		if t.primitive == "" {
			t.primitive = "INT" // the enumeration's default, which EMF leaves out
		}
		t.name = t.primitive
	default:
		t.name = r.Node.Attr("entityName")
	}
	return t
}

// builtin is a type of a file that is not here: PCM's primitive types are known
// by their position, all others by nothing.
func builtin(r xmi.Ref) dataType {
	if path.Base(r.File) == primitiveTypesFile {
		if dot := strings.LastIndexByte(r.Key, '.'); dot >= 0 {
			if i, err := strconv.Atoi(r.Key[dot+1:]); err == nil && i >= 0 && i < len(primitives) {
				return dataType{name: primitives[i], primitive: primitives[i]}
			}
		}
	}
	return dataType{}
}

func (t dataType) characterisations() []model.Characterisation {
	switch t.primitive {
	case "INT", "LONG", "DOUBLE", "BOOL", "BYTE", "CHAR":
		return []model.Characterisation{model.ValueOf}
	case "STRING":
		return []model.Characterisation{model.ByteSize}
	}
	if t.node == nil || class(t.node) != classCollectionType {
		return nil
	}
	if typeOf(t.in, t.node, "innerType_CollectionDataType").primitive == "BYTE" {
		return []model.Characterisation{model.ByteSize}
	}
	return []model.Characterisation{model.NumberOfElements}
}

type parameter struct {
	name   string
	typ    dataType
	parts  []model.Input
	passed []string // characterisations that all calls within the repository give; nil: no call, or none

	unpassed bool // there are calls, and not all of them give any: known of a model with all that will be written only
}

func parametersOf(r xmi.Ref) []parameter {
	if r.Node == nil {
		return nil
	}
	var list []parameter
	for c := range r.Node.Children() {
		switch c.Local() {
		case "parameters__OperationSignature", "parameters__InfrastructureSignature", "parameter__EventType":
			list = append(list, parameter{name: c.Attr("parameterName"), typ: typeOf(r.In, c, "dataType__Parameter")})
		}
	}
	return list
}

const (
	maxPartDepth = 3
	maxParts     = 16
)

// inner are the values inside a parameter of this type that a program's objects can
// have: those of primitive types, and collections for their number of elements.
func (t dataType) inner(name string, index int) (all []model.Input) {
	var walk func(t dataType, path string, depth int)
	walk = func(t dataType, path string, depth int) {
		if len(all) >= maxParts {
			return
		}
		if depth > 0 && (t.primitive != "" || t.node != nil && class(t.node) == classCollectionType) {
			all = append(all, model.Input{Name: path, Index: index, Type: t.name})
		}
		if t.node == nil || depth == maxPartDepth {
			return
		}
		switch class(t.node) {
		case classCollectionType:
			if inner := typeOf(t.in, t.node, "innerType_CollectionDataType"); inner.primitive != "BYTE" { // bytes have a number
				walk(inner, path+".INNER", depth+1)
			}
		case classCompositeType:
			for d := range t.node.All("innerDeclaration_CompositeDataType") {
				if field := d.Attr("entityName"); field != "" {
					walk(typeOf(t.in, d, "datatype_InnerDeclaration"), path+"."+field, depth+1)
				}
			}
		}
	}
	if name != "" {
		walk(t, name, 0)
	}
	return all
}
