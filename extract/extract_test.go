package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/need"
	"beagle/links"
	"beagle/measure/java"
	"beagle/model"
	"beagle/model/language"
	"beagle/pcm"
	"beagle/pcm/instance"
)

func sources(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(need.Root(t), "examples", "fileshare", "src"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// kept is the folder in which extractions keep what they compile: once for all tests.
var kept string

func extracted(t *testing.T, dir string, o Options) *Result {
	t.Helper()
	o.Dir, o.Cache, o.Name = dir, kept, "fileshare"
	r, err := Extract(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// outline is a behaviour in one line.
func outline(b *structure.Behaviour) string {
	var parts []string
	for _, s := range b.Steps {
		text := map[structure.Kind]string{structure.Internal: "internal", structure.Call: "call", structure.Loop: "loop", structure.Branch: "branch"}[s.Kind]
		if s.Kind == structure.Call {
			text = s.Name
		}
		for _, inner := range s.Inner {
			text += "{" + outline(inner) + "}"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// The example's model was written by hand: components, interfaces, services and
// external calls are the same.
func TestTheExamplesModelIsFound(t *testing.T) {
	need.Java(t)
	r := extracted(t, sources(t), Options{})
	got := map[string]string{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			got[fmt.Sprintf("%s.%s.%s", c.Name, s.Op.Interface.Name, s.Op.Name)] = outline(s.Body)
		}
	}
	want := map[string]string{
		"FileUpload.Uploads.upload":         "internal contains branch{}{internal branch{storeChunked}{store}}",
		"FileUpload.Uploads.share":          "internal branch{reserve}{reserve}",
		"HashCatalogue.Catalogue.contains":  "internal",
		"HashCatalogue.Catalogue.index":     "internal",
		"ChunkStorage.Storage.store":        "internal",
		"ChunkStorage.Storage.storeChunked": "internal",
		"ChunkStorage.Storage.reserve":      "internal",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("found  %v\nwanted %v", got, want)
	}
	if len(r.Open) > 0 || r.Program.Unresolved > 0 {
		t.Errorf("choices %v, %d calls unresolved", r.Open, r.Program.Unresolved)
	}
}

// validly writes a model into a folder, in which nothing is to be found wrong.
func validly(t *testing.T, r *Result, folder string) (*Written, *pcm.Repository) {
	t.Helper()
	w, err := r.Write(folder)
	if err != nil {
		t.Fatal(err)
	}
	repository, err := pcm.Read(w.Repository)
	if err != nil {
		t.Fatal(err)
	}
	if problems := repository.Check(); len(problems) > 0 {
		t.Errorf("the repository is not valid: %v", problems)
	}
	if _, err := links.Read(w.Links); err != nil {
		t.Errorf("the links are not valid: %v", err)
	}
	return w, repository
}

func TestWhatIsWrittenIsValidLinkedAndCanBePredicted(t *testing.T) {
	need.Java(t)
	dir := sources(t)
	r := extracted(t, dir, Options{})
	out := filepath.Join(t.TempDir(), "model")
	w, repository := validly(t, r, out)
	written, err := links.Read(w.Links)
	if err != nil {
		t.Fatal(err)
	}
	elements, services, problems := written.Attach(repository.Elements(), repository.Services(), language.NewSources([]string{dir}, java.Language{}))
	for _, p := range problems {
		t.Errorf("links: %v", p)
	}
	for _, e := range elements {
		if !e.Linked() {
			t.Errorf("%s of %s is not linked", e.Name, e.Service)
		}
	}
	if len(services) != 7 {
		t.Errorf("%d services are linked", len(services))
	}
	model, problems, err := instance.Read(out)
	if err != nil || len(problems) > 0 || len(model.Scenarios) != 1 || len(model.Assemblies) != 3 {
		t.Errorf("the instance: %v %v %+v", problems, err, model)
	}
	if again, err := r.Write(out); err != nil || len(again.Kept) > 0 {
		t.Errorf("the same again: %v", err)
	}
	if err := os.WriteFile(w.Repository, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write(out); err == nil {
		t.Error("another model was replaced")
	}
}

// Ids must not change where the program has not.
func TestIdsStayWhereOtherMethodsChange(t *testing.T) {
	need.Java(t)
	dir := sources(t)
	before := ids(extracted(t, dir, Options{}))
	path := filepath.Join(dir, "main", "java", "fileshare", "FileUpload.java")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), "    @Override\n    public boolean upload", "    /** New. */\n    void rest() {\n        words = 0;\n    }\n\n    @Override\n    public boolean upload", 1)
	changed = strings.Replace(changed, "long session = ", "storage.reserve(1);\n        long session = ", 1)
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	after := ids(extracted(t, dir, Options{}))
	for _, id := range before {
		if !slices.Contains(after, id) && !strings.HasPrefix(id, "share ") {
			t.Errorf("%s is gone", id)
		}
	}
	if slices.Equal(before, after) {
		t.Error("the new call is not there")
	}
}

func ids(r *Result) (all []string) {
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			all = append(all, s.Op.Name+" "+s.ID)
			s.Body.Walk(func(step *structure.Step) { all = append(all, s.Op.Name+" "+step.ID) })
		}
	}
	return all
}

// What stands in the statement of an external call cannot be measured by that
// statement: own methods are put before it, libraries are told.
func TestWorkInTheStatementOfAnExternalCallIsModelledOrTold(t *testing.T) {
	need.Java(t)
	front := "public class Front {\n  public Store store = new Store();\n" +
		"  public int put(String text) {\n    return store.save(pack(text), text.repeat(3));\n  }\n" +
		"  public void some(String text) {\n    if (pack(text) > 3) {\n      store.save(1, text);\n    }\n  }\n" +
		"  private int pack(String text) {\n    int k = 0;\n    for (char c : text.toCharArray()) k += c;\n    return k;\n  }\n}"
	dir := written(t, map[string]string{
		"Front": front,
		"Store": "public class Store {\n  int sum;\n  public int save(int k, String text) {\n    sum += Math.abs(k) + text.hashCode();\n    return sum;\n  }\n}",
		"Start": "public class Start {\n  public static void main(String[] args) {\n    Front f = new Front();\n    f.put(args[0]);\n    f.some(args[0]);\n  }\n}",
	})
	r := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByClasses}})
	did := map[string]string{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			did[s.Op.Name] = outline(s.Body)
			if s.Op.Name == "put" && len(s.Body.Steps) > 0 {
				if at := s.Body.Steps[0].Link; at.Line != 14 {
					t.Errorf("what computes the argument is linked to line %d", at.Line)
				}
			}
		}
	}
	if did["put"] != "internal save" || did["some"] != "internal branch{save}{}" {
		t.Errorf("services do %v", did)
	}
	said := slices.ContainsFunc(r.Problems, func(p model.Problem) bool {
		return p.Rule == "beside-call" && p.Line == 6 && strings.Contains(p.Message, "Front.put: what repeat costs is in no action, since its statement calls save, too")
	})
	if !said || r.Beside != 1 {
		t.Errorf("%d statements compute something beside a call; told is %v", r.Beside, r.Problems)
	}
}

// A statement that is put in the place of several calls is one statement.
func TestAStatementInSeveralServicesIsCountedOnce(t *testing.T) {
	need.Java(t)
	r := extracted(t, written(t, map[string]string{
		"Front": "public class Front {\n  Store store = new Store();\n  public int one(int n) {\n    return help(n);\n  }\n  public int two(int n) {\n    return help(n + 1);\n  }\n  private int help(int n) {\n    return store.save(Math.floorMod(n, 3));\n  }\n}",
		"Store": "public class Store {\n  int sum;\n  public int save(int k) {\n    sum += Math.abs(k);\n    return sum;\n  }\n}",
		"Start": "public class Start {\n  public static void main(String[] args) {\n    Front f = new Front();\n    f.one(1);\n    f.two(1);\n  }\n}",
	}), Options{Choices: rules.Choices{By: rules.ByClasses}})
	if r.Beside != 1 {
		t.Errorf("%d statements compute something beside a call", r.Beside)
	}
}

func TestNamedComponentsAreTakenOrToldWhateverTheyCall(t *testing.T) {
	need.Java(t)
	dir := written(t, map[string]string{
		"Front": "public class Front {\n  Store store = new Store();\n  public int one(int n) {\n    return store.save(n);\n  }\n}",
		"Store": "public class Store {\n  int sum;\n  public int save(int k) {\n    sum += Math.abs(k);\n    return sum;\n  }\n}",
		"Start": "public class Start {\n  public static void main(String[] args) {\n    new Front().one(1);\n  }\n}",
	})
	told := func(r *Result) (names []string) {
		for _, p := range r.Problems {
			if p.Rule == "extract.components" {
				names = append(names, p.Message)
			}
		}
		return names
	}
	gone := map[string][]string{"All": {"Front", "Store"}, "B": {"demo.b.*"}, "A": {"demo.a.*"}, "D": {"demo.d.*"}, "C": {"demo.c.*"}}
	r := extracted(t, dir, Options{Choices: rules.Choices{Components: gone}})
	want := []string{`the component "A" has no classes`, `the component "B" has no classes`, `the component "C" has no classes`, `the component "D" has no classes`}
	if r.Rule != rules.ByChoice || len(r.Divided) != 1 || !slices.Equal(told(r), want) {
		t.Errorf("%d components by %s; told is %q", len(r.Divided), r.Rule, told(r))
	}
	delete(gone, "All")
	if r := extracted(t, dir, Options{Choices: rules.Choices{Components: gone}}); r.Rule == rules.ByChoice || !slices.Equal(told(r), want) {
		t.Errorf("where nothing is named, components are by %s; told is %q", r.Rule, told(r))
	}
}

func TestChoicesThatTheProgramDoesNotHaveAreTold(t *testing.T) {
	need.Java(t)
	r := extracted(t, written(t, map[string]string{
		"Store": "public interface Store {\n  int save(int n);\n}",
		"Disk":  "public class Disk implements Store {\n  int sum;\n  public int save(int k) {\n    sum += Math.abs(k);\n    return sum;\n  }\n}",
		"Front": "public class Front {\n  Store store = new Disk();\n  public int one(int n) {\n    return store.save(n);\n  }\n}",
		"Back":  "public class Back extends Front {\n}",
		"Start": "public class Start {\n  public static void main(String[] args) {\n    new Front().one(1);\n  }\n}",
	}), Options{Choices: rules.Choices{
		By: rules.ByClasses, Bind: map[string]string{"Store": "Disc", "demo.Store": "Disk", "Gone": "Disk"},
		Ignore: []string{"Start", "demo.gone.**"}, Services: []string{"Front.one", "Back.one", "Front.two", "*"},
	}})
	var told []string
	for _, p := range r.Problems {
		if strings.HasPrefix(p.Rule, "extract.") {
			told = append(told, p.Rule+": "+p.Message)
		}
	}
	want := []string{
		"extract.bind: no class Disk stands behind Gone", "extract.bind: no class Disc stands behind Store",
		`extract.ignore: no class is meant by "demo.gone.**", which is left out`, `extract.services: no method is meant by "Front.two", which is entered`,
	}
	if !slices.Equal(told, want) {
		t.Errorf("told is %q", told)
	}
}

// What is said, and in which order, does not depend on how a map is walked.
func TestTheSameProgramHasTheSameFindings(t *testing.T) {
	need.Java(t)
	r := extracted(t, written(t, map[string]string{
		"Front": "public class Front {\n  Store store = new Store();\n  public int one(int n) {\n    return store.save(n);\n  }\n}",
		"Store": "public class Store {\n  int sum;\n  public int save(int k) {\n    sum += go(k) + go(\"\" + k) + go(2.0 * k);\n    return sum;\n  }\n" +
			"  int go(int n) { return n < 1 ? 0 : go(n - 1); }\n  int go(String n) { return n.isEmpty() ? 0 : go(n.substring(1)); }\n  int go(double n) { return n < 1 ? 0 : go(n / 2); }\n}",
		"Start": "public class Start {\n  public static void main(String[] args) {\n    new Front().one(1);\n  }\n}",
	}), Options{Choices: rules.Choices{By: rules.ByClasses}})
	for range 20 {
		again, err := r.Decide(t.Context(), r.Choices())
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(again.Problems) != fmt.Sprint(r.Problems) {
			t.Fatalf("said is %v, and %v", r.Problems, again.Problems)
		}
	}
}

// What a class inherits is told with it, and what was met deep inside another class
// first is told where it is a parameter of its own.
func TestDataTypesHaveInheritedFields(t *testing.T) {
	need.Java(t)
	dir := written(t, map[string]string{
		"Named":  "public class Named {\n  int id;\n  String name;\n}",
		"Owner":  "public class Owner extends Named {\n  String city;\n  java.util.List<Pet> pets;\n}",
		"Pet":    "public class Pet extends Named {\n  java.util.List<Visit> visits;\n}",
		"Visit":  "public class Visit {\n  Named by;\n  String description;\n}",
		"Clinic": "public class Clinic {\n  public void book(Owner owner, Visit visit) {\n    Math.abs(visit.description.length());\n  }\n}",
		"Start":  "public class Start {\n  public static void main(String[] args) {\n    new Clinic().book(new Owner(), new Visit());\n  }\n}",
	})
	r := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Clinic": {"Clinic"}}}})
	got := map[string]string{}
	for _, d := range r.Model.Types {
		var names []string
		for _, f := range d.Fields {
			names = append(names, f.Name)
		}
		got[d.Name] = strings.Join(names, " ")
	}
	want := map[string]string{"Owner": "id name city pets", "Pet": "id name visits", "Visit": "by description", "Named": "id name", "List_of_Pet": "", "List_of_Visit": ""}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("types are %v, not %v", got, want)
	}
}

// Classes that are filled by setters in a chain hold values as others do: what is in them is an input.
func TestSettersThatReturnTheirObjectAreNoServices(t *testing.T) {
	need.Java(t)
	dir := written(t, map[string]string{
		"Visit":  "public class Visit {\n  String reason;\n  java.util.List<String> notes;\n  public Visit setReason(String reason) {\n    this.reason = reason;\n    return this;\n  }\n}",
		"Clinic": "public class Clinic {\n  public void book(Visit visit) {\n    Math.abs(visit.reason.length());\n  }\n}",
		"Desk":   "public class Desk {\n  Clinic clinic = new Clinic();\n  public void run(String reason) {\n    clinic.book(new Visit().setReason(reason));\n  }\n}",
		"Start":  "public class Start {\n  public static void main(String[] args) {\n    new Desk().run(args[0]);\n  }\n}",
	})
	r := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Clinic": {"Clinic", "Visit"}, "Desk": {"Desk"}}}})
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if s.Op.Name != "book" && s.Op.Name != "run" {
				t.Errorf("%s of %s is a service", s.Op.Name, c.Name)
			}
		}
	}
	var fields []string
	for _, d := range r.Model.Types {
		for _, f := range d.Fields {
			fields = append(fields, d.Name+"."+f.Name)
		}
	}
	if !slices.Equal(fields, []string{"Visit.reason", "Visit.notes"}) {
		t.Errorf("fields are %v", fields)
	}
}
