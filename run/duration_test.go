package run

import (
	"encoding/json"
	"testing"
	"time"
)

func TestTimeSpansAreSecondsInJSON(t *testing.T) {
	data, err := json.Marshal(struct{ Elapsed Duration }{Duration(90*time.Second + 500*time.Millisecond)})
	if err != nil || string(data) != `{"Elapsed":90.5}` {
		t.Fatalf("%s, %v", data, err)
	}
	var back struct{ Elapsed Duration }
	if err := json.Unmarshal(data, &back); err != nil || time.Duration(back.Elapsed) != 90500*time.Millisecond {
		t.Errorf("%v, %v", back, err)
	}
	if json.Unmarshal([]byte(`{"Elapsed":1e300}`), &back) == nil {
		t.Error("1e300 s is taken for a time span")
	}
	for span, want := range map[time.Duration]string{10 * time.Minute: "10m", 2 * time.Hour: "2h", 90 * time.Second: "1m30s"} {
		if got := Duration(span).String(); got != want {
			t.Errorf("%v is written %s, want %s", span, got, want)
		}
	}
}
