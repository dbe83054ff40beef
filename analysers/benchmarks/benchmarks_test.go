package benchmarks

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"
)

// files are shortened results of each tool, with the benchmarks and rows that must be read from them.
var files = []struct {
	what, text string
	want       []string // NAME UNIT INPUTS: VALUES=COST xWEIGHT, ...
}{
	{
		"JMH's JSON", `[
 {"jmhVersion":"1.37","benchmark":"a.B.sort","mode":"avgt","params":{"n":"10","kind":"x"},"primaryMetric":{"score":2.5,"scoreUnit":"us/op","rawData":[[2.0,3.0],[4.0]]}},
 {"jmhVersion":"1.37","benchmark":"a.B.sort","mode":"thrpt","params":{"n":"10","kind":"x"},"primaryMetric":{"score":4,"scoreUnit":"ops/ms","rawData":[[4.0]]}},
 {"jmhVersion":"1.37","benchmark":"a.B.plain","mode":"ss","primaryMetric":{"score":7,"scoreError":"NaN","scoreUnit":"ms/op"}}]`,
		[]string{"a.B.sort seconds kind,n: x,10=2e-06 x,10=3e-06 x,10=4e-06", "a.B.sort by throughput seconds kind,n: x,10=0.00025", "a.B.plain seconds : =0.007"},
	},
	{
		"JMH's CSV", "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\",\"Score Error (99.9%)\",\"Unit\",\"Param: n\"\n" +
			"\"B.sort\",\"avgt\",1,5,\"2,5\",NaN,\"ns/op\",10\n\"B.sort\",\"avgt\",1,5,5.0,0.1,\"ns/op\",20\n\"B.plain\",\"avgt\",1,5,5.0,0.1,\"ns/op\",\n",
		[]string{"B.sort seconds n: 10=2.5e-09x5 20=5e-09x5", "B.plain seconds : =5e-09x5"},
	},
	{
		"Google Benchmark's JSON", `{"context":{},"benchmarks":[
 {"name":"BM_Sort/64/real_time","run_name":"BM_Sort/64/real_time","run_type":"iteration","real_time":3,"cpu_time":2,"time_unit":"us"},
 {"name":"BM_Fill/rows:8/cols:4","run_name":"BM_Fill/rows:8/cols:4","run_type":"iteration","real_time":3,"cpu_time":2,"time_unit":"ns"},
 {"name":"BM_Bad/1","run_name":"BM_Bad/1","run_type":"iteration","error_occurred":true,"real_time":0,"cpu_time":0,"time_unit":"ns"},
 {"name":"BM_Sort_BigO","run_name":"BM_Sort","run_type":"aggregate","aggregate_name":"BigO","cpu_coefficient":1,"real_coefficient":1,"time_unit":"ns"}]}`,
		[]string{"BM_Sort seconds n: 64=3e-06", "BM_Fill seconds rows,cols: 8,4=2e-09"},
	},
	{
		"Google Benchmark's JSON of means alone", `{"benchmarks":[
 {"name":"BM_S/1/2_mean","run_name":"BM_S/1/2","run_type":"aggregate","aggregate_name":"mean","repetitions":9,"real_time":3,"cpu_time":2,"time_unit":"ns"},
 {"name":"BM_S/1/2_stddev","run_name":"BM_S/1/2","run_type":"aggregate","aggregate_name":"stddev","repetitions":9,"real_time":3,"cpu_time":2,"time_unit":"ns"}]}`,
		[]string{"BM_S seconds arg1,arg2: 1,2=2e-09x9"},
	},
	{
		"Google Benchmark's CSV", "2026-11-28T10:00:00+00:00\nRun on (2 X 2596 MHz CPU s)\nname,iterations,real_time,cpu_time,time_unit,bytes_per_second\n" +
			"\"BM_Sort/64\",100,3,2,ns,\n\"BM_Sort_BigO\",,21.6,2.9,NlgN,\n\"BM_Sort/128\",100,7,5,ns,\n",
		[]string{"BM_Sort seconds n: 64=2e-09 128=5e-09"},
	},
	{
		"hyperfine's JSON", `{"results":[
 {"command":"seq 1 100","mean":2,"times":[1,3],"parameters":{"n":"1"}},{"command":"seq 1 200","mean":4,"times":[4],"parameters":{"n":"2"}},
 {"command":"sort1 1","mean":2,"times":[5],"parameters":{"n":"1"}},{"command":"sort1 2","mean":2,"times":[6],"parameters":{"n":"2"}}]}`,
		[]string{"seq 1 {n}00 seconds n: 1=1 1=3 2=4", "sort1 {n} seconds n: 1=5 2=6"},
	},
	{
		"what go test prints", "goos: linux\nBenchmarkSort/n=10-8   100   1000 ns/op   80 B/op   0 allocs/op\nBenchmarkSort/n=20-8   100   2000 ns/op  4 MB/s  160 B/op   0 allocs/op\nBenchmarkA/fast/7   3   1 ns/op\nPASS\n",
		[]string{"Sort seconds n: 10=1e-06 20=2e-06", "Sort B/op B/op n: 10=80 20=160", "A/fast seconds n: 7=1e-09"},
	},
	{
		"pytest-benchmark's JSON", `{"machine_info":{},"benchmarks":[
 {"name":"test_sum[10]","fullname":"t.py::test_sum[10]","params":{"n":10},"stats":{"mean":0.5,"rounds":7}},
 {"name":"test_sum[20]","fullname":"t.py::test_sum[20]","params":{"n":20},"stats":{"mean":0.5,"rounds":2,"data":[0.25,0.75]}}]}`,
		[]string{"test_sum seconds n: 10=0.5x7 20=0.25 20=0.75"},
	},
	{
		"Extra-P's JSON", `{"parameters":["p","q"],"measurements":{"main":{"time":[{"point":[4,8],"values":[1,2]}]}}}`,
		[]string{"main time  p,q: 4,8=1 4,8=2"},
	},
	{
		"Extra-P's first JSON", `{"parameters":[{"id":1,"name":"p"}],"callpaths":[{"id":1,"name":"main"}],"metrics":[{"id":1,"name":"time"}],
 "coordinates":[{"id":1,"parameter_value_pairs":[{"parameter_id":1,"parameter_value":4}]}],"measurements":[{"id":1,"metric_id":1,"callpath_id":1,"coordinate_id":1,"value":3}]}`,
		[]string{"main time  p: 4=3"},
	},
	{"Extra-P's lines", "{\"params\":{\"p\":4},\"callpath\":\"main\",\"metric\":\"time\",\"value\":3}\n\n{\"params\":{\"p\":8},\"callpath\":\"main\",\"metric\":\"time\",\"value\":5}\n", []string{"main time  p: 4=3 8=5"}},
	{"Talpas' lines", "{\"parameters\":{\"p\":4};\"callpath\":\"main\";\"metric\":\"time\";\"value\":[3;4]}\n", []string{"main time  p: 4=3 4=4"}},
	{"Extra-P's text", "# a study\nPARAMETER p\nPARAMETER q\nPOINTS (1 2) (3 4)\nREGION r\nMETRIC time\nDATA 1 2\nDATA 3\n", []string{"r time  p,q: 1,2=1 1,2=2 3,4=3"}},
}

// shown is a benchmark as the tests above write it.
func shown(b *Benchmark) string {
	text := fmt.Sprintf("%s %s %s:", b.Name, b.Unit, strings.Join(b.Inputs, ","))
	for _, r := range b.Rows {
		text += fmt.Sprintf(" %s=%.4g", strings.Join(r.Inputs, ","), r.Value)
		if r.Weight > 1 {
			text += fmt.Sprintf("x%d", r.Weight)
		}
	}
	return text
}

func TestResultsOfEachToolAreRead(t *testing.T) {
	for _, f := range files {
		r, err := Read([]byte("\ufeff" + f.text))
		if err != nil || r == nil {
			t.Errorf("%s: %v, %v", f.what, r, err)
			continue
		}
		var got []string
		for _, b := range r.All {
			got = append(got, shown(b))
		}
		if strings.Join(got, "\n") != strings.Join(f.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", f.what, strings.Join(got, "\n"), strings.Join(f.want, "\n"))
		}
	}
}

func TestOtherFilesAreNoResults(t *testing.T) {
	for _, text := range []string{"", "n,seconds\n1,2\n", "{}", "[]", `{"benchmarks":[]}`, `[{"a":1}]`, "PARAMETERS of a study\n1 2\n", "BenchmarkSort is slow\n", `{"parameters":1,"measurements":2}`} {
		if r, err := Read([]byte(text)); r != nil || err != nil {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
}

func TestADamagedFileIsRefusedWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"PARAMETER p\nPOINTS 1 2\nREGION r\nDATA 1\nDATA 2\nDATA 3\n":                          "line 6",
		"PARAMETER p\nPOINTS 1\nDATA x\n":                                                      "line 3",
		"{\"params\":{\"p\":4},\"value\":3}\nnothing\n":                                        "line 2",
		`{"parameters":["p"],"measurements":{"main":{"time":[{"point":[4,8],"values":[1]}]}}}`: "2 values for 1",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestCriterionsFolderIsRead(t *testing.T) {
	tree := fstest.MapFS{}
	write := func(path, text string) { tree[path] = &fstest.MapFile{Data: []byte(text)} }
	if r, err := ReadFolder(tree); r != nil || err != nil {
		t.Errorf("an empty folder gives %v, %v", r, err)
	}
	for _, n := range []string{"10", "20"} {
		write("sort/std/"+n+"/new/benchmark.json", `{"group_id":"sort","function_id":"std","value_str":"`+n+`"}`)
		write("sort/std/"+n+"/new/sample.json", `{"sampling_mode":"Linear","iters":[2.0,4.0],"times":[200.0,800.0]}`)
		write("sort/std/"+n+"/base/benchmark.json", `{"group_id":"old"}`)
	}
	r, err := ReadFolder(tree)
	if err != nil || r == nil || len(r.All) != 1 {
		t.Fatal(r, err)
	}
	if got, want := shown(r.All[0]), "sort/std seconds n: 10=1e-07 10=2e-07 20=1e-07 20=2e-07"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestAParameterMayBeCalledAsAColumnOfOurs(t *testing.T) {
	b := &Benchmark{Inputs: []string{"launch", "n"}, Rows: []Row{{Inputs: []string{"3", "4"}, Value: 5}}}
	text, err := io.ReadAll(b.Table())
	if want := "parameter_launch,n,value,weight,launch,seq\n3,4,5,1,0,0\n"; err != nil || string(text) != want {
		t.Errorf("%q, want %q (%v)", text, want, err)
	}
}

func TestABenchmarkIsFoundByTheEndOfItsName(t *testing.T) {
	r := &Results{All: []*Benchmark{{Name: "a.B.sort"}, {Name: "a.C.sort"}, {Name: "a.C.sum"}, {Name: "sum"}}}
	for name, want := range map[string]string{"B.sort": "a.B.sort", "sum": "sum", "a.C.sort": "a.C.sort"} {
		if b, err := r.Find(name); err != nil || b.Name != want {
			t.Errorf("%s: %v, %v", name, b, err)
		}
	}
	for name, want := range map[string]string{"sort": "2 benchmarks", "none": "no benchmark"} {
		if _, err := r.Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever a file holds, nothing panics, and each benchmark becomes a table with as many cells in each line.
func FuzzRead(f *testing.F) {
	for _, file := range files {
		f.Add([]byte(file.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(data)
		if err != nil || r == nil {
			return
		}
		for _, b := range r.All {
			if _, err := csv.NewReader(b.Table()).ReadAll(); err != nil {
				t.Errorf("%v", err)
			}
		}
	})
}
