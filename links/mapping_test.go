package links

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/charset"

	"beagle/internal/need"
	"beagle/model/adapter"
	"beagle/model/language"

	"beagle/model"
	"beagle/pcm"
)

// lineCode is a language of one statement a line: "method NAME" starts a
// method, "end" ends it, "loop" and "done" hold statements. It stands for Java.
type lineCode struct{}

func (lineCode) Suffixes() []string { return []string{".java"} }

func (lineCode) Paths(unit string) (paths []string) {
	for words := strings.Split(unit, "."); len(words) > 0; words = words[:len(words)-1] {
		paths = append(paths, filepath.Join(words...)+".java")
	}
	return paths
}

func (lineCode) StatementEnd(text string, _ int) int { return len(text) }

// in are the sources below a folder.
func in(dir string) *language.Sources { return language.NewSources([]string{dir}, lineCode{}) }

func (lineCode) Methods(path string, source charset.Text) ([]language.Method, error) {
	var methods []language.Method
	var lists []*[]language.Statement
	at := 0
	for line := range strings.Lines(source.String) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		start := at + len(line) - len(strings.TrimLeft(line, " "))
		at += len(line)
		top := func() *[]language.Statement { return lists[len(lists)-1] }
		switch word {
		case "method":
			name, param, _ := strings.Cut(rest, " ")
			m := language.Method{Unit: "demo.Work", Class: "Work", Name: name, File: path, First: start}
			if param != "" {
				m.Params = []string{param}
			}
			methods = append(methods, m)
			lists = append(lists, &methods[len(methods)-1].Body)
		case "end":
			methods[len(methods)-1].End = at
			lists = nil
		case "loop":
			*top() = append(*top(), language.Statement{Kind: language.Loop, At: start, Inner: []language.Block{{}}})
			loop := &(*top())[len(*top())-1]
			lists = append(lists, &loop.Inner[0].Statements)
		case "done":
			lists = lists[:len(lists)-1]
		case "call":
			*top() = append(*top(), language.Statement{At: start, Calls: []string{rest}})
		case "leave":
			*top() = append(*top(), language.Statement{At: start, Leaves: true})
		default:
			*top() = append(*top(), language.Statement{At: start})
		}
	}
	return methods, nil
}

const program = `method serve items
  prepare
  count
  loop
    call store
  done
  tidy
  leave
end
`

// repository is a model of the program.
const repository = `<r:Repository xmlns:r="http://palladiosimulator.org/PalladioComponentModel/Repository/5.2" xmlns:s="http://palladiosimulator.org/PalladioComponentModel/SEFF/5.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="_r">
  <components__Repository xsi:type="r:BasicComponent" id="_c" entityName="WorkImpl">
    <serviceEffectSpecifications__BasicComponent xsi:type="s:ResourceDemandingSEFF" id="_seff" describedService__SEFF="_sig">
      <steps_Behaviour xsi:type="s:StartAction" id="_1" successor_AbstractAction="_2"/>
      <steps_Behaviour xsi:type="s:InternalAction" id="_4" entityName="after" predecessor_AbstractAction="_3" successor_AbstractAction="_5"/>
      <steps_Behaviour xsi:type="s:InternalAction" id="_2" entityName="before" predecessor_AbstractAction="_1" successor_AbstractAction="_3"/>
      <steps_Behaviour xsi:type="s:LoopAction" id="_3" predecessor_AbstractAction="_2" successor_AbstractAction="_4">
        <bodyBehaviour_Loop id="_body">
          <steps_Behaviour xsi:type="s:ExternalCallAction" id="_call" calledService_ExternalService="_store"/>
        </bodyBehaviour_Loop>
      </steps_Behaviour>
      <steps_Behaviour xsi:type="s:StopAction" id="_5" predecessor_AbstractAction="_4"/>
    </serviceEffectSpecifications__BasicComponent>
  </components__Repository>
  <interfaces__Repository xsi:type="r:OperationInterface" id="_i">
    <signatures__OperationInterface id="_sig" entityName="serve"><parameters__OperationSignature parameterName="items"/></signatures__OperationInterface>
    <signatures__OperationInterface id="_store" entityName="store"/>
  </interfaces__Repository>
</r:Repository>`

// project is the model, and a folder with the program.
func project(t *testing.T) (adapter.Model, string) {
	t.Helper()
	r, err := pcm.Parse("work.repository", []byte(repository))
	if err != nil {
		t.Fatal(err)
	}
	return r, need.Folder(t, map[string]string{"demo/Work.java": program})
}

// words are the places of a mapping as words of the program.
func words(t *testing.T, m *Mapping, dir string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "demo", "Work.java"))
	if err != nil {
		t.Fatal(err)
	}
	word := func(p Point) string { return strings.Fields(string(data)[p.Offset:])[0] }
	found := map[string]string{}
	for _, e := range m.Links {
		found[e.Element] = word(e.First) + " " + word(e.Last)
		if e.Moved {
			found[e.Element] += " moved"
		}
	}
	return found
}

func check(t *testing.T, got, want map[string]string) {
	t.Helper()
	for id, w := range want {
		if got[id] != w {
			t.Errorf("%s: %q, want %q", id, got[id], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

var wantPlaces = map[string]string{
	"_seff": "method method", "_2": "prepare count", "_body": "call call", "_call": "call call", "_4": "tidy tidy",
}

func propose(t *testing.T) (*Mapping, string) {
	t.Helper()
	r, dir := project(t)
	methods, err := in(dir).Methods(filepath.Join(dir, "demo", "Work.java"))
	if err != nil {
		t.Fatal(err)
	}
	matches, _ := Propose(r, methods)
	return NewMapping(r, matches, in(dir)), dir
}

func TestStepsAndStatementsAreWalkedInParallel(t *testing.T) {
	m, dir := propose(t)
	check(t, words(t, m, dir), wantPlaces)
	for _, e := range m.Links {
		if e.Confidence <= 0.5 || e.Confidence >= 1 || e.Method != "Work.serve(items)" || e.SHA256 == "" || e.Why == "" {
			t.Errorf("%+v", e)
		}
	}
	if e := m.Links[1]; e.Kind != "loop" && e.Kind != "internal-action" || e.First.Line == 0 || e.First.Column != 3 && e.First.Column != 5 {
		t.Errorf("%+v", e)
	}
}

func TestAMappingMovesWithItsProject(t *testing.T) {
	m, dir := propose(t)
	source := m.Links[0].Path
	path := filepath.Join(dir, "model", "links.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := WriteMapping(path, m); err != nil {
		t.Fatal(err)
	}
	if m.Links[0].Path != source {
		t.Error("writing changed the mapping")
	}
	data, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(data), dir) || !strings.Contains(string(data), `"path": "../`) {
		t.Errorf("%v: the file names its folder:\n%s", err, data)
	}
	moved := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	back, err := ReadMapping(filepath.Join(moved, "model", "links.json"))
	if err != nil {
		t.Fatal(err)
	}
	relative, _ := filepath.Rel(dir, source)
	if want := filepath.Join(moved, relative); back.Links[0].Path != want {
		t.Errorf("read %s, want %s", back.Links[0].Path, want)
	}
	whole := `{"version": 1, "links": [{"element": "_a", "unit": "A", "path": "/somewhere/A.java", "confidence": 1, "first": {"offset": 1}, "last": {"offset": 1}}]}`
	if old, err := parseMapping("links.json", []byte(whole)); err != nil || old.Links[0].Path != "/somewhere/A.java" {
		t.Errorf("%v: an absolute path became %+v", err, old)
	}
}

func TestAMappingIsReadAsItWasWritten(t *testing.T) {
	m, dir := propose(t)
	path := filepath.Join(dir, "links.json")
	if err := WriteMapping(path, m); err != nil {
		t.Fatal(err)
	}
	file, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := project(t)
	if p := file.CheckModel(r.Bytes()); len(p) > 0 {
		t.Errorf("%v", p)
	}
	linked, entries, problems := file.Attach(r.Elements(), r.Services(), in(dir))
	if len(problems) != 1 || problems[0].Severity != model.Info || len(entries) != 1 || !linked[0].Linked() {
		t.Errorf("%v %v", entries, problems)
	}
	again, err := Import(path, r, in(dir))
	if err != nil {
		t.Fatal(err)
	}
	check(t, words(t, again, dir), wantPlaces)

	for text, want := range map[string]string{
		`{"version": 2, "links": []}`: "version", `{"version": 1, "linx": []}`: "linx", "{\"version\": 1,\n": "no mapping", `{"version": 1} x`: "follows",
		`{"version": 1, "links": [{"element": "_a"}]}`: "no unit",
	} {
		if _, err := parseMapping("m.json", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestSectionsOfChangedFilesAreFoundAgain(t *testing.T) {
	m, dir := propose(t)
	path := filepath.Join(dir, "demo", "Work.java")
	rewrite := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rewrite("method other\n  fresh\nend\n" + program)
	moved, lost := m.Again(in(dir))
	if len(lost) > 0 {
		t.Errorf("lost: %v", lost)
	}
	want := map[string]string{}
	for id, w := range wantPlaces {
		want[id] = w + " moved"
	}
	check(t, words(t, moved, dir), want)

	rewrite("method serve items\n  prepare\nend\n")
	if _, lost = m.Again(in(dir)); len(lost) != 4 || !strings.Contains(lost[0], "statements now") {
		t.Errorf("lost: %v", lost)
	}
	rewrite("method gone\nend\n")
	if _, lost = m.Again(in(dir)); len(lost) != 5 || !strings.Contains(lost[0], "no method Work.serve(items)") {
		t.Errorf("lost: %v", lost)
	}
}

func TestNamesMayGivePositions(t *testing.T) {
	tests := map[string]namedPlace{
		"IA |store @position: demo.a.Work.java.Work.serve() from 12 to 34":             {"demo.a.Work", "serve", 12},
		"store @position: demo.Work.java.Work.serve().Block at 7":                      {"demo.Work", "serve", 7},
		"IA @position: demo.Work.java.Work.serve(). unknown exact " + "pos" + "sition": {"demo.Work", "serve", -1},
	}
	for name, want := range tests {
		if got, ok := parseName(name); !ok || got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if _, ok := parseName("digest"); ok {
		t.Error("an ordinary name gave a position")
	}
	f := FromNames([]model.Element{{PCMID: "_a", Kind: model.InternalAction, Name: "IA @position: demo.Work.java.Work.serve() at 7"}, {PCMID: "_b", Kind: model.InternalAction, Name: "b"}})
	if len(f.Links) != 1 || f.Links[0].First != (Position{"demo.Work", 7}) {
		t.Errorf("%+v", f.Links)
	}
}

func TestLinksOfOtherToolsAreImported(t *testing.T) {
	r, dir := project(t)
	tests := map[string]struct {
		text string
		want map[string]string
	}{
		"x.correspondences": {`<?xml version="1.0" encoding="ASCII"?>
<c:Correspondences xmlns:c="http://tools.vitruv/Correspondence/1.0">
  <correspondences><aUuids>java:method:demo#Work#ab12</aUuids><bUuids>_seff</bUuids></correspondences>
  <correspondences><aUuids>java:statement:demo#Work#ab12#2,3;2,10</aUuids><bUuids>_2</bUuids></correspondences>
  <correspondences><aUuids>java:statement:demo#Work#ab12#3,3;3,8</aUuids><bUuids>_2</bUuids></correspondences>
  <correspondences><aUuids>java:call:demo#Work#ab12#5,5;5,15</aUuids><bUuids>_call</bUuids></correspondences>
  <correspondences><aUuids>java:method:demo#Absent#ab12</aUuids><bUuids>_x</bUuids></correspondences>
</c:Correspondences>`, wantPlaces},
		"x.rac": {`<PcmMapping><PcmEntities><PcmEntity><Name>WorkImpl</Name><Id>_c</Id>
  <OperationSigatures><OperationSignature><Name>serve</Name><Id>_sig</Id></OperationSignature></OperationSigatures>
  <Correspondents><Correspondent><PackageName>demo</PackageName><UnitName>Work</UnitName><CorrespondentMethods><CorrespondentMethod><Name>serve</Name></CorrespondentMethod></CorrespondentMethods></Correspondent></Correspondents>
</PcmEntity></PcmEntities></PcmMapping>`, wantPlaces},
	}
	for name, test := range tests {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := Import(path, r, in(dir))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		check(t, words(t, m, dir), test.want)
	}
}

func TestNamesOfLoopsLeadToTheirBodies(t *testing.T) {
	_, dir := project(t)
	methods, err := in(dir).Methods(filepath.Join(dir, "demo", "Work.java"))
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(program, "loop")
	found := namedBodies([]model.Element{
		{Kind: model.Loop, Body: "_body", Name: fmt.Sprintf("Loop @position: demo.Work.java.Work.serve() from %d to %d", at, at+9)},
		{Kind: model.Branch, Branches: []model.Option{{Behaviour: "_x"}}, Name: fmt.Sprintf("Branch @position: demo.Work.java.Work.serve() at %d", at)},
	}, methods)
	want := Position{"demo.Work", strings.Index(program, "call store")}
	if len(found) != 1 || found[0].Element != "_body" || found[0].First != want || *found[0].Last != want {
		t.Errorf("%+v, want the call at %v", found, want)
	}
}
