package probed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
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

// A check that takes values for its message is called without any: what stands before these has its place.
func TestArgumentsBeforeAnyNumberOfOthersAreTaken(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text, first string) model.Section {
		file := filepath.Join(folder, name+".java")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := strings.Index(text, first)
		return model.Section{File: file, Unit: name, First: at, Last: at}
	}
	called := []string{"ok", "message", "values"}
	for declared, want := range map[string]string{
		"Object... values": "P.p(0, 0, fine); ",
		"Object[] values":  "",
	} {
		check := write("Check", "class Check { static void check(boolean ok, String message, "+declared+") { look(); } }", "look")
		user := write("User", "class User { void use(boolean fine) { Check.check(fine, \"ok\"); } }", "Check")
		order := measure.Order{
			Services: []measure.Service{{SEFF: "check", Name: "check", Code: check, Inputs: []model.Input{{Name: "ok"}, {Name: "message"}, {Name: "values"}}}},
			Sections: []measure.Section{{Kind: measure.Call, Element: "e", Code: user, Callee: "check", Params: called, Args: []int{0, 2}, Service: -1}},
		}
		got := ""
		for _, f := range Rewrite(order, false, true).Files {
			if strings.HasSuffix(f.Path, "User.java") {
				got = f.Text
			}
		}
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", declared, got)
		}
	}
}
