package links

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

func link(id, unit string, first int, last ...int) Link {
	l := Link{Element: id, First: Position{unit, first}}
	if len(last) > 0 {
		l.Last = &Position{unit, last[0]}
	}
	return l
}

var elements = []model.Element{
	{ID: "_a#CPU", PCMID: "_a", Kind: model.InternalAction, Name: "work", Component: "C", Service: "s"},
	{ID: "_l", PCMID: "_l", Kind: model.Loop, Body: "_body"},
	{ID: "_b", PCMID: "_b", Kind: model.Branch, Branches: []model.Option{{ID: "_t1", Behaviour: "_b1"}, {ID: "_t2", Behaviour: "_b2"}}},
	{ID: "_c#n.VALUE", PCMID: "_c", Kind: model.CallParameter},
	{ID: "_c#x.VALUE", PCMID: "_c", Kind: model.CallParameter, Position: -1},
}

func TestElementsAreAttachedByTheirKeys(t *testing.T) {
	dir := need.Folder(t, map[string]string{"src/demo/Work.java": strings.Repeat("x", 50)})
	f := &File{Path: "l.xml", Links: []Link{
		link("_a", "demo.Work", 1, 5), link("_body", "demo.Work.Inner", 10), link("_b2", "demo.Work", 20), link("_c", "demo.Work", 30), link("_seff", "demo.Work", 0),
	}}
	linked, entries, problems := f.Attach(elements, []model.Service{{SEFF: "_seff"}}, in(dir))
	if len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	file := filepath.Join(dir, "src", "demo", "Work.java")
	for i, want := range []model.Section{{Unit: "demo.Work", File: file, First: 1, Last: 5}, {Unit: "demo.Work.Inner", File: file, First: 10, Last: 10}} {
		if got := linked[i].Sections; len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v, want %v", linked[i].ID, got, want)
		}
	}
	if b := linked[2]; b.Branches[0].Section != nil || b.Branches[1].Section == nil || b.MissingElse() != 0 || !b.Linked() {
		t.Errorf("%+v", b)
	}
	if len(linked[3].Sections) != 1 || len(linked[4].Sections) != 0 {
		t.Error("the arguments of the call are not linked as they should be")
	}
	if entries["_seff"][0].File != file {
		t.Errorf("entries: %v", entries)
	}
	if elements[2].Branches[1].Section != nil {
		t.Error("the elements that were given have changed")
	}
}

// What is learnt from recorded logs needs the classes that links name, not the
// sources.
func TestLinksAreTakenAtTheirWordWithoutSources(t *testing.T) {
	f := &File{
		Path: "l.xml", Links: []Link{link("_a", "demo.Work", 1, 5), link("_seff", "demo.Work", 0)},
		Hashes: []Hash{{Unit: "demo.Work", Algorithm: "SHA-256", Value: "0"}},
	}
	linked, entries, problems := f.Attach(elements[:1], []model.Service{{SEFF: "_seff"}}, nil)
	if len(problems) > 0 || len(linked[0].Sections) != 1 || linked[0].Sections[0].Unit != "demo.Work" || entries["_seff"][0].Unit != "demo.Work" {
		t.Errorf("%v %v %v", linked, entries, problems)
	}
}

func TestWhatIsWrongWithLinksIsSaidAndNeverStops(t *testing.T) {
	dir := need.Folder(t, map[string]string{"demo/Work.java": "class Work {} // ä😀"}) // 20 code units
	tests := []struct {
		want, hint string
		file       File
	}{
		{"the internal action in C.s has no link", "link the id _a", File{}},
		{"in none of the source folders", "add the folder", File{Links: []Link{link("_a", "demo.Absent", 1)}}},
		{"which has only 20", "has changed", File{Links: []Link{link("_a", "demo.Work", 20)}}},
		{"ends before it starts", "anew", File{Links: []Link{link("_a", "demo.Work", 9, 3)}}},
		{"starts in demo.Work and ends in demo.Other", "one file", File{Links: []Link{{Element: "_a", First: Position{"demo.Work", 1}, Last: &Position{"demo.Other", 2}}}}},
		{"is linked twice", "remove one", File{Links: []Link{link("_a", "demo.Work", 1), link("_a", "demo.Work", 2)}}},
		{"the source has changed", "anew", File{Links: []Link{link("_a", "demo.Work", 1)}, Hashes: []Hash{{Unit: "demo.Work", Value: "00"}}}},
		{"hash algorithm \"crc\" is not known", "cannot be compared", File{Links: []Link{link("_a", "demo.Work", 1)}, Hashes: []Hash{{Unit: "demo.Work", Algorithm: "crc", Value: "00"}}}},
		{"1 link is of steps that nothing is to be learnt of", "", File{Links: []Link{link("_a", "demo.Work", 1), link("_z", "demo.Work", 1)}}},
	}
	for _, test := range tests {
		_, _, problems := test.file.Attach(elements[:1], nil, in(dir))
		if len(problems) != 1 || !strings.Contains(problems[0].Message, test.want) || !strings.Contains(problems[0].Hint, test.hint) {
			t.Errorf("%v, want one problem with %q and %q", problems, test.want, test.hint)
		}
	}
	same := File{Links: []Link{link("_a", "demo.Work", 19), link("_a", "demo.Work", 19, 19)}}
	same.Rehash([]byte("model"), in(dir))
	if _, _, problems := same.Attach(elements[:1], nil, in(dir)); len(problems) != 0 {
		t.Errorf("%v", problems)
	}
	if p := same.CheckModel([]byte("model")); len(p) != 0 {
		t.Errorf("%v", p)
	}
	if p := same.CheckModel([]byte("other")); len(p) != 1 || !strings.Contains(p[0].Message, "the model has changed") {
		t.Errorf("%v", p)
	}
}

// An extraction links all that can be linked: nobody can do more.
func TestOfAnExtractedModelNoLinksAreAskedFor(t *testing.T) {
	_, _, problems := (&File{Links: []Link{link("_z", "demo.Work", 1)}, Whole: true}).Attach(elements, nil, nil)
	problems = slices.DeleteFunc(problems, func(p model.Problem) bool { return p.Rule != missingRule })
	if len(problems) != 1 || problems[0].Severity != model.Info || strings.Contains(problems[0].Hint, "link the id") || !strings.Contains(problems[0].Message, "no statement that a probe could stand at") {
		t.Errorf("%v", problems)
	}
}

// Of a large model of which a part is linked, tens of thousands of elements have no link.
func TestManyElementsWithoutALinkAreOneProblem(t *testing.T) {
	many := slices.Clone(elements[:1])
	for i := range namedAlone {
		id := fmt.Sprintf("_x%d", i)
		many = append(many, model.Element{ID: model.ElementID(id), PCMID: id, Kind: model.InternalAction, Name: id, Component: "C", Service: "s"})
	}
	linked := &File{Links: []Link{link("_a", "demo.Work", 1)}}
	if _, _, problems := linked.Attach(many, nil, nil); len(problems) != namedAlone || problems[0].Element != "_x0" {
		t.Errorf("%d problems of %d elements without a link, want one each", len(problems), namedAlone)
	}
	_, _, problems := (&File{Links: []Link{link("_z", "demo.Work", 1)}}).Attach(many, nil, nil)
	problems = slices.DeleteFunc(problems, func(p model.Problem) bool { return p.Rule != missingRule })
	if len(problems) != 1 || problems[0].Element != "" || !strings.Contains(problems[0].Message, `21 of 21 elements have no link to the source, so they are not measured; first, the internal action "work" in C.s`) {
		t.Errorf("%v, want one problem", problems)
	}
}

func TestFilesThatAreNoLinksAreRefused(t *testing.T) {
	const ns = `<x:PcmSourceStatementLinkRepository xmlns:x="` + namespace + `">`
	tests := map[string]string{
		"<links/>": "root element is <links>", "<a": "cut off",
		ns + `<PcmSourceStatementLink><FirstStatement sourceCodeFile="A">1</FirstStatement></PcmSourceStatementLink></x:PcmSourceStatementLinkRepository>`:                    "no pcmElementId",
		ns + `<PcmSourceStatementLink pcmElementId="_a"/></x:PcmSourceStatementLinkRepository>`:                                                                               "no FirstStatement",
		ns + `<PcmSourceStatementLink pcmElementId="_a"><FirstStatement>1</FirstStatement></PcmSourceStatementLink></x:PcmSourceStatementLinkRepository>`:                     "no sourceCodeFile",
		ns + `<PcmSourceStatementLink pcmElementId="_a"><FirstStatement sourceCodeFile="A">-1</FirstStatement></PcmSourceStatementLink></x:PcmSourceStatementLinkRepository>`: "is no offset",
	}
	for text, want := range tests {
		if _, err := parseLinks("l.xml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "l.xml:1") {
			t.Errorf("%v, want %q and a place", err, want)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "absent.xml")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("%v", err)
	}
}
