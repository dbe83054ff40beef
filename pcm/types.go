package pcm

import (
	"path"
	"strconv"
	"strings"

	"beagle/model"
	"beagle/pcm/xmi"
)

// dataType is what is known of a parameter's type.
type dataType struct {
	name      string // e.g. INT, or the entityName
	primitive string // one of primitives; "" otherwise
	node      *xmi.Node
	in        *index
}

// primitives are the literals of PrimitiveTypeEnum as the types of PCM's own
// PrimitiveTypes.repository, in the order of that file.
var primitives = []string{"INT", "STRING", "BOOL", "DOUBLE", "CHAR", "BYTE", "LONG"}

const primitiveTypesFile = "PrimitiveTypes.repository"

// typeOf reads the data type that a feature of n refers to.
func (x *index) typeOf(n *xmi.Node, feature string) dataType {
	r, ok := x.follow(n, feature)
	if !ok {
		return dataType{}
	}
	if r.node == nil {
		return builtin(r)
	}
	t := dataType{node: r.node, in: r.in}
	switch {
	case class(r.node) == classPrimitiveType || r.node.Local() == "PrimitiveDataType":
		t.primitive = r.node.Attr("type")
		if t.primitive == "" {
			t.primitive = "INT" // the enumeration's default, which EMF leaves out
		}
		t.name = t.primitive
	default:
		t.name = r.node.Attr("entityName")
	}
	return t
}

// builtin is a type of a file that is not here: PCM's primitive types are known
// by their position, all others by nothing.
func builtin(r ref) dataType {
	if path.Base(r.file) == primitiveTypesFile {
		if dot := strings.LastIndexByte(r.key, '.'); dot >= 0 {
			if i, err := strconv.Atoi(r.key[dot+1:]); err == nil && i >= 0 && i < len(primitives) {
				return dataType{name: primitives[i], primitive: primitives[i]}
			}
		}
	}
	return dataType{}
}

// characterisations are those of a call's argument that make sense for its
// type and that can be measured in the program.
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
	if t.in.typeOf(t.node, "innerType_CollectionDataType").primitive == "BYTE" {
		return []model.Characterisation{model.ByteSize}
	}
	return []model.Characterisation{model.NumberOfElements}
}

// parameter is one parameter of a signature.
type parameter struct {
	name string
	typ  dataType
}

// parameters of a signature: of an operation, an event or an infrastructure
// service.
func (r ref) parameters() []parameter {
	if r.node == nil {
		return nil
	}
	var list []parameter
	for c := range r.node.Children() {
		switch c.Local() {
		case "parameters__OperationSignature", "parameters__InfrastructureSignature", "parameter__EventType":
			list = append(list, parameter{c.Attr("parameterName"), r.in.typeOf(c, "dataType__Parameter")})
		}
	}
	return list
}
