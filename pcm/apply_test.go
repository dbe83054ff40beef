package pcm

import (
	"strings"
	"testing"

	"beagle/model/adapter"

	"beagle/model"
)

// set makes changes from pairs of an id and a value.
func set(t *testing.T, r *Repository, pairs ...string) (string, error) {
	t.Helper()
	var changes []adapter.Change
	for i := 0; i < len(pairs); i += 2 {
		c, err := r.ChangeFor(pairs[i], pairs[i+1])
		if err != nil {
			return "", err
		}
		changes = Merge(changes, c)
	}
	data, err := r.Apply(changes)
	return string(data), err
}

// changedLines are the lines that only one of two texts has, with - and +.
func changedLines(before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out strings.Builder
	for _, line := range a[start : len(a)-end] {
		out.WriteString("-" + line + "\n")
	}
	for _, line := range b[start : len(b)-end] {
		out.WriteString("+" + line + "\n")
	}
	return out.String()
}

func TestChangesAreExactlyWhatIsAsked(t *testing.T) {
	tests := []struct {
		name, id, value, want string
	}{
		{"an existing demand", "_hash#CPU", "0.5 * file.BYTESIZE", `
-          <specification_ParametericResourceDemand specification="2.0E-9 * file.BYTESIZE&#xD;&#xA;"/>
+          <specification_ParametericResourceDemand specification="0.5 * file.BYTESIZE"/>
`},
		{"characters beyond ASCII in an ASCII file", "_hash#HDD", `"ä" == "<&>" ? 1 : 2`, `
-          <specification_ParametericResourceDemand specification="3"/>
+          <specification_ParametericResourceDemand specification="&quot;&#xe4;&quot; == &quot;&lt;&amp;>&quot; ? 1 : 2"/>
`},
		{"a new demand", "_scale", "1.5", `
-      <steps_Behaviour xsi:type="seff:InternalAction" id="_scale" entityName="scale" predecessor_AbstractAction="_hash" successor_AbstractAction="_eachTile"/>
+      <steps_Behaviour xsi:type="seff:InternalAction" id="_scale" entityName="scale" predecessor_AbstractAction="_hash" successor_AbstractAction="_eachTile">
+        <resourceDemand_Action>
+          <specification_ParametericResourceDemand specification="1.5"/>
+          <requiredResource_ParametricResourceDemand href="pathmap://PCM_MODELS/Palladio.resourcetype#_oro4gG3fEdy4YaaT-RYrLQ"/>
+        </resourceDemand_Action>
+      </steps_Behaviour>
`},
		{"a demand without a value", "_helperWork", "0.1", `
+            <specification_ParametericResourceDemand specification="0.1"/>
`},
		{"a new iteration count", "_eachTile", "tags.NUMBER_OF_ELEMENTS", `
+        <iterationCount_LoopAction specification="tags.NUMBER_OF_ELEMENTS"/>
`},
		{"a new argument", "_store#copies.VALUE", "2", `
+        <inputVariableUsages__CallAction>
+          <variableCharacterisation_VariableUsage type="VALUE">
+            <specification_VariableCharacterisation specification="2"/>
+          </variableCharacterisation_VariableUsage>
+          <namedReference__VariableUsage xsi:type="stoex:VariableReference" referenceName="copies"/>
+        </inputVariableUsages__CallAction>
`},
		{"one guard", "_large", "file.BYTESIZE > 99", `
-          <branchCondition_GuardedBranchTransition specification="file.BYTESIZE > 1000"/>
+          <branchCondition_GuardedBranchTransition specification="file.BYTESIZE > 99"/>
`},
	}
	plain := photos(t)
	for _, test := range tests {
		for _, eol := range []string{"\n", "\r\n"} {
			before := strings.ReplaceAll(plain, "\n", eol)
			after, err := set(t, parse(t, before), test.id, test.value)
			got := changedLines(before, after)
			if want := strings.TrimPrefix(strings.ReplaceAll(test.want, "\n", eol), eol); err != nil || strings.ReplaceAll(got, "\n", eol) != want && got != want {
				t.Errorf("%s (%q): %v\n%swant\n%s", test.name, eol, err, got, want)
			}
		}
	}
}

func TestBranchesChangeTheirKindAsAWhole(t *testing.T) {
	r := parse(t, photos(t))
	after, err := set(t, r, "_isRaw", "tags.NUMBER_OF_ELEMENTS > 3", "_size", "0.125; 0.875")
	if err != nil {
		t.Fatal(err)
	}
	want := `
_isRaw branch "" [_raw _rawBody 0 "tags.NUMBER_OF_ELEMENTS > 3"] [_cooked _cookedBody 0 "NOT (tags.NUMBER_OF_ELEMENTS > 3)"]
_size branch "" [_large _largeBody 0.125 ""] [_small _smallBody 0.875 ""]
`
	again := parse(t, after)
	got := "\n"
	for _, e := range again.Elements() {
		if e.Kind == model.Branch {
			got += lines([]model.Element{e})
		}
	}
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if strings.Contains(after, "branchProbability=\"0.25\"") || strings.Contains(after, "1000") {
		t.Error("old guards or probabilities are left")
	}
	if list := Introduced(r.Check(), again.Check()); len(list) > 0 {
		t.Errorf("introduced: %v", list)
	}
	// and back again, byte for byte
	back, err := set(t, again, "_isRaw", "0.25;0.75", "_large", "file.BYTESIZE > 1000", "_small", "file.BYTESIZE <= 1000")
	if err != nil || back != photos(t) {
		t.Errorf("%v\n%s", err, changedLines(photos(t), back))
	}
}

func TestSeveralArgumentsOfACallShareItsUsages(t *testing.T) {
	before := photos(t)
	after, err := set(t, parse(t, before), "_store#name.BYTESIZE", "3", "_store#copies.VALUE", "4", "_store#meta.width.STRUCTURE", `"new"`)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(after, "<inputVariableUsages__CallAction>"); n != 4 {
		t.Errorf("%d usages, want 4", n)
	}
	for _, e := range parse(t, after).Elements() {
		want, ok := map[model.ElementID]string{"_store#name.BYTESIZE": "3", "_store#copies.VALUE": "4", "_store#meta.width.STRUCTURE": `"new"`, "_store#data.BYTESIZE": "file.BYTESIZE / 2"}[e.ID]
		if ok && e.Old != want {
			t.Errorf("%s is %q, want %q", e.ID, e.Old, want)
		}
	}
}

func TestNamespacesAreDeclaredWhereTheyAreMissing(t *testing.T) {
	call := photos(t)
	for strings.Contains(call, "<inputVariableUsages__CallAction>") {
		from := strings.Index(call, "\n        <inputVariableUsages__CallAction>")
		to := strings.Index(call, "</inputVariableUsages__CallAction>") + len("</inputVariableUsages__CallAction>")
		call = call[:from] + call[to:]
	}
	from := strings.Index(call, "\n    <componentParameterUsage")
	to := strings.Index(call, "</componentParameterUsage_ImplementationComponentType>") + len("</componentParameterUsage_ImplementationComponentType>")
	call = strings.Replace(call[:from]+call[to:], ` xmlns:stoex="http://sdq.ipd.uka.de/StochasticExpressions/2.2"`, "", 1)
	after, err := set(t, parse(t, call), "_store#copies.VALUE", "4", "_store#name.BYTESIZE", "5")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(after, `xmlns:stoex="http://sdq.ipd.uka.de/StochasticExpressions/2.2"`); n != 1 {
		t.Errorf("the namespace is declared %d times", n)
	}
	if !strings.Contains(after, `5.2" xmlns:stoex=`) || !strings.Contains(after, `xsi:type="stoex:VariableReference" referenceName="copies"`) {
		t.Errorf("%s", changedLines(call, after))
	}
	taken := strings.Replace(call, ` id="_photos"`, ` xmlns:stoex="urn:other" id="_photos"`, 1)
	if after, err = set(t, parse(t, taken), "_store#copies.VALUE", "4"); err != nil || !strings.Contains(after, `xmlns:stoex_1="http://sdq`) || !strings.Contains(after, `"stoex_1:VariableReference"`) {
		t.Errorf("a taken prefix: %v\n%s", err, changedLines(taken, after))
	}
}

func TestChangesThatMakeNoModelAreRefused(t *testing.T) {
	r := parse(t, photos(t))
	half, whole := 0.5, 1.5
	branch := r.Elements()[4]
	tests := []struct {
		want    string
		changes []adapter.Change
	}{
		{"no such element", []adapter.Change{{Element: model.Element{ID: "_nope"}, Expression: "1"}}},
		{"empty expression", []adapter.Change{{Element: r.Elements()[0]}}},
		{"two values", []adapter.Change{{Element: r.Elements()[0], Expression: "1"}, {Element: r.Elements()[0], Expression: "2"}}},
		{"2 transitions, and 1 are given", []adapter.Change{{Element: branch, Transitions: []adapter.Transition{{ID: "_raw", Probability: &half}}}}},
		{"mixed", []adapter.Change{{Element: branch, Transitions: []adapter.Transition{{ID: "_raw", Probability: &half}, {ID: "_cooked", Condition: "true"}}}}},
		{"either a condition or a probability", []adapter.Change{{Element: branch, Transitions: []adapter.Transition{{ID: "_raw"}, {ID: "_cooked", Condition: "true"}}}}},
		{"given no value", []adapter.Change{{Element: branch, Transitions: []adapter.Transition{{ID: "_raw", Condition: "true"}, {ID: "_x", Condition: "true"}}}}},
		{"no probability", []adapter.Change{{Element: branch, Transitions: []adapter.Transition{{ID: "_raw", Probability: &whole}, {ID: "_cooked", Probability: &half}}}}},
		{"control character", []adapter.Change{{Element: r.Elements()[0], Expression: "\x01"}}},
	}
	tests[len(tests)-1].want = "character with code 1"
	for _, test := range tests {
		if _, err := r.Apply(test.changes); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
	for _, id := range []string{"_nope", "_hash", "_store"} {
		if _, err := r.ChangeFor(id, "1"); err == nil {
			t.Errorf("%s was accepted", id)
		}
	}
}
