package predict_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/predict"
)

func TestMonitorsThatRecordNoResponseTimesAreSaid(t *testing.T) {
	for content, want := range map[string]int{
		`<monitor href="_mZb3MdoLEeO-WvSDaR6unQ"/><monitor href="_6rYmYs7nEeOX_4BzImuHbA"/>`: 0,
		`<monitor href="_6rYmYs7nEeOX_4BzImuHbA"/>`:                                          1,
		``: 2,
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "pcm", "instance", "testdata", "shop"))); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "shop.monitorrepository"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		problems, err := predict.Check(dir)
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, p := range problems {
			if p.Rule == "monitors" && strings.Contains(p.Message, "SimuLizar records no response times") {
				said++
			}
		}
		if said != want {
			t.Errorf("%q: %v", content, problems)
		}
	}
}
