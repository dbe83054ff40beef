package pcm

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"beagle/model/adapter"

	"beagle/internal/need"
	"beagle/model"
)

func TestMain(m *testing.M) {
	code := m.Run()
	need.CleanEMF()
	os.Exit(code)
}

var (
	objectHash = regexp.MustCompile(`@[0-9a-f]{4,8}\{`)
	objectPath = regexp.MustCompile(`\{file:[^#]*#`)
	transition = regexp.MustCompile(`(Guarded|Probabilistic)BranchTransition`) // a change of the class is wanted
)

// judge runs EMF on files; its findings by file, without counts of objects.
func judge(t *testing.T, emf need.EMF, files []string) map[string][]string {
	t.Helper()
	findings := map[string][]string{}
	_, wrong := emf.Judge(t, files...)
	for _, f := range wrong {
		text := objectPath.ReplaceAllString(objectHash.ReplaceAllString(f.Message, "{"), "{#")
		text = transition.ReplaceAllString(text, "transition")
		findings[f.File] = append(findings[f.File], f.Kind+": "+strings.ReplaceAll(text, filepath.ToSlash(f.File), ""))
	}
	return findings
}

func all(t *testing.T, r *Repository) []byte {
	t.Helper()
	var changes []adapter.Change
	for _, e := range r.Elements() {
		c := something(e)
		if e.Kind == model.Branch && len(e.Branches) > 1 { // to the other kind of transitions
			guarded := e.Branches[0].Guarded
			for i := range c.Transitions {
				p := 1 / float64(len(e.Branches))
				c.Transitions[i].Condition, c.Transitions[i].Probability = "", &p
				if !guarded {
					c.Transitions[i].Condition, c.Transitions[i].Probability = "true", nil
				}
			}
		}
		changes = append(changes, c)
	}
	data, err := r.Apply(changes)
	if err != nil {
		t.Fatalf("%s: %v", r.Path(), err)
	}
	return data
}

// EMF is the judge that Palladio itself asks: what it finds in a model that
// Beagle has written, it must have found before.
func TestEMFLoadsWhatIsWrittenAsItLoadedWhatWasRead(t *testing.T) {
	emf := need.JudgeByEMF(t)
	paths := []string{"testdata/photos.repository"}
	for i, path := range models(t) {
		if i%10 == 0 || need.Long() {
			paths = append(paths, path)
		}
	}
	dir := t.TempDir()
	var before, after []string
	for i, path := range paths {
		r, err := Read(path)
		if err != nil {
			continue
		}
		write := func(name string, data []byte) string {
			full := filepath.Join(dir, fmt.Sprint(i), name)
			need.File(t, full, data)
			return full
		}
		before = append(before, write("a.repository", r.Bytes()))
		after = append(after, write("b.repository", all(t, r)))
	}
	findings := judge(t, emf, append(before, after...))
	clean := 0
	for i := range before {
		had := map[string]int{}
		for _, f := range findings[before[i]] {
			had[f]++
		}
		refused := false
		for _, f := range findings[after[i]] {
			refused = refused || strings.HasPrefix(f, "load:")
			if had[f]--; had[f] < 0 && !refused {
				t.Errorf("%s: %s", paths[i], f)
			}
		}
		if !refused {
			clean++
		}
	}
	t.Logf("%d models; %d of them load without extension packages", len(before), clean)
	if clean < len(before)/4 {
		t.Errorf("only %d of %d models load", clean, len(before))
	}
}

// Our own check of the metamodel must say no where EMF does.
func TestOurCheckAndEMFAgreeOnWhatCannotBeLoaded(t *testing.T) {
	emf := need.JudgeByEMF(t)
	plain := photos(t)
	broken := map[string]string{
		"attribute": strings.Replace(plain, ` id="_hash"`, ` id="_hash" r2="0.9"`, 1),
		"element":   strings.Replace(plain, "        <resourceDemand_Action>\n", "        <beagle/>\n        <resourceDemand_Action>\n", 1),
		"class":     strings.Replace(plain, `"seff:LoopAction"`, `"seff:WhileAction"`, 1),
		"type":      strings.Replace(plain, `<steps_Behaviour xsi:type="seff:LoopAction"`, `<steps_Behaviour`, 1),
		"prefix":    strings.Replace(plain, `"seff:LoopAction"`, `"seef:LoopAction"`, 1),
	}
	dir := t.TempDir()
	var files []string
	for name, text := range broken {
		path := filepath.Join(dir, name+".repository")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	intact := filepath.Join(need.Root(t), "pcm", "testdata", "photos.repository")
	findings := judge(t, emf, append(files, intact))
	refused := func(path string) bool {
		for _, f := range findings[path] {
			if strings.HasPrefix(f, "load:") || strings.HasPrefix(f, "error:") {
				return true
			}
		}
		return false
	}
	if refused(intact) {
		t.Errorf("EMF refuses the intact model: %v", findings[intact])
	}
	for _, path := range files {
		ours := false
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range Check(path, data) {
			ours = ours || p.Severity == model.Error
		}
		if !refused(path) || !ours {
			t.Errorf("%s: refused by EMF: %v, by us: %v", filepath.Base(path), refused(path), ours)
		}
	}
}

// The same holds for the other files of a model: what EMF refuses is an error
// of ours, what it cannot resolve a warning.
func TestOurCheckAndEMFAgreeOnTheOtherFilesOfAModel(t *testing.T) {
	emf := need.JudgeByEMF(t)
	intact := fileshare(t)
	var files []string
	for _, kind := range []string{"system", "usagemodel", "allocation", "resourceenvironment"} {
		files = append(files, filepath.Join(intact, "fileshare."+kind))
		found, err := filepath.Glob(filepath.Join(need.Shared(t, "pcm/simulated/models"), "*", "*."+kind))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	whole := len(files)
	for _, test := range brokenFiles {
		path := filepath.Join(fileshare(t), test.file)
		breakFile(t, path, test.old, test.now)
		files = append(files, path)
	}
	findings := judge(t, emf, files)
	for i, path := range files {
		refused, unresolved := "", ""
		for _, f := range findings[path] {
			switch kind, text, _ := strings.Cut(f, ":"); {
			case kind == "load", kind == "error", strings.HasPrefix(text, " The ID"):
				refused = f
			case kind == "unresolved":
				unresolved = f
			}
		}
		ours := map[model.Severity]string{}
		for _, p := range CheckFile(path) {
			ours[p.Severity] = p.Error()
		}
		what := path
		if i >= whole {
			what = brokenFiles[i-whole].now
		}
		// EMF reports a reference within the file as an error of loading.
		if dangling := i >= whole && brokenFiles[i-whole].rule == "dangling-reference"; dangling && ours[model.Warning] != "" {
			if refused == "" && unresolved == "" {
				t.Errorf("%s: EMF resolves what we do not: %v", what, findings[path])
			}
			continue
		}
		if (refused != "") != (ours[model.Error] != "") {
			t.Errorf("%s: EMF: %v, we: %s", what, findings[path], ours[model.Error])
		}
		if refused == "" && (unresolved != "") != (ours[model.Warning] != "") {
			t.Errorf("%s: EMF: %s, we: %s", what, unresolved, ours[model.Warning])
		}
	}
}
