package pcm

import (
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

func TestAnExpressionAsksOnlyForWhatCallsWithinTheModelPass(t *testing.T) {
	// The call goes to the service itself: it gives the file's size, and of tags nothing,
	// so that their number would be measured and written.
	text := strings.Replace(photos(t), `calledService_ExternalService="_storeSignature"`, `calledService_ExternalService="_addSignature"`, 1)
	text = strings.Replace(text, `referenceName="data"`, `referenceName="file"`, 1)
	say := func(text, variable string) error {
		v, err := model.ParseVariable(variable)
		if err != nil {
			t.Fatal(err)
		}
		e := parse(t, text).Elements()[0]
		_, err = Adapter{}.Say(&e, expression.Variable{Variable: v})
		return err
	}
	for _, v := range []string{"file.BYTESIZE", "tags.NUMBER_OF_ELEMENTS"} {
		if err := say(text, v); err != nil {
			t.Errorf("%s is passed: %v", v, err)
		}
	}
	for _, v := range []string{"file.NUMBER_OF_ELEMENTS", "tags.BYTESIZE"} {
		if err := say(text, v); err == nil || !strings.Contains(err.Error(), v) {
			t.Errorf("%s, which no call passes, can be said: %v", v, err)
		}
		if err := say(photos(t), v); err != nil {
			t.Errorf("%s, where the model does not call the service: %v", v, err)
		}
	}
}

// What lies inside a parameter has a value only where each call within the model gives it one: simulators end
// where an expression asks for another.
func TestAnExpressionAsksForPartsOnlyThatCallsWithinTheModelPass(t *testing.T) {
	const head = `<?xml version="1.0" encoding="UTF-8"?>
<repository:Repository xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:repository="http://palladiosimulator.org/PalladioComponentModel/Repository/5.2" xmlns:seff="http://palladiosimulator.org/PalladioComponentModel/SEFF/5.2" id="r">
  <components__Repository xsi:type="repository:BasicComponent" id="c" entityName="Shop">
    <serviceEffectSpecifications__BasicComponent xsi:type="seff:ResourceDemandingSEFF" id="s" describedService__SEFF="place">
      <steps_Behaviour xsi:type="seff:StartAction" id="start" successor_AbstractAction="work"/>
      <steps_Behaviour xsi:type="seff:InternalAction" id="work" entityName="work"><resourceDemand_Action><specification_ParametericResourceDemand specification="0"/></resourceDemand_Action></steps_Behaviour>
    </serviceEffectSpecifications__BasicComponent>
    <serviceEffectSpecifications__BasicComponent xsi:type="seff:ResourceDemandingSEFF" id="s2" describedService__SEFF="buy">
`
	const tail = `    </serviceEffectSpecifications__BasicComponent>
  </components__Repository>
  <interfaces__Repository xsi:type="repository:OperationInterface" id="i" entityName="IShop">
    <signatures__OperationInterface id="place" entityName="place"><parameters__OperationSignature parameterName="order" dataType__Parameter="order"/></signatures__OperationInterface>
    <signatures__OperationInterface id="buy" entityName="buy"/>
  </interfaces__Repository>
  <dataTypes__Repository xsi:type="repository:PrimitiveDataType" id="int" type="INT"/>
  <dataTypes__Repository xsi:type="repository:CompositeDataType" id="order" entityName="Order">
    <innerDeclaration_CompositeDataType entityName="number" datatype_InnerDeclaration="int"/>
    <innerDeclaration_CompositeDataType entityName="price" datatype_InnerDeclaration="int"/>
  </dataTypes__Repository>
</repository:Repository>
`
	call := func(id string, parts ...string) string {
		text := `<steps_Behaviour xsi:type="seff:ExternalCallAction" id="` + id + `" calledService_ExternalService="place">`
		for _, part := range parts {
			text += `<inputVariableUsages__CallAction><namedReference__VariableUsage xsi:type="stoex:NamespaceReference" referenceName="order"><innerReference_NamespaceReference xsi:type="stoex:VariableReference" referenceName="` + part + `"/></namedReference__VariableUsage>
<variableCharacterisation_VariableUsage type="VALUE"><specification_VariableCharacterisation specification="1"/></variableCharacterisation_VariableUsage></inputVariableUsages__CallAction>`
		}
		return text + "</steps_Behaviour>\n"
	}
	for _, test := range []struct {
		name          string
		calls         string
		number, price bool // have a value
	}{
		{"nobody calls it", "", true, true},
		{"one call gives one", call("a", "number"), true, false},
		{"two calls give both of them one", call("a", "number", "price") + call("b", "price"), false, true},
		{"a call gives nothing", call("a"), false, false},
	} {
		e := parse(t, head+test.calls+tail).Elements()[0]
		for name, has := range map[string]bool{"order.number": test.number, "order.price": test.price} {
			_, err := Adapter{}.Say(&e, expression.Variable{Variable: model.Variable{Name: name, Char: model.ValueOf}})
			if (err == nil) != has || err != nil && !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %s has a value: %v, but: %v", test.name, name, has, err)
			}
		}
	}
}
