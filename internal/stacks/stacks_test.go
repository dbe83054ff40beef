package stacks

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

var some = []Stack{
	{[]string{"shop.Cart.total(List<a;b>)"}, 5 * time.Millisecond},
	{[]string{"shop.Cart.total(List<a;b>)", "shop.Tax.of\x1b[31m"}, 7},
}

func write(t *testing.T, path string) []byte {
	t.Helper()
	form, err := For(path)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := form(&out, "a run", some); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFoldedStacksHaveALineEachThatOnlyTheirFramesDivide(t *testing.T) {
	const want = "shop.Cart.total(List<a:b>) 5000000\nshop.Cart.total(List<a:b>);shop.Tax.of 7\n"
	if got := string(write(t, "a.folded")); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestASpeedscopeProfileNamesEachFrameOnceAndWeighsEachStack(t *testing.T) {
	var file struct {
		Shared   struct{ Frames []struct{ Name string } }
		Profiles []struct {
			Samples  [][]int
			Weights  []int64
			EndValue int64
		}
	}
	if err := json.Unmarshal(write(t, "a.speedscope.json"), &file); err != nil {
		t.Fatal(err)
	}
	p := file.Profiles[0]
	if len(file.Shared.Frames) != 2 || len(p.Samples[1]) != 2 || p.Samples[1][0] != 0 || p.Weights[1] != 7 || p.EndValue != 5_000_007 {
		t.Errorf("%+v", file)
	}
}

func TestAPprofProfileHasTheTimeOfEachStackInnermostFirst(t *testing.T) {
	p, err := profile.ParseData(write(t, "a.pb.gz"))
	if err != nil {
		t.Fatal(err)
	}
	inner := p.Sample[1]
	if err := p.CheckValid(); err != nil || len(p.Function) != 2 || inner.Value[0] != 7 || !strings.HasPrefix(inner.Location[0].Line[0].Function.Name, "shop.Tax.of") {
		t.Errorf("%v %v", err, p)
	}
}

func TestANameThatSaysNoFormIsRefusedWithThoseThatDo(t *testing.T) {
	if _, err := For("calls.txt"); err == nil || !strings.Contains(err.Error(), "calls.txt") {
		t.Errorf("%v", err)
	}
}
