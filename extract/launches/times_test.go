package launches

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"beagle/measure"
	"beagle/measure/observed"
	"beagle/model"
)

// in is a time that lies within seconds since 1970.
func in(first, last float64) observed.Span {
	return observed.Span{First: int64(first * 1e9), Last: int64(last * 1e9)}
}

func TestFewClassesReachNearlyAllThatManyReach(t *testing.T) {
	var ran []Ran
	when := map[model.ElementID][]observed.Span{}
	for i := range 40 { // each a second, and each reaches the same two elements
		begin := float64(10 + i)
		ran = append(ran, Ran{fmt.Sprintf("T%d", i), int64(begin * 1e9), int64((begin + 0.9) * 1e9), 1, 0})
		when["both"] = append(when["both"], in(begin+0.1, begin+0.2))
		when["again"] = append(when["again"], in(begin+0.3, begin+0.4))
	}
	when["rare"] = []observed.Span{in(17.5, 17.6)}
	when["never"] = nil                         // of which no time is known
	when["after"] = []observed.Span{in(90, 91)} // when no class ran
	classes, took := Few(ran, when, time.Second)
	if !slices.Equal(classes, []string{"T7"}) || took != 900*time.Millisecond {
		t.Errorf("%v run, for %s", classes, took)
	}
	if classes, _ = Few(ran, when, 2*time.Second); len(classes) != 2 || !slices.Contains(classes, "T7") {
		t.Errorf("with time for two, %v run", classes)
	}
}

func TestALongClassIsLeftOutThatReachesHardlyMore(t *testing.T) {
	ran := []Ran{{"Quick", 0, 1e9, 1, 0}, {"Slow", 1e9, 100e9, 1, 0}}
	when := map[model.ElementID][]observed.Span{"rare": {in(50, 51)}}
	for i := range 30 {
		when[model.ElementID(fmt.Sprint(i))] = []observed.Span{in(0.5, 0.6)}
	}
	if classes, _ := Few(ran, when, 15*time.Second); !slices.Equal(classes, []string{"Quick"}) {
		t.Errorf("%v run", classes)
	}
	delete(when, "0")
	for i := range 10 {
		when[model.ElementID(fmt.Sprint("slow ", i))] = []observed.Span{in(60, 61)}
	}
	if classes, _ := Few(ran, when, 15*time.Second); len(classes) != 2 {
		t.Errorf("a quarter of the elements is reached by the slow one, and %v run", classes)
	}
}

func TestTimesOfClassesAreRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "times")
	l := Timed(measure.Launch{Command: []string{"java", runnerClass, "0", "demo.A"}}, file)
	if l.Env[timesVariable] != file || Timed(measure.Launch{Command: []string{"java", "Main"}}, file).Env != nil {
		t.Errorf("the launch is %+v", l)
	}
	if err := os.WriteFile(file, []byte("demo.A 1000 1500 7 1\nwrong\ndemo.B 1500 1400 1 0\ndemo.D 1500 1600 1 x\ndemo.C 2000 20"), 0o600); err != nil {
		t.Fatal(err)
	}
	if all := Times(file); len(all) != 1 || all[0] != (Ran{"demo.A", 1000e6, 1500e6, 7, 1}) {
		t.Errorf("read %v", all)
	}
	if all := Times(filepath.Join(t.TempDir(), "none")); all != nil {
		t.Errorf("read %v", all)
	}
}
