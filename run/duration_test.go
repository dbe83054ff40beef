package run

import (
	"encoding/json"
	"testing"
	"time"
)

func TestTimeSpansAreSecondsForProgramsAndShortForPeople(t *testing.T) {
	for d, want := range map[time.Duration][2]string{
		1500 * time.Millisecond: {"1.5", "1.5s"},
		10 * time.Minute:        {"600", "10m"},
		2 * time.Hour:           {"7200", "2h"},
		90 * time.Minute:        {"5400", "1h30m"},
		0:                       {"0", "0s"},
	} {
		data, err := json.Marshal(Duration(d))
		if err != nil || string(data) != want[0] || Duration(d).String() != want[1] {
			t.Errorf("%v is %s and %s, %v; want %v", d, data, Duration(d), err, want)
		}
		var back Duration
		if err := json.Unmarshal(data, &back); err != nil || back != Duration(d) {
			t.Errorf("%s is read as %v, %v", data, back, err)
		}
	}
	if err := json.Unmarshal([]byte("1e300"), new(Duration)); err == nil {
		t.Error("a time span beyond all bounds is read")
	}
}
