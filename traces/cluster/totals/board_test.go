package totals

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A renamed metric would leave an empty panel on the board, which nobody notices.
func TestTheBoardForGrafanaShowsMetricsThatTheHubHas(t *testing.T) {
	board, err := os.ReadFile("../../../share/grafana/hub.json")
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(board) {
		t.Error("the board is no JSON")
	}
	written, err := os.ReadFile("metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`beagle_[a-z_]+`).FindAllString(string(board), -1)
	if len(shown) < 10 {
		t.Errorf("the board shows %d metrics only", len(shown))
	}
	for _, name := range shown {
		if !strings.Contains(string(written), `"`+name+`"`) {
			t.Errorf("the board shows %s, and the hub has no such metric", name)
		}
	}
}
