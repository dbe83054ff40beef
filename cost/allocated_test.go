package cost

import (
	"math"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/model/expression"
)

// How much a call allocates is a formula of its own: an array of int has 16 bytes and four for each element, rounded up to
// eight. A method that allocates nothing has none.
func TestBytesThatCallsAllocateAreLearnt(t *testing.T) {
	need.Java(t)
	folder := need.Folder(t, map[string]string{"lib/Alloc.java": `package lib;

public class Alloc {
    public static int[] array(int n) {
        return new int[Math.abs(n)];
    }

    public static int none(int[] values) {
        int sum = 0;
        for (int v : values) {
            sum += v * 31;
        }
        return sum;
    }
}
`})
	if said, err := exec.Command("javac", "-g", "-d", folder, filepath.Join(folder, "lib", "Alloc.java")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	x, err := driver.Read(t.Context(), driver.Program{Own: []string{folder}, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for name, elements := range map[string][]float64{"Alloc.array": {100, 10_000}, "Alloc.none": nil} {
		m, err := x.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Learn(t.Context(), x, Request{Method: m, For: 10 * time.Second, Seed: 1})
		if err != nil || got.Learnt == nil {
			t.Fatal(err, got.Problems)
		}
		if (got.Allocates() == nil) != (elements == nil) {
			t.Fatalf("%s allocates %v", name, got.Allocates())
		}
		for _, n := range elements {
			columns := []model.Column{got.Table.Columns[0]}
			columns[0].Num = []float64{n}
			out := make([]float64, 1)
			if err := expression.Values(out, got.Allocates(), columns); err != nil || math.Abs(out[0]/(16+4*n)-1) > 0.05 {
				t.Errorf("an array of %v ints has %v bytes (%v)", n, out[0], err)
			}
		}
	}
}
