package runs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/run"
)

// Launches that judge have the inputs that were measured; only the usage model can ask for more.
func TestValidatingWarnsWhereTheUsageModelAsksTheWrittenModelForMoreThanItsRange(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "pcm", "instance", "testdata", "shop"))); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var cfg run.Config
	cfg.Model = filepath.Join(dir, "shop.repository")
	cfg.Output.File = filepath.Join(dir, "shop.calibrated.repository")
	if said := outside(t.Context(), &cfg); len(said) > 0 {
		t.Errorf("of a run that wrote nothing: %v", said)
	}
	write("shop.calibrated.repository", strings.Replace(read("shop.repository"), "1.0E-5 * item.BYTESIZE", "3.0E-5 * item.BYTESIZE", 1))
	write("shop.calibrated.repository.beagle.json", `{"elements": [{"id": "_s2", "name": "write", "component": "Store", "service": "save", "stoex": "3.0E-5 * item.BYTESIZE",
		"within": {"factor": 2, "most": [{"Variable": "item.BYTESIZE", "Value": 120}]}}]}`)
	said := outside(t.Context(), &cfg)
	if len(said) != 1 || !strings.Contains(said[0].Error(), "item.BYTESIZE = 300, and was learnt to be used up to 120 only (2 times what was measured)") {
		t.Errorf("said %v", said)
	}
}
