package prepare

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/extract/attribution"
	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/extract/rules"
	"beagle/measure"
	"beagle/run"
)

// What tests replace is only worth a word where the program uses it.
func TestTestsThatReplaceWhatComponentsUseAreToldAndNoted(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pom.xml":                      "<project><artifactId>shop</artifactId></project>",
		"src/main/java/Shop.java":      "class Shop { Store store; }",
		"src/main/java/Store.java":     "interface Store { }",
		"src/test/java/ShopTest.java":  "import org.mockito.Mock; class ShopTest { @Mock Store store; @Mock Unused unused; }",
		"src/test/java/OtherTest.java": "import org.mockito.Mock; class OtherTest { @Mock Shop shop; }",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	project, err := extracted.Find(t.Context(), dir, extracted.Asking{Cache: t.TempDir(), Say: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	single := func(class string) launches.Found {
		return launches.Found{Launch: measure.Launch{Name: class}, Class: class, File: filepath.Join(dir, "src/test/java", class+".java"), Tests: dir, Single: true}
	}
	said := &strings.Builder{}
	tests := trial{
		App: &app.App{Out: io.Discard, Err: said}, file: "beagle.yaml",
		cfg:  &run.Config{Launch: []measure.Launch{{Name: "ShopTest"}, {Name: "OtherTest"}}},
		ways: ways{project: project, found: []launches.Found{{Launch: measure.Launch{Name: "tests"}, Tests: dir}, single("ShopTest"), single("OtherTest")}},
		judging: &extract.Result{
			Program: &attribution.Program{Files: []attribution.File{{Path: filepath.Join(dir, "src/main/java/Shop.java")}, {Path: filepath.Join(dir, "src/main/java/Store.java")}}},
			Divided: []*rules.Component{{Name: "Shop", Classes: []*attribution.Type{{Name: "Shop"}}}, {Name: "Store", Classes: []*attribution.Type{{Name: "Store", File: 1}}}},
		},
	}
	tests.standIns()
	if got := tests.cfg.Launch; !slices.Equal(got[0].StandIns, []string{"Store"}) || len(got[1].StandIns) > 0 {
		t.Errorf("noted %v and %v", got[0].StandIns, got[1].StandIns)
	}
	if !strings.Contains(said.String(), "in the place of Store, used by Shop:") {
		t.Errorf("said %q", said)
	}
}
