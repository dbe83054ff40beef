package pcm

import "beagle/model"

// Bounds of what is taken of the values inside a parameter.
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
