package logs

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

// zipped is a zip with these files, in the order of name and content.
func zipped(t *testing.T, files ...string) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), "logs.zip")
	out, err := os.Create(at)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	archive := zip.NewWriter(out)
	for i := 0; i < len(files); i += 2 {
		in, err := archive.Create(files[i])
		if err == nil {
			_, err = io.Copy(in, strings.NewReader(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return at
}

// Each folder of an archive is a log with a map of its own.
func TestAnArchiveOfSeveralLogsReadsEachWithItsMap(t *testing.T) {
	at := zipped(t, "one/kieker.map", kiekertest.EventMap, "one/kieker-1.dat", oneLine, "two/kieker.map", strings.ReplaceAll(kiekertest.EventMap, "$1=", "$7="), "two/deep/kieker-1.dat", strings.ReplaceAll(oneLine, "$1;", "$7;"))
	got := &kiekertest.Keeper{}
	reports, err := Read(t.Context(), []string{at}, Options{Open: func(string) kieker.Handler { return got }})
	if err != nil || len(reports) != 2 || reports[0].Records != 1 || reports[1].Records != 1 || reports[1].Source != filepath.Join(at, "two") || got.Lines[0] != got.Lines[1] {
		t.Errorf("%v %v\n%s", err, reports, strings.Join(got.Lines, "\n"))
	}
}

// endless is a line again and again.
type endless struct {
	line string
	at   int
}

func (e *endless) Read(to []byte) (int, error) {
	for i := range to {
		to[i] = e.line[e.at]
		e.at = (e.at + 1) % len(e.line)
	}
	return len(to), nil
}

// A few KiB of a zip may hold a map of any length: it is refused, and no more of it is
// kept than of a map that is just short enough.
func TestAMapOfAnyLengthIsRefused(t *testing.T) {
	for _, line := range []string{"$1=a.B\n", "continued\n", "no break ", "\n", "$1048576=beyond\n"} {
		texts := newStringMap()
		texts.most = 8 << 20
		if err := texts.readWhole(&endless{line: "$0=x\n" + line}); err == nil || !strings.Contains(err.Error(), "256 MiB") {
			t.Errorf("%q: %v", line, err)
		}
		if kept := cap(texts.text); kept > 2<<20 || len(texts.texts) > 2 {
			t.Errorf("%q: %d bytes of one string are kept", line, kept)
		}
	}
	at := zipped(t, "kieker.map", strings.Repeat("$1="+strings.Repeat("b", 4093)+"\n", maxMap/4097+1), "kieker-1.dat", oneLine)
	reports, err := Read(t.Context(), []string{at}, Options{})
	if err != nil || !strings.Contains(reports[0].Error, "256 MiB: record fewer different values") {
		t.Errorf("%v %+v", err, reports)
	}
}

// A string that is too long costs itself, and is told.
func TestAStringThatIsTooLongIsLeftOut(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	report, lines := readAll(t, writeLog(t, "$8="+long+"\n"+kiekertest.EventMap+"$9=y\n"+long+"\n", oneLine), nil)
	if len(lines) != 1 || report.Broken != 1 || !strings.Contains(report.Problems[0].Message, "2 strings are left out") {
		t.Errorf("%s %v", report, report.Problems)
	}
}
