package extract

import (
	"slices"
	"testing"

	"beagle/extract/rules"
	"beagle/internal/need"
	"beagle/model"
)

// What streams do in other threads is in no action of the service.
func TestParallelStreamsAreTold(t *testing.T) {
	need.Java(t)
	r := extracted(t, written(t, map[string]string{
		"Front": "public class Front {\n  Back back = new Back();\n  public int all(java.util.List<Integer> list) {\n    int sum = list.parallelStream().mapToInt(Integer::intValue).sum();\n" +
			"    int range = java.util.stream.IntStream.range(0, sum).parallel().sum();\n    return back.put(range);\n  }\n}",
		"Start": "public class Start {\n  public static void main(String[] args) {\n    new Front().all(java.util.List.of(1));\n  }\n}",
		"Back":  "public class Back {\n  public int put(int n) {\n    return Math.abs(n);\n  }\n}",
	}), Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Front": {"Front"}, "Back": {"Back"}}}})
	for _, line := range []int{6, 7} {
		if !slices.ContainsFunc(r.Problems, func(p model.Problem) bool { return p.Rule == "threads" && p.Line == line }) {
			t.Errorf("nothing is said of line %d: %v", line, r.Problems)
		}
	}
}
