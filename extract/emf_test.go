package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/need"
	"beagle/measure/observed"
	"beagle/model"
)

func TestMain(m *testing.M) {
	var err error
	if kept, err = os.MkdirTemp("", "beagle-extract-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(kept)
	need.CleanEMF()
	os.Exit(code)
}

// Palladio reads all five files of a new model: as sources give them, and with the
// usage model of what launches did.
func TestEMFLoadsAllFilesOfANewModel(t *testing.T) {
	emf := need.JudgeByEMF(t)
	r := extracted(t, sources(t), Options{})
	for _, c := range []struct {
		what string
		use  []Launched
	}{
		{"nothing was launched", nil},
		{"two launches", []Launched{{Name: "Main <1 & 2>", Did: launched(r)}, {Name: "again", Did: launched(r)}}},
	} {
		r.Use(c.use)
		if len(r.Model.Usage) != len(c.use) {
			t.Fatalf("%s: %d scenarios", c.what, len(r.Model.Usage))
		}
		out := filepath.Join(t.TempDir(), "model")
		w, err := r.Write(out)
		if err != nil {
			t.Fatal(err)
		}
		files := append([]string{w.Repository}, w.Others...)
		objects, wrong := emf.Judge(t, files...)
		for _, f := range wrong {
			t.Errorf("%s: %s: %s: %s", c.what, filepath.Base(f.File), f.Kind, f.Message)
		}
		if len(files) != 5 || len(objects) != 5 {
			t.Errorf("%s: of %v loaded are %v", c.what, files, objects)
		}
	}
}

// A component of more than four services is no other than one of two.
func TestEMFPairsFeaturesOfManyServices(t *testing.T) {
	emf := need.JudgeByEMF(t)
	text := "public class Desk {\n  int sum;\n"
	calls := ""
	for i := range 7 {
		text += fmt.Sprintf("  public int serve%d(int n) {\n    for (int i = 0; i < n; i++) sum += i * %d;\n    return sum;\n  }\n", i, i+1)
		calls += fmt.Sprintf("    desk.serve%d(args.length);\n", i)
	}
	dir := written(t, map[string]string{
		"Desk": text + "}",
		"Hall": "public class Hall {\n  Desk desk = new Desk();\n  public int enter(int n) {\n    return desk.serve0(n);\n  }\n}",
		"Main": "public class Main {\n  public static void main(String[] args) {\n    Desk desk = new Desk();\n    new Hall().enter(2);\n" + calls + "  }\n}",
	})
	r := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Desk": {"Desk"}, "Hall": {"Hall"}}}})
	w, err := r.Write(filepath.Join(t.TempDir(), "model"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(w.Repository)
	if err != nil || strings.Count(string(data), "serviceEffectSpecifications__BasicComponent") < 2*5 {
		t.Fatalf("%v: the component has fewer services than were to be tried:\n%s", err, data)
	}
	if _, wrong := emf.Judge(t, append([]string{w.Repository}, w.Others...)...); len(wrong) > 0 {
		t.Errorf("EMF finds %+v", wrong)
	}
}

// launched is a launch that entered what the model has as entrances, with arguments
// of all kinds: none, one number, some together, texts with signs of XML.
func launched(r *Result) *observed.Launch {
	did := &observed.Launch{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if s.Entry {
				did.Entries = append(did.Entries, &observed.Entry{SEFF: s.ID, Count: 30, Samples: given(s)})
			}
		}
	}
	return did
}

func given(s *structure.Service) []observed.Sample {
	return samples(60, func(i int) map[model.Variable]model.Value {
		values := map[model.Variable]model.Value{}
		for k, p := range s.Op.Params {
			switch k % 2 {
			case 0:
				values[model.Variable{Name: p.Name, Char: model.ByteSize}] = size(float64(i%4) + 0.5)
			default:
				values[model.Variable{Name: p.Name, Char: model.ValueOf}] = model.TextValue([]string{"A<&>", "B"}[i%2])
			}
		}
		return values
	})
}
