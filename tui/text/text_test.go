package text

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

func TestTextFitsItsColumnExactly(t *testing.T) {
	for _, s := range []string{"", "short", "exactly-10", "rather longer than ten", "größe", "文件文件文件文件", "\x1b[1mbold text that is cut\x1b[0m"} {
		if got := Width(Fit(s, 10)); got != 10 {
			t.Errorf("Fit(%q, 10) is %d cells wide", s, got)
		}
		if got := Width(Right(s, 10)); got > 10 {
			t.Errorf("Right(%q, 10) is %d cells wide", s, got)
		}
		if got := Width(CutLeft(s, 10)); got > 10 {
			t.Errorf("CutLeft(%q, 10) is %d cells wide", s, got)
		}
	}
}

func TestAPathKeepsItsEnd(t *testing.T) {
	if got := CutLeft("/very/long/path/Upload.java", 14); got != "…h/Upload.java" {
		t.Errorf("got %q", got)
	}
}

func TestTheRightEndOfALineStaysWhole(t *testing.T) {
	if got := Between("a long name that does not fit", "3 of 4", 20); got != "a long name … 3 of 4" {
		t.Errorf("got %q", got)
	}
}

func TestAPartIsLaidOverALine(t *testing.T) {
	if got := Splice("abcdefghij", "XY", 3, 10); got != "abcXYfghij" {
		t.Errorf("got %q", got)
	}
}

func TestQuantitiesAreShort(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Count(1234567), "1,234,567"},
		{Count(-1000), "-1,000"},
		{Count(math.MinInt64), "-9,223,372,036,854,775,808"},
		{Plural(1, "launch", "launches"), "1 launch"},
		{Plural(2, "launch", "launches"), "2 launches"},
		{Short(0), "0"},
		{Short(0.25), "0.25"},
		{Short(9999), "9999"},
		{Short(12345), "12.3k"},
		{Short(1.2e-8), "1.2e-8"},
		{Short(3.4e7), "34M"},
		{Short(math.NaN()), None},
		{Short(math.Inf(1)), "∞"},
		{Seconds(0.0123), "12.3 ms"},
		{Seconds(4.2e-6), "4.2 µs"},
		{Seconds(7e-9), "7 ns"},
		{Seconds(90), "90 s"},
		{Percent(0.0412), "4.1 %"},
		{Percent(0.62), "62 %"},
		{Percent(0.0001), "<0.1 %"},
		{Percent(-1), None},
		{Clock(65 * time.Second), "1:05"},
		{Clock(3661 * time.Second), "1:01:01"},
		{Clock(-time.Second), "0:00"},
		{Ago(time.Second), "just now"},
		{Ago(40 * time.Second), "40 s ago"},
		{Ago(3 * time.Minute), "3 min ago"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

func TestCommandLinesGroupWordsLikeAShellButExpandNothing(t *testing.T) {
	for _, test := range []struct {
		line string
		want []string
	}{
		{`java -jar a.jar`, []string{"java", "-jar", "a.jar"}},
		{`  run   "two words" `, []string{"run", "two words"}},
		{`echo 'a "b" c' d\ e ""`, []string{"echo", `a "b" c`, "d e", ""}},
		{`rm * $HOME | cat`, []string{"rm", "*", "$HOME", "|", "cat"}},
		{``, nil},
	} {
		got, err := SplitCommand(test.line)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("SplitCommand(%q) = %q, %v; want %q", test.line, got, err, test.want)
		}
	}
	for _, line := range []string{`"open`, `'open`, `end\`} {
		if _, err := SplitCommand(line); err == nil {
			t.Errorf("SplitCommand(%q) says nothing of the mistake", line)
		}
	}
}

func FuzzSplitCommand(f *testing.F) {
	f.Add("java -cp 'a b' \"c\" d\\ e")
	f.Fuzz(func(t *testing.T, line string) {
		if !utf8.ValidString(line) {
			return
		}
		words, err := SplitCommand(line)
		if err != nil {
			return
		}
		again, err := SplitCommand(JoinCommand(words))
		if err != nil || !reflect.DeepEqual(words, again) {
			t.Errorf("%q became %q, then %q (%v)", line, words, again, err)
		}
	})
}

func FuzzSafe(f *testing.F) {
	f.Add("\x1b]52;c;ZXZpbA==\x07name\u202e\u009b31m")
	f.Fuzz(func(t *testing.T, s string) {
		for _, line := range append(Lines(s), Safe(s)) {
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
				t.Errorf("%q still drives the terminal: %q", s, line)
			}
		}
	})
}
