package launch

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
)

func shown(t *testing.T, text string) string {
	t.Helper()
	out, err := newOutput("", 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	out.copyFrom(strings.NewReader(text), nil)
	return out.lastLines(1 << 16)
}

func TestControlCharactersBecomeVisible(t *testing.T) {
	for text, want := range map[string]string{
		"tab\tand line\nstay":            "tab\tand line\nstay",
		"\x1b[1;31mred\x1b[0m \x1b[mnow": "red now",
		"\x1b[2Jcleared":                 "␛[2Jcleared",
		"cut \x1b[1;":                    "cut ␛[1;",
		"\x1b]0;title\a":                 "␛]0;title␇",
		"windows\r\nline":                "windows\nline",
		"C1 \u009b31m":                   "C1 \ufffd31m",
		"turned \u202e around":           "turned \ufffd around",
		"Größe 大きさ":                      "Größe 大きさ",
		"latin1 \xe4 and cut \xe5":       "latin1 \ufffd and cut \ufffd",
		"nul\x00 del\x7f":                "nul␀ del␡",
	} {
		if got := shown(t, text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func FuzzOutputIsSafeAndIndependentOfReads(f *testing.F) {
	f.Add([]byte("\x1b[1;31mred\x1b[m \x1b[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1m"))
	f.Add([]byte("\x1b[2J\xe2\x82\xac\xf0\x9f\x90\x95\xff\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		whole, _ := newOutput("", 1<<16)
		whole.copyFrom(bytes.NewReader(data), nil)
		bytewise, _ := newOutput("", 1<<16)
		bytewise.copyFrom(iotest.OneByteReader(bytes.NewReader(data)), nil)
		if a, b := string(whole.end()), string(bytewise.end()); a != b {
			t.Errorf("read at once %q, byte by byte %q", a, b)
		}
		for _, r := range whole.lastLines(1 << 16) {
			if r != '\n' && r != '\t' && unicode.IsControl(r) {
				t.Errorf("%q lets %U through", data, r)
			}
		}
	})
}
