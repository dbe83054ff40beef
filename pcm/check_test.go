package pcm

import (
	"slices"
	"strings"
	"testing"

	"beagle/model"
)

func TestEveryViolationIsSaidWithItsRuleAndPlace(t *testing.T) {
	plain := photos(t)
	swap := func(old, now string) string {
		if !strings.Contains(plain, old) {
			t.Fatalf("the fixture has no %s", old)
		}
		return strings.Replace(plain, old, now, 1)
	}
	const demand = `        <resourceDemand_Action>
          <specification_ParametericResourceDemand specification="3"/>
          <requiredResource_ParametricResourceDemand href="pathmap://PCM_MODELS/Palladio.resourcetype#_BIjHoQ3KEdyouMqirZIhzQ"/>
        </resourceDemand_Action>
`
	tests := []struct {
		rule     string
		severity model.Severity
		element  model.ElementID
		text     string
	}{
		{"unknown-feature", model.Error, "_hash", swap(` id="_hash"`, ` r2="0.9" id="_hash"`)},
		{"unknown-feature", model.Error, "_hash", swap(demand, demand+"        <comment/>\n")},
		{"unknown-class", model.Error, "_eachTile", swap("seff:LoopAction", "seff:WhileAction")},
		{"unknown-class", model.Error, "_eachTile", swap("seff:LoopAction", "nope:LoopAction")},
		{"abstract-class", model.Error, "_scale", swap(`<steps_Behaviour xsi:type="seff:InternalAction" id="_scale"`, `<steps_Behaviour id="_scale"`)},
		{"too-many", model.Error, "_large", swap(`<branchCondition_GuardedBranchTransition specification="file.BYTESIZE > 1000"/>`, `<branchCondition_GuardedBranchTransition specification="true"/><branchCondition_GuardedBranchTransition specification="false"/>`)},
		{"duplicate-id", model.Error, "_scale", swap(`id="_writeLog"`, `id="_scale"`)},
		{"encoding", model.Warning, "_hash", swap("&#xe4;", "ä")},
		{"stoex-syntax", model.Error, "_hash", swap(`specification="3"`, `specification="3 +"`)},
		{"stoex-place", model.Error, "_large", swap("file.BYTESIZE > 1000", "3")},
		{"stoex-negative", model.Error, "_hash", swap(`specification="3"`, `specification="-3"`)},
		{"stoex-function", model.Error, "_hash", swap(`specification="3"`, `specification="Binom(3, 0.5)"`)},
		{"extension", model.Info, "_retry", swap("<repository:Repository ", `<repository:Repository xmlns:x="urn:extension" `)},

		{"specificationMustNotBeNULL", model.Warning, "_hash", swap(`specification="3"`, `specification=""`)},
		{"demandedProcessingResourceMustBeUniqueWithinAbstractInternalControlFlowAction", model.Warning, "_hash", swap(demand, demand+demand)},
		{"demand-on-network", model.Warning, "_hash", swap("_BIjHoQ3KEdyouMqirZIhzQ", "_o3sScH2AEdyH8uerKnHYug")},
		{"demand-without-resource", model.Warning, "_hash", swap(`          <requiredResource_ParametricResourceDemand href="pathmap://PCM_MODELS/Palladio.resourcetype#_BIjHoQ3KEdyouMqirZIhzQ"/>`+"\n", "")},
		{"eitherGuardedBranchesOrProbabilisiticBranchTransitions", model.Warning, "_isRaw", swap(`xsi:type="seff:ProbabilisticBranchTransition" id="_raw"`, `xsi:type="seff:GuardedBranchTransition" id="_raw"`)},
		{"allProbabilisticBranchProbabilitiesMustSumUpTo1", model.Warning, "_isRaw", swap(`branchProbability="0.25"`, `branchProbability="0.5"`)},
		{"probability", model.Warning, "_raw", swap(`branchProbability="0.25"`, `branchProbability="a quarter"`)},
		{"eachActionExceptStartActionandStopActionMustHhaveAPredecessorAndSuccessor", model.Warning, "_scale", swap(` predecessor_AbstractAction="_hash"`, "")},
		{"exactlyOneStartAction", model.Warning, "_helper", swap("seff:StartAction\" id=\"_helperStart", "seff:InternalAction\" id=\"_helperStart")},
		{"exactlyOneStopAction", model.Warning, "_helper", swap("seff:StopAction\" id=\"_helperStop", "seff:InternalAction\" id=\"_helperStop")},
		{"startActionPredecessorMustNotBeDefined", model.Warning, "_start", swap(`id="_start"`, `id="_start" predecessor_AbstractAction="_stop"`)},
		{"stopActionSuccessorMustNotBeDefined", model.Warning, "_stop", swap(`id="_stop"`, `id="_stop" successor_AbstractAction="_start"`)},
		{"dangling-reference", model.Warning, "_scale", swap(`successor_AbstractAction="_eachTile"`, `successor_AbstractAction="_nowhere"`)},
		{"dangling-reference", model.Warning, "_eachTag", swap("@parameters__OperationSignature.1", "@parameters__OperationSignature.7")},
		{"unresolved-reference", model.Warning, "_store", swap(`calledService_ExternalService="_storeSignature"`, `calledService_ExternalService="_gone"`)},
		{"unknown-argument", model.Warning, "_store", swap(`referenceName="data"`, `referenceName="date"`)},
		{"call-without-role", model.Warning, "_store", swap(` role_ExternalService="_albumRequires"`, "")},
		{"signatureBelongsToRole", model.Warning, "_store", swap(`calledService_ExternalService="_storeSignature"`, `calledService_ExternalService="_addSignature"`)},
		{"operationRequiredRoleMustBeReferencedByContainer", model.Warning, "_store", swap(`  <components__Repository xsi:type="repository:BasicComponent" id="_album"`,
			`  <components__Repository xsi:type="repository:BasicComponent" id="_other"><requiredRoles_InterfaceRequiringEntity xsi:type="repository:OperationRequiredRole" id="_foreign" requiredInterface__OperationRequiredRole="_IStore"/></components__Repository>`+"\n"+`  <components__Repository xsi:type="repository:BasicComponent" id="_album"`)},
		{"everyOperationInterfaceMethodsNeedsSEFF", model.Warning, "_album", swap(`<signatures__OperationInterface id="_addSignature"`, `<signatures__OperationInterface id="_extra" entityName="extra"/><signatures__OperationInterface id="_addSignature"`)},
		{"referencedOperationSignatureMustBelongToInterfaceReferencedByProvidedRole", model.Warning, "_add", swap(`providedInterface__OperationProvidedRole="_IAlbum"`, `providedInterface__OperationProvidedRole="_IStore"`)},
		{"parameterNamesHaveToBeUniqueForASignature", model.Warning, "_addSignature", swap(`parameterName="tags" dataType__Parameter="_tags"`, `parameterName="file" dataType__Parameter="_tags"`)},
		{"stoex-variable", model.Warning, "_hash", swap(`specification="3"`, `specification="fill.BYTESIZE"`)},
		{"stoex-pmf-sum", model.Warning, "_hash", swap(`specification="3"`, `specification="IntPMF[(1;0.5)(2;0.4)]"`)},
		{"guards-not-exhaustive", model.Warning, "_size", swap("file.BYTESIZE &lt;= 1000", "file.BYTESIZE &lt; 1000")},
		{"guards-overlap", model.Info, "_size", swap("file.BYTESIZE > 1000", "file.BYTESIZE >= 1000")},
		{"missing-id", model.Warning, "_raw", swap(`<branchBehaviour_BranchTransition id="_rawBody">`, `<branchBehaviour_BranchTransition>`)},
	}
	before := Check("photos.repository", []byte(plain))
	for _, test := range tests {
		text := test.text
		if test.rule == "extension" {
			text = strings.Replace(text, `xsi:type="seff_reliability:RecoveryAction"`, `xsi:type="x:Retry"`, 1)
		}
		if test.rule == "operationRequiredRoleMustBeReferencedByContainer" {
			text = strings.Replace(text, `role_ExternalService="_albumRequires"`, `role_ExternalService="_foreign"`, 1)
		}
		found := false
		for _, p := range Introduced(before, Check("photos.repository", []byte(text))) {
			if p.Rule == test.rule && p.Element == test.element {
				found = p.Severity == test.severity && p.Line > 0 && p.Message != "" && p.File != ""
			}
		}
		if !found {
			t.Errorf("%s at %s is not said: %v", test.rule, test.element, Introduced(before, Check("photos.repository", []byte(text))))
		}
	}
}

func TestAnIntactModelHasNothingWorseThanMissingValues(t *testing.T) {
	for _, p := range Check("photos.repository", []byte(photos(t))) {
		if p.Rule != "specificationMustNotBeNULL" && p.Rule != "loop-without-count" {
			t.Errorf("%v (%s)", p, p.Rule)
		}
	}
}

// An analysis would measure both elements, write to one and predict with the other.
func TestReadingAModelTellsOfIdsThatAreUsedTwice(t *testing.T) {
	plain := photos(t)
	for text, told := range map[string]bool{plain: false, strings.Replace(plain, `id="_writeLog"`, `id="_scale"`, 1): true} {
		r, err := Parse("m.repository", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if is := slices.ContainsFunc(r.Problems(), func(p model.Problem) bool { return p.Rule == "duplicate-id" && p.Line > 0 }); is != told {
			t.Errorf("told: %v, want %v: %v", is, told, r.Problems())
		}
	}
}
