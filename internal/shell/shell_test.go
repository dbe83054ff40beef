package shell

import (
	"reflect"
	"testing"
	"unicode/utf8"
)

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
		got, err := Split(test.line)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("Split(%q) = %q, %v; want %q", test.line, got, err, test.want)
		}
	}
	for _, line := range []string{`"open`, `'open`, `end\`} {
		if _, err := Split(line); err == nil {
			t.Errorf("Split(%q) says nothing of the mistake", line)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("java -cp 'a b' \"c\" d\\ e")
	f.Fuzz(func(t *testing.T, line string) {
		if !utf8.ValidString(line) {
			return
		}
		words, err := Split(line)
		if err != nil {
			return
		}
		again, err := Split(Join(words))
		if err != nil || !reflect.DeepEqual(words, again) {
			t.Errorf("%q became %q, then %q (%v)", line, words, again, err)
		}
	})
}
