package predict_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/predict"
)

// jointly is a repository with a service go(x, y) whose only demand is what a
// called service pair(a, b) asks for, which gets what is given here.
func jointly(t *testing.T, a, b, demand string) string {
	t.Helper()
	value := func(name, expression string) string {
		return `<inputVariableUsages__CallAction><variableCharacterisation_VariableUsage type="VALUE"><specification_VariableCharacterisation specification="` + expression + `"/></variableCharacterisation_VariableUsage><namedReference__VariableUsage xsi:type="stoex:VariableReference" referenceName="` + name + `"/></inputVariableUsages__CallAction>`
	}
	parameters := func(names ...string) (all string) {
		for _, name := range names {
			all += `<parameters__OperationSignature parameterName="` + name + `"><dataType__Parameter xsi:type="repository:PrimitiveDataType" href="pathmap://PCM_MODELS/PrimitiveTypes.repository#//@dataTypes__Repository.0"/></parameters__OperationSignature>`
		}
		return all
	}
	const called = `<steps_Behaviour xsi:type="seff:ExternalCallAction" id="%s" entityName="pair" predecessor_AbstractAction="%s" successor_AbstractAction="%s" calledService_ExternalService="_pair" role_ExternalService="_needs">`
	content := `<?xml version="1.0" encoding="UTF-8"?>
<repository:Repository xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:repository="http://palladiosimulator.org/PalladioComponentModel/Repository/5.2" xmlns:seff="http://palladiosimulator.org/PalladioComponentModel/SEFF/5.2" xmlns:stoex="http://sdq.ipd.uka.de/StochasticExpressions/2.2" id="_r" entityName="joint">
<components__Repository xsi:type="repository:BasicComponent" id="_A" entityName="A">
<providedRoles_InterfaceProvidingEntity xsi:type="repository:OperationProvidedRole" id="_gives" entityName="I" providedInterface__OperationProvidedRole="_I"/>
<requiredRoles_InterfaceRequiringEntity xsi:type="repository:OperationRequiredRole" id="_needs" entityName="J" requiredInterface__OperationRequiredRole="_J"/>
<serviceEffectSpecifications__BasicComponent xsi:type="seff:ResourceDemandingSEFF" id="_goes" describedService__SEFF="_go">
<steps_Behaviour xsi:type="seff:StartAction" id="_1" entityName="start" successor_AbstractAction="_2"/>
` + fmt.Sprintf(called, "_2", "_1", "_3") + value("a", a) + value("b", b) + `</steps_Behaviour>
<steps_Behaviour xsi:type="seff:StopAction" id="_3" entityName="stop" predecessor_AbstractAction="_2"/>
</serviceEffectSpecifications__BasicComponent>
</components__Repository>
<components__Repository xsi:type="repository:BasicComponent" id="_B" entityName="B">
<providedRoles_InterfaceProvidingEntity xsi:type="repository:OperationProvidedRole" id="_takes" entityName="J" providedInterface__OperationProvidedRole="_J"/>
<serviceEffectSpecifications__BasicComponent xsi:type="seff:ResourceDemandingSEFF" id="_pairs" describedService__SEFF="_pair">
<steps_Behaviour xsi:type="seff:StartAction" id="_4" entityName="start" successor_AbstractAction="_5"/>
<steps_Behaviour xsi:type="seff:InternalAction" id="_5" entityName="work" predecessor_AbstractAction="_4" successor_AbstractAction="_6"><resourceDemand_Action><specification_ParametericResourceDemand specification="` + strings.ReplaceAll(demand, ">", "&gt;") + `"/><requiredResource_ParametricResourceDemand href="pathmap://PCM_MODELS/Palladio.resourcetype#_oro4gG3fEdy4YaaT-RYrLQ"/></resourceDemand_Action></steps_Behaviour>
<steps_Behaviour xsi:type="seff:StopAction" id="_6" entityName="stop" predecessor_AbstractAction="_5"/>
</serviceEffectSpecifications__BasicComponent>
</components__Repository>
<interfaces__Repository xsi:type="repository:OperationInterface" id="_I" entityName="I"><signatures__OperationInterface id="_go" entityName="go">` + parameters("x", "y") + `</signatures__OperationInterface></interfaces__Repository>
<interfaces__Repository xsi:type="repository:OperationInterface" id="_J" entityName="J"><signatures__OperationInterface id="_pair" entityName="pair">` + parameters("a", "b") + `</signatures__OperationInterface></interfaces__Repository>
</repository:Repository>
`
	file := filepath.Join(t.TempDir(), "joint.repository")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// What stems from one draw stays together however it is passed on: the mean of a
// product is that of the joint distribution, not the product of the means.
func TestWhatStemsFromOneDrawStaysTogetherAcrossCalls(t *testing.T) {
	const x, y = "x.VALUE", "y.VALUE"
	drawn := map[string]string{x: "IntPMF[(1;0.5)(5;0.5)]", y: "IntPMF[(2;0.5)(6;0.5)]"} // means 3 and 4
	continuous := map[string]string{x: "Exp(1.0)", y: "UniDouble(0.0,2.0)"}              // means 1 and 1
	for _, c := range []struct {
		says, a, b, demand string
		inputs             map[string]string
		want               float64
		exact              bool
	}{
		{"one draw under two names", x, x, "a.VALUE * b.VALUE", drawn, 13, true},
		{"two draws", x, y, "a.VALUE * b.VALUE", drawn, 12, true},
		{"sum and difference of the same two", x + " + " + y, y + " - " + x, "a.VALUE * b.VALUE + 100", drawn, 100 + 20 - 13, true},
		{"a condition on what was drawn", x, "1", "a.VALUE > 3 ? a.VALUE : 0", drawn, 2.5, true},
		{"a condition on what another draw gave", x, y, "a.VALUE > 3 ? b.VALUE : 0", drawn, 2, true},
		{"one continuous draw under two names", x, x, "a.VALUE * b.VALUE", continuous, 2, false},
		{"two continuous draws", x, y, "a.VALUE * b.VALUE", continuous, 1, false},
		{"one drawn by the caller's expression and read twice", "Exp(1.0)", "1", "a.VALUE * a.VALUE", drawn, 2, false},
		{"drawn for each name", "Exp(1.0)", "Exp(1.0)", "a.VALUE * b.VALUE", drawn, 1, false},
	} {
		file := jointly(t, c.a, c.b, c.demand)
		var inputs []predict.Input
		for _, name := range []string{x, y} {
			in, err := predict.ParseInput(name + "=" + c.inputs[name])
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, in)
		}
		for _, level := range []predict.Level{predict.Exact, predict.Sampling, predict.Simulation} {
			if level == predict.Exact && !c.exact {
				continue
			}
			a, err := predict.Predict(t.Context(), predict.Question{Models: []string{file}, Service: "A.go", Inputs: inputs, Level: level, Seed: 1, Precision: 0.005, Steps: 3_000_000})
			if err != nil {
				t.Errorf("%s, %s: %v %v", c.says, level, err, a.Problems)
				continue
			}
			near := 0.02 * c.want
			if level == predict.Exact {
				near = 1e-9
			}
			if got := *a.Scenarios[0].Mean; math.Abs(got-c.want) > near {
				t.Errorf("%s, %s: %v, want %v", c.says, level, got, c.want)
			}
		}
	}
}
