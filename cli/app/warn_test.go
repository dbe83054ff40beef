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
	a.WarnAll(all[:100])
	a.WarnAll(all[100:]) // a kind that comes again is counted on
	text := said.String()
	if rest := a.Rest(); rest != "266 warnings not shown (unreached 266)" || a.Rest() != "" {
		t.Errorf("the rest is %q", rest)
	}
	if strings.Count(text, "element ") != mostAlike || !strings.Contains(text, "busy") || strings.Count(text, "error: error") != 9 {
		t.Errorf("printed is\n%s", text)
	}
}

func TestABriefCommandCountsAllButErrors(t *testing.T) {
	said := &strings.Builder{}
	a := &App{Err: said, Brief: true}
	a.WarnAll([]model.Problem{
		{Severity: model.Warning, Rule: "busy", Message: "one"},
		{Severity: model.Info, Message: "two"},
		{Severity: model.Warning, Rule: "busy", Message: "three"},
		{Severity: model.Error, Message: "four"},
	})
	if rest := a.Rest(); said.String() != "error: four\n" || rest != "2 warnings and 1 note not shown (busy 2, other 1)" {
		t.Errorf("said %q, the rest is %q", said, rest)
	}
}

func TestMessagesBreakBetweenWordsOnATerminal(t *testing.T) {
	text := "warning: a message that is long\n  its hint is indented, too\nshort"
	for width, want := range map[int]string{
		0:  text + "\n",
		20: "warning: a message\n  that is long\n  its hint is\n    indented, too\nshort\n",
	} {
		if got := folded(text, width); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}
