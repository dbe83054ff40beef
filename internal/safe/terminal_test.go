package safe

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestNothingThatATerminalObeysPassesTheLastStep(t *testing.T) {
	for in, want := range map[string]string{
		"plain\tgröße 文件\n": "plain\tgröße 文件\n", "x\x1b]52;c;UFdO\ay\u202e": `x\u001b]52;c;UFdO\u0007y\u202e`, "a\u009b31mb": `a\u009b31mb`,
		"a\rb\x7f": `a\u000db\u007f`, "a\x9bb": "a\uFFFDb", "\x1b[31mred\x1b[0m": `\u001b[31mred\u001b[0m`,
	} {
		for cut := range len(in) + 1 {
			var out bytes.Buffer
			to := Terminal(&out)
			for _, part := range []string{in[:cut], in[cut:]} {
				if n, err := io.WriteString(to, part); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
			}
			if out.String() != want {
				t.Errorf("%q cut at %d became %q", in, cut, out.String())
			}
		}
	}
	if got := Frame("\x1b[1;38:5:4mx\x1b[0m\x1b]52;c;UFdO\ay\x1b[2J\u202e\x1b["); got != "\x1b[1;38:5:4mx\x1b[0m"+`\u001b]52;c;UFdO\u0007y\u001b[2J\u202e\u001b[` {
		t.Errorf("the frame is %q", got)
	}
}

func TestJSONMeansTheSameBehindTheLastStep(t *testing.T) {
	name := "x\x1b]52;c;UFdO\ay\u202e\u009b\u2028\u007f"
	var out bytes.Buffer
	if err := json.NewEncoder(Terminal(&out)).Encode(name); err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal(out.Bytes(), &got); err != nil || got != name || strings.ContainsFunc(out.String(), obeyed) {
		t.Errorf("%q became %s, which is %q, %v", name, out.String(), got, err)
	}
}

func FuzzTerminal(f *testing.F) {
	f.Add("a\x1b]0;x\a\xc3", "\xa9\u009b")
	f.Fuzz(func(t *testing.T, first, second string) {
		var out bytes.Buffer
		to := Terminal(&out)
		_, _ = io.WriteString(to, first)
		_, _ = io.WriteString(to, second)
		if i := strings.IndexFunc(out.String(), obeyed); i >= 0 {
			t.Errorf("%q and %q become %q", first, second, out.String())
		}
		left := Frame(first)
		for i := range left {
			if n := colour(left[i:]); left[i] == 0x1b && n == 0 {
				t.Errorf("%q becomes %q", first, left)
			}
		}
	})
}
