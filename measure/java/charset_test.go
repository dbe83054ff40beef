package java

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"beagle/internal/charset"
	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/jdk"
	"beagle/model"
)

// letters of %s are in a name, a comment, a string and in front of the section.
const lettered = `/* %s */ public class Main {
    static int größe(int n) {
        String s = "%s"; int sum = 0; /* %s */ for (int i = 0; i < n; i++) { sum += s.length(); }
        return sum;
    }

    public static void main(String[] args) {
        for (int n = 0; n < 4; n++) größe(n);
        StringBuilder said = new StringBuilder();
        for (char c : "%s".toCharArray()) said.append((int) c).append(' ');
        System.out.print(said);
    }
}
`

// Sources in any charset are measured where links that count UTF-16 units mean,
// in a copy and in place, and the program's texts stay what they are.
func TestSourcesInAnyCharsetAreMeasured(t *testing.T) {
	need.Java(t)
	for _, c := range []struct {
		charset, letters string
		delivery         string
		long             bool
	}{
		{"GBK", "誠漢字", Copy, false},
		{"GBK", "誠漢字", Overlay, true},
		{"Shift_JIS", "表示ソ", Copy, true},
		{"Shift_JIS", "表示ソ", Overlay, false},
		{"UTF-16", "Grüße 😀漢", Copy, false},
		{"UTF-16", "Grüße 😀漢", Overlay, true},
		{"UTF-16LE", "Grüße 😀漢", Copy, true},
		{"ISO-8859-15", "Grüße €", Copy, true},
		{"ISO-8859-15", "Grüße €", Overlay, false},
		{"windows-1251", "Привет", Copy, true},
		{"EUC-KR", "한글", Copy, true},
		{"ISO-2022-JP", "表示", Copy, true},
		{"Big5", "功許蓋", Copy, true},
		{"UTF-8", "Grüße 😀漢", Copy, true},
	} {
		t.Run(c.charset+", "+c.delivery, func(t *testing.T) {
			if c.long && !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			text := strings.ReplaceAll(lettered, "%s", c.letters)
			data, err := charset.Named(c.charset).NewEncoder().String(text)
			if err != nil { // a charset without ö and ß
				text = strings.ReplaceAll(text, "größe", "size")
				if data, err = charset.Named(c.charset).NewEncoder().String(text); err != nil {
					t.Fatal(err)
				}
			}
			project := t.TempDir()
			file := filepath.Join(project, "Main.java")
			if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
			settings := "build: [javac, -encoding, " + c.charset + ", -d, classes, Main.java]\n"
			if err := os.WriteFile(filepath.Join(project, "beagle.yaml"), []byte(settings), 0o600); err != nil {
				t.Fatal(err)
			}
			build := []string{"javac", jdk.Quick, "-encoding", c.charset, "-d", "classes", "Main.java"}
			want := inFolder(t, project, build...)
			want += inFolder(t, project, "java", "-cp", "classes", "Main")

			units := func(s string) int { return len(utf16.Encode([]rune(text[:strings.Index(text, s)]))) }
			at := func(s string) model.Section {
				return model.Section{Unit: "Main", File: file, First: units(s), Last: units(s)}
			}
			order := measure.Order{Sections: []measure.Section{
				{Kind: measure.LoopBody, Code: at("sum += s"), PCMID: "l"}, {Kind: measure.Demand, Code: at("for (int i"), PCMID: "d"},
			}}
			launch := measure.Launch{Name: "main", Command: []string{"java", "-cp", "classes", "Main"}}
			p, err := NewTool(Options{
				Project: project, WorkDir: t.TempDir(), Build: build, Delivery: c.delivery, Launches: []measure.Launch{launch},
			}).Prepare(t.Context(), order)
			if err != nil {
				t.Fatalf("%+v", err)
			}
			defer p.Close()
			for _, note := range p.Notes() {
				if note.Rule != "delivery" {
					t.Errorf("note: %+v", note)
				}
			}
			sink := &collected{}
			report, err := p.Launch(t.Context(), launch, 1, sink)
			if err != nil || !report.Complete {
				t.Fatalf("%+v: %v", report, err)
			}
			if output, _ := os.ReadFile(report.Output); string(output) != want {
				t.Errorf("the program said %q, and says %q", want, output)
			}
			counts, demands := []int64{}, 0
			for _, e := range sink.events {
				switch e.Kind {
				case measure.LoopCounted:
					counts = append(counts, e.Count)
				case measure.DemandCaptured:
					demands++
				default:
				}
			}
			if len(counts) != 4 || counts[3] != 3 || demands != 4 {
				t.Errorf("iterations %v, demands %d", counts, demands)
			}
		})
	}
}

func inFolder(t *testing.T, folder string, command ...string) string {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	return string(out)
}
