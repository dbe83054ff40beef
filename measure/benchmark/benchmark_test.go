package benchmark

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"beagle/model"
)

// ran is a kernel whose rounds of two CPU seconds and four of wall time had these rates of CPU time.
func ran(name string, rates ...int64) Kernel {
	k := Kernel{Name: name}
	for _, rate := range rates {
		k.Rounds = append(k.Rounds, Round{Operations: 2 * rate, CPU: 2, Wall: 4})
	}
	return k
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got/want-1) > 1e-3 {
		t.Errorf("%s: %g, not %g", what, got, want)
	}
}

func TestRatesAreOperationsASecondOfTheClock(t *testing.T) {
	k := ran("integer", 90, 100, 110)
	cpu, wall := k.Rate(CPU), k.Rate(Wall)
	near(t, "geometric mean", cpu.Value, 99.666)
	near(t, "Student's t of two degrees", cpu.High/cpu.Value, math.Exp(4.3027*0.10040/math.Sqrt(3)))
	near(t, "low", cpu.Low*cpu.High, cpu.Value*cpu.Value)
	near(t, "wall time", wall.Value, cpu.Value/2)
	near(t, "processor", k.Share(), 0.5)
}

func TestIntervalOfJavaReachesOverAllKernels(t *testing.T) {
	slow := &Result{Machine: "slow", Kernels: []Kernel{ran("integer", 100, 100, 101), ran("memory", 100, 101, 100), ran(Java, 100, 101, 99)}}
	fast := &Result{Machine: "fast", Kernels: []Kernel{ran("integer", 300, 300, 301), ran("memory", 120, 121, 120), ran(Java, 200, 202, 198)}}
	c := Compare(fast, slow, CPU)
	if len(c.Kernels) != 3 || c.Java == nil {
		t.Fatalf("%+v", c)
	}
	near(t, "java", c.Java.Value, 2)
	near(t, "low", c.Java.Low, c.Kernels[1].Low)
	near(t, "high", c.Java.High, c.Kernels[0].High)
	if c.Java.Low > 1.2 || c.Java.High < 3 {
		t.Errorf("%+v", c.Java)
	}
	if back := Compare(slow, fast, CPU); back.Java.Low*c.Java.High < 0.999 || back.Java.Low*c.Java.High > 1.001 {
		t.Errorf("the other way round it is %+v", back.Java)
	}
	if none := Compare(&Result{Kernels: slow.Kernels[:2]}, fast, CPU); none.Java != nil || len(none.Kernels) != 2 {
		t.Errorf("without a JDK: %+v", none)
	}
}

func TestAMachineWithoutAJDKIsMeasuredByTenRoundsOfTheOtherKernels(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("JAVA_HOME", "")
	r, err := Measure(t.Context(), 300*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Kernels) != 3 || len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Error(), "no JDK") {
		t.Fatalf("%+v", r)
	}
	for _, k := range r.Kernels {
		if len(k.Rounds) != 10 || !(k.Rate(CPU).Low > 0) || !(k.Rate(Wall).Value > 0) {
			t.Errorf("%s: %d rounds, %+v", k.Name, len(k.Rounds), k.Rate(CPU))
		}
	}
}

func TestAllOfTheMemoryIsInOneCycle(t *testing.T) {
	step, at := memory(), uint64(0)
	for n := 1; n <= 16<<20/batch; n++ {
		if at = step(at); (at == 0) != (n == 16<<20/batch) {
			t.Fatalf("after %d steps it is at %d", n*batch, at)
		}
	}
}

func TestNewestResultCountsAndOlderOnesStay(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	at := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for i, rate := range []int64{200, 100} {
		if _, err := Keep(&Result{Machine: "lab-1", Time: at.Add(time.Duration(i)), Kernels: []Kernel{ran(Java, rate, rate)}}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Latest("lab-1")
	if err != nil {
		t.Fatal(err)
	}
	near(t, "newest", r.Kernels[0].Rate(CPU).Value, 100)
	files, _ := filepath.Glob(filepath.Join(Folder(), "lab-1", "*"))
	if len(files) != 2 {
		t.Fatal(files)
	}
	for path, mode := range map[string]os.FileMode{files[0]: 0o600, Folder(): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
	if _, err := Latest("lab-2"); !strings.Contains(model.AsProblem(err, "").Hint, "lab-1") {
		t.Error(err)
	}
	if err := os.WriteFile(files[1], []byte(`{"kernels": [{"kernel": "java", "rounds": [{"operations": 1}, {}]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Latest("lab-1"); err == nil || !strings.Contains(err.Error(), "no result of beagle benchmark") {
		t.Error(err)
	}
}

func TestNamesOfMachinesStayInTheFolder(t *testing.T) {
	for _, name := range []string{"", ".", "..", "a/b", `a\b`, "a:b", "a\x1bb"} {
		if CheckName(name) == nil {
			t.Errorf("%q", name)
		}
	}
	if err := CheckName("me@lab-1.example"); err != nil {
		t.Error(err)
	}
	if err := CheckClock("sun"); err == nil || errors.Is(err, errNoJDK) {
		t.Error(err)
	}
}
