package findings

import (
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/derive"
	"beagle/model"
	"beagle/model/expression"
)

func TestAFormulaWithoutStoExIsNamed(t *testing.T) {
	own, err := derive.Parse(map[string]string{"low": "n.VALUE & 7"})
	if err != nil {
		t.Fatal(err)
	}
	p := blackboard.Proposal{Expression: expression.Variable{Variable: model.Variable{Name: "low", Char: model.ValueOf}}}
	if _, err := (&Sayer{Own: own}).Say(&model.Element{Kind: model.Loop}, &p, 1, nil); err == nil || !strings.Contains(err.Error(), "the formula \"n.VALUE & 7\" of low has no StoEx") {
		t.Errorf("says %v", err)
	}
}
