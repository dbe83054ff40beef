package probed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the charset is, a source's bytes come back; also those of files that
// are in no charset.
func TestSourcesKeepTheirCharset(t *testing.T) {
	const text = "class A { String s = \"\"; }\r\n"
	for name, data := range map[string]string{
		"UTF-8":            strings.Replace(text, `""`, `"\u00fc\u6f22"`, 1),
		"UTF-8 with a BOM": "\ufeff" + text,
		"ISO 8859-1":       strings.Replace(text, `""`, "\"\xfc\"", 1),
		"UTF-16, marked":   "\xff\xfec\x00l\x00a\x00s\x00s\x00 \x00A\x00{\x00}\x00",
		"UTF-16":           "\x00c\x00l\x00a\x00s\x00s\x00 \x00A\x00{\x00}",
		"empty":            "",
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "A.java")
			if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
			src, err := Read(file)
			if err != nil {
				t.Fatal(err)
			}
			if again := src.Encode(src.Tree.Source); string(again) != data {
				t.Errorf("%q became %q", data, again)
			}
		})
	}
}
