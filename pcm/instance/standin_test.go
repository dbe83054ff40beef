package instance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/model"
	"beagle/pcm/instance"
)

// The other files name the repository, not its copy.
func TestACalibratedCopyStandsInForItsRepository(t *testing.T) {
	dir := broken(t)
	original := filepath.Join(dir, "shop.repository")
	data, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "shop.calibrated.repository")
	if err := os.WriteFile(copied, []byte(strings.Replace(string(data), "0.001 *", "0.007 *", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, paths := range [][]string{{dir}, {copied, filepath.Join(dir, "shop.system"), filepath.Join(dir, "shop.usagemodel")}} {
		in, problems, err := instance.Read(paths...)
		if err != nil || len(problems) != 1 || problems[0].Severity != model.Info || problems[0].File != copied {
			t.Fatalf("%v: %v %v", paths, err, problems)
		}
		demand := first(in).Demands[0].Amount
		if !strings.HasPrefix(demand.Text, "0.007 *") || demand.File != copied {
			t.Errorf("%v: the demand is %s of %s", paths, demand.Text, demand.File)
		}
	}
}

func first(in *instance.Instance) *instance.Internal {
	action, _ := in.Services[0].Body.Actions[0].(*instance.Internal)
	return action
}
