package pcm

import (
	"fmt"
	"strings"
	"testing"
)

// large is a model with many services: each has a demand, a loop with a demand
// in it, a branch, and a call with an argument.
func large(services int) []byte {
	const perComponent = 10
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<repository:Repository xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:repository="http://palladiosimulator.org/PalladioComponentModel/Repository/5.2" xmlns:seff="http://palladiosimulator.org/PalladioComponentModel/SEFF/5.2" xmlns:stoex="http://sdq.ipd.uka.de/StochasticExpressions/2.2" id="_r" entityName="large">
`)
	step := func(indent, kind, id, pred, succ, rest string) {
		fmt.Fprintf(&b, `%s<steps_Behaviour xsi:type="seff:%s" id="%s" entityName="%s" predecessor_AbstractAction="%s" successor_AbstractAction="%s"%s`, indent, kind, id, id, pred, succ, rest)
	}
	demand := func(indent string) {
		fmt.Fprintf(&b, `>
%[1]s  <resourceDemand_Action>
%[1]s    <specification_ParametericResourceDemand specification="0.5 * n.VALUE"/>
%[1]s    <requiredResource_ParametricResourceDemand href="pathmap://PCM_MODELS/Palladio.resourcetype#_oro4gG3fEdy4YaaT-RYrLQ"/>
%[1]s  </resourceDemand_Action>
%[1]s</steps_Behaviour>
`, indent)
	}
	for i := range services {
		if i%perComponent == 0 {
			fmt.Fprintf(&b, "  <components__Repository xsi:type=\"repository:BasicComponent\" id=\"_c%d\" entityName=\"Component%d\">\n", i, i)
		}
		fmt.Fprintf(&b, "    <serviceEffectSpecifications__BasicComponent xsi:type=\"seff:ResourceDemandingSEFF\" id=\"_f%d\" describedService__SEFF=\"_s%d\">\n", i, i)
		id := func(name string) string { return fmt.Sprintf("_%s%d", name, i) }
		fmt.Fprintf(&b, "      <steps_Behaviour xsi:type=\"seff:StartAction\" id=\"%s\" successor_AbstractAction=\"%s\"/>\n", id("st"), id("a"))
		step("      ", "InternalAction", id("a"), id("st"), id("l"), "")
		demand("      ")
		step("      ", "LoopAction", id("l"), id("a"), id("e"), ">\n")
		fmt.Fprintf(&b, "        <bodyBehaviour_Loop id=\"%s\">\n", id("lb"))
		fmt.Fprintf(&b, "          <steps_Behaviour xsi:type=\"seff:StartAction\" id=\"%s\" successor_AbstractAction=\"%s\"/>\n", id("ls"), id("i"))
		step("          ", "InternalAction", id("i"), id("ls"), id("lt"), "")
		demand("          ")
		fmt.Fprintf(&b, "          <steps_Behaviour xsi:type=\"seff:StopAction\" id=\"%s\" predecessor_AbstractAction=\"%s\"/>\n", id("lt"), id("i"))
		fmt.Fprintf(&b, "        </bodyBehaviour_Loop>\n        <iterationCount_LoopAction specification=\"n.VALUE\"/>\n      </steps_Behaviour>\n")
		step("      ", "ExternalCallAction", id("e"), id("l"), id("sp"), fmt.Sprintf(" calledService_ExternalService=\"_s%d\"/>\n", (i+1)%services))
		fmt.Fprintf(&b, "      <steps_Behaviour xsi:type=\"seff:StopAction\" id=\"%s\" predecessor_AbstractAction=\"%s\"/>\n    </serviceEffectSpecifications__BasicComponent>\n", id("sp"), id("e"))
		if i%perComponent == perComponent-1 || i == services-1 {
			b.WriteString("  </components__Repository>\n")
		}
	}
	b.WriteString("  <interfaces__Repository xsi:type=\"repository:OperationInterface\" id=\"_i\" entityName=\"I\">\n")
	for i := range services {
		fmt.Fprintf(&b, `    <signatures__OperationInterface id="_s%d" entityName="service%d">
      <parameters__OperationSignature parameterName="n">
        <dataType__Parameter xsi:type="repository:PrimitiveDataType" href="pathmap://PCM_MODELS/PrimitiveTypes.repository#//@dataTypes__Repository.0"/>
      </parameters__OperationSignature>
    </signatures__OperationInterface>
`, i, i)
	}
	b.WriteString("  </interfaces__Repository>\n</repository:Repository>\n")
	return []byte(b.String())
}

func TestAModelOfManyServicesIsListedCompletely(t *testing.T) {
	r, err := Parse("large.repository", large(1000))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Services()) != 1000 || len(r.Elements()) != 4000 {
		t.Errorf("%d services and %d elements, want 1000 and 4000", len(r.Services()), len(r.Elements()))
	}
	if len(r.Problems()) > 0 {
		t.Error(r.Problems()[0])
	}
}

// BenchmarkTenThousandServices reads a model of 10,000 SEFFs (14 MB) and lists
// its 40,000 elements.
func BenchmarkTenThousandServices(b *testing.B) {
	data := large(10_000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("large.repository", data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckTenThousandServices(b *testing.B) {
	data := large(10_000)
	b.ReportAllocs()
	for b.Loop() {
		Check("large.repository", data)
	}
}
