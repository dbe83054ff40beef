package charset

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"beagle/internal/need"
)

const source = "// %s\nclass A { String s = \"%s\"; }\n"

// written writes a source below a project that names the charset in a file.
func written(t *testing.T, data []byte, declaration, content string) string {
	t.Helper()
	project := need.Folder(t, map[string][]byte{
		".git/HEAD": nil, filepath.FromSlash(declaration): []byte(content), "module/src/demo/A.java": data,
	})
	return filepath.Join(project, "module", "src", "demo", "A.java")
}

// A source says the same in every charset: text, offsets in UTF-16 units, and,
// back again, its bytes. In some of these, letters hold the bytes of \ and {.
func TestSourcesAreReadInTheProjectsCharset(t *testing.T) {
	for name, letters := range map[string]string{
		"GBK": "誠漢字乗", "GB18030": "漢字😀", "Shift_JIS": "表示ソ能", "MS932": "表示", "EUC-JP": "表示", "ISO-2022-JP": "表示\"能",
		"EUC-KR": "한글", "Big5": "功許蓋", "ISO-8859-15": "Grüße €", "Cp1252": "Grüße €", "windows-1251": "Привет", "KOI8-R": "Привет",
		"ISO8859_2": "łąka", "Cp850": "Grüße", "UTF-16LE": "Grüße 😀漢", "UTF-16BE": "Grüße 😀漢", "UTF-32": "Grüße 😀漢", "UTF-8": "Grüße 😀漢",
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.ReplaceAll(source, "%s", letters)
			data, err := Named(name).NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			path := written(t, []byte(data), "pom.xml", "<project.build.sourceEncoding>"+name+"</project.build.sourceEncoding>")
			got := Decode(path, []byte(data))
			if got.String != text {
				t.Fatalf("read as %s: %q", got.Name, got.String)
			}
			if again := got.Encode(got.String); string(again) != data {
				t.Errorf("%q became %q", data, again)
			}
			at := strings.Index(text, "String")
			units := len(utf16.Encode([]rune(text[:at])))
			if got.Offset(units) != at || got.Units()(int32(at)) != units || got.Line(units) != 2 {
				t.Errorf("unit %d is byte %d, byte %d is unit %d; line %d", units, got.Offset(units), at, got.Units()(int32(at)), got.Line(units))
			}
			if got.Offset(units+1000) != -1 {
				t.Error("what lies outside was found")
			}
		})
	}
}

// Every way in which projects name their charset is understood.
func TestProjectsNameTheirCharset(t *testing.T) {
	const text = "class A { String s = \"表\"; }\n"
	data, err := Named("Shift_JIS").NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, content string }{
		{"beagle.yaml", "build: [javac, -encoding, Shift_JIS, -d, out, A.java]"},
		{"beagle.yaml", "build:\n  - javac\n  - -encoding\n  - Shift_JIS\n"},
		{"beagle.yaml", `build: ["javac", "-encoding", "Shift_JIS"]`},
		{"pom.xml", "<plugin><configuration><encoding>SJIS</encoding></configuration></plugin>"},
		{"module/build.gradle", "compileJava.options.encoding = 'Windows-31J'"},
		{"build.gradle", `tasks.withType(JavaCompile) { options.encoding = "MS932" }`},
		{"build.gradle.kts", `tasks.withType<JavaCompile> { options.encoding = "Shift_JIS" }`},
		{"gradle.properties", "org.gradle.jvmargs=-Xmx1g -Dfile.encoding=Shift_JIS"},
		{"build.xml", "<javac srcdir=\"src\" encoding=\"Shift_JIS\"/>"},
		{".settings/org.eclipse.core.resources.prefs", "encoding/<project>=Shift_JIS\nencoding//other=UTF-8\n"},
		{".settings/org.eclipse.core.resources.prefs", "encoding/<project>=UTF-8\nencoding//module=GBK\nencoding//module/src/demo/A.java=Shift_JIS\n"},
	} {
		if got := Decode(written(t, []byte(data), c.file, c.content), []byte(data)); got.String != text || got.From == "" || got.Guessed() {
			t.Errorf("%s with %q: %q", c.file, c.content, got.String)
		}
	}
}

// Without a name the bytes tell; what is in no charset loses no byte.
func TestBytesTellWhereNothingElseDoes(t *testing.T) {
	for _, c := range []struct {
		data, text string
		mark       int
		guessed    bool
	}{
		{data: "class A {}", text: "class A {}"},
		{data: "\ufeffclass Ä {}", text: "class Ä {}", mark: 1},
		{data: "class \u00c4 {}", text: "class Ä {}"},
		{data: "class \xc4 {}", text: "class Ä {}", guessed: true},
		{data: "\xff\xfeA\x00\xc4\x00", text: "AÄ"},
		{data: "\xfe\xff\x00A\x00\xc4", text: "AÄ"},
		{data: "A\x00\xc4\x00", text: "AÄ"},
		{data: "\x00A\x00\xc4", text: "AÄ"},
		{data: "\xff\xfeA\x00\xc4", text: "ÿþA\x00Ä", guessed: true},
		{data: "", text: ""},
	} {
		got := Decode(written(t, nil, "x", ""), []byte(c.data))
		if got.String != c.text || got.Mark != c.mark || got.Guessed() != c.guessed {
			t.Errorf("%q is %+v", c.data, got)
		}
		if again := got.Encode(got.String); string(again) != c.data {
			t.Errorf("%q became %q", c.data, again)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("class A {}"), "GBK")
	f.Add([]byte("\xfe\xff\xd8\x00"), "UTF-16")
	f.Add([]byte("\x95\x5c\x1b$B"), "ISO-2022-JP")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		file := filepath.Join(dir, "gradle.properties")
		if err := os.WriteFile(file, []byte("file.encoding="+name), 0o600); err != nil {
			t.Fatal(err)
		}
		text := Decode(filepath.Join(dir, "A.java"), data)
		if again := text.Encode(text.String); !bytes.Equal(again, data) {
			t.Errorf("%q in %s became %q", data, text.Name, again)
		}
		if end := text.Mark + Length(text.String); text.Offset(end) != len(text.String) || text.Offset(end+1) != -1 {
			t.Errorf("the end of %q is at %d, %d", data, text.Offset(end), text.Offset(end+1))
		}
	})
}
