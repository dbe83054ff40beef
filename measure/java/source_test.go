package java

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/model"
)

// Charsets in which ASCII is ASCII are kept byte by byte; UTF-16 is named.
func TestSourcesKeepTheirCharset(t *testing.T) {
	const text = "class A { String s = \"\"; }\r\n"
	for name, c := range map[string]struct {
		data  string
		utf16 bool
	}{
		"UTF-8":            {data: strings.Replace(text, `""`, `"\u00fc\u6f22"`, 1)},
		"UTF-8 with a BOM": {data: "\ufeff" + text},
		"ISO 8859-1":       {data: strings.Replace(text, `""`, "\"\xfc\"", 1)},
		"UTF-16, marked":   {data: "\xff\xfec\x00l\x00", utf16: true},
		"UTF-16":           {data: "\x00c\x00l", utf16: true},
		"empty":            {data: ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "A.java")
			if err := os.WriteFile(file, []byte(c.data), 0o600); err != nil {
				t.Fatal(err)
			}
			src, err := readSource(file)
			var p model.Problem
			if refused := errors.As(err, &p) && strings.Contains(p.Message, "UTF-16"); refused != c.utf16 {
				t.Fatalf("error: %+v", err)
			}
			if err == nil && string(src.encode(src.file.Source)) != c.data {
				t.Errorf("%q became %q", c.data, src.encode(src.file.Source))
			}
		})
	}
}
