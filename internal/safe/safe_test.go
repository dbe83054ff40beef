package safe

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestTextFromOutsideCannotDriveTheTerminal(t *testing.T) {
	for _, test := range []struct{ name, in, line, text string }{
		{"plain", "compress", "compress", "compress"},
		{"umlaut and wide", "größe 文件", "größe 文件", "größe 文件"},
		{"colour", "\x1b[31mred\x1b[0m", "red", "red"},
		{"window title", "\x1b]0;gotcha\x07name", "name", "name"},
		{"C1 introducer", "a\u009b31mb", "a31mb", "a31mb"},
		{"line breaks", "a\nb\tc\rd", "a b cd", "a\nb\tcd"},
		{"direction", "abc\u202ecba", "abccba", "abccba"},
		{"invalid bytes", "a\xffb", "a\uFFFDb", "a\uFFFDb"},
		{"delete", "a\x7fb", "ab", "ab"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Line(test.in); got != test.line {
				t.Errorf("Line(%q) = %q, want %q", test.in, got, test.line)
			}
			if got := Text(test.in); got != test.text {
				t.Errorf("Text(%q) = %q, want %q", test.in, got, test.text)
			}
		})
	}
}

func FuzzSafe(f *testing.F) {
	for _, seed := range []string{"", "a\x1b[1mb", "\x1b]8;;x\x1b\\y", "\u009d0;t\u009c", "\xff\x1b", "\u202e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		for _, got := range []string{Line(in), Text(in)} {
			if !utf8.ValidString(got) {
				t.Fatalf("%q became invalid UTF-8: %q", in, got)
			}
			if bad := strings.IndexFunc(got, func(r rune) bool {
				return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
			}); bad >= 0 {
				t.Fatalf("%q became %q with a control character at %d", in, got, bad)
			}
		}
		if strings.ContainsAny(Line(in), "\n\t") {
			t.Fatalf("Line(%q) has a line break or tab", in)
		}
	})
}
