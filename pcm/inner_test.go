package pcm

import (
	"fmt"
	"strings"
	"testing"
)

// What the model's types name inside a parameter can be measured: to a bounded depth,
// also where a type holds itself.
func TestValuesInsideParametersAreNamed(t *testing.T) {
	text := `<?xml version="1.0" encoding="UTF-8"?>
<repository:Repository xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:repository="http://palladiosimulator.org/PalladioComponentModel/Repository/5.2" xmlns:seff="http://palladiosimulator.org/PalladioComponentModel/SEFF/5.2" id="r">
  <components__Repository xsi:type="repository:BasicComponent" id="c" entityName="Shop">
    <serviceEffectSpecifications__BasicComponent xsi:type="seff:ResourceDemandingSEFF" id="s" describedService__SEFF="place">
      <steps_Behaviour xsi:type="seff:StartAction" id="start"/>
    </serviceEffectSpecifications__BasicComponent>
  </components__Repository>
  <interfaces__Repository xsi:type="repository:OperationInterface" id="i" entityName="IShop">
    <signatures__OperationInterface id="place" entityName="place">
      <parameters__OperationSignature parameterName="order" dataType__Parameter="order"/>
      <parameters__OperationSignature parameterName="files" dataType__Parameter="files"/>
    </signatures__OperationInterface>
  </interfaces__Repository>
  <dataTypes__Repository xsi:type="repository:PrimitiveDataType" type="STRING"/>
  <dataTypes__Repository xsi:type="repository:CompositeDataType" id="order" entityName="Order">
    <innerDeclaration_CompositeDataType entityName="items" datatype_InnerDeclaration="items"/>
    <innerDeclaration_CompositeDataType entityName="owner" datatype_InnerDeclaration="owner"/>
  </dataTypes__Repository>
  <dataTypes__Repository xsi:type="repository:CompositeDataType" id="owner" entityName="Owner">
    <innerDeclaration_CompositeDataType entityName="friend" datatype_InnerDeclaration="owner"/>
    <innerDeclaration_CompositeDataType entityName="pets" datatype_InnerDeclaration="files"/>
  </dataTypes__Repository>
  <dataTypes__Repository xsi:type="repository:CollectionDataType" id="items" entityName="Items" innerType_CollectionDataType="owner"/>
  <dataTypes__Repository xsi:type="repository:CollectionDataType" id="files" entityName="Files" innerType_CollectionDataType="bytes"/>
  <dataTypes__Repository xsi:type="repository:CollectionDataType" id="bytes" entityName="Bytes"/>
</repository:Repository>
`
	r := parse(t, text)
	var names []string
	for _, in := range r.Services()[0].Inputs {
		for _, part := range in.Parts {
			names = append(names, fmt.Sprint(part.Name, " ", part.Index))
		}
	}
	if got, want := strings.Join(names, ", "), "order.items 0, order.items.INNER.pets 0, order.owner.friend.pets 0, order.owner.pets 0, order.owner.pets.INNER 0, files.INNER 1"; got != want {
		t.Errorf("parts are\n%s, want\n%s", got, want)
	}
}
