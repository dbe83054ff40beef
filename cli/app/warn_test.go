package app

import (
	"fmt"
	"strings"
	"testing"

	"beagle/model"
)

func TestFindingsOfOneKindAreNotAllPrinted(t *testing.T) {
	said := &strings.Builder{}
	a := &App{Err: said}
	var all []model.Problem
	for i := range 270 {
		all = append(all, model.Problem{Severity: model.Warning, Rule: "unreached", Message: fmt.Sprint("element ", i)})
	}
	all = append(all, model.Problem{Severity: model.Warning, Rule: "busy", Message: "the machine was busy"})
	for i := range 9 {
		all = append(all, model.Problem{Severity: model.Error, Rule: "load", Message: fmt.Sprint("error ", i)})
	}
	a.WarnAll(all)
	text := said.String()
	if strings.Count(text, "element ") != mostAlike || !strings.Contains(text, "and 266 more like these") || !strings.Contains(text, "busy") || strings.Count(text, "error: error") != 9 {
		t.Errorf("printed is\n%s", text)
	}
}
