package logs

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"testing"

	"beagle/traces/kieker/kiekertest"

	"github.com/ulikunitz/xz"
)

// bzip2Lines are a thousand of oneLine.
const bzip2Lines = "QlpoOTFBWSZTWf5/jDQABdvdgAAQRGNiiBAALCCBADAA0ApkxMgyME1VT1DQMn6oCmTEyDIzepBlSDVSDKkG1SD3UgyqQbVINVIO9SDzUg1VIOKkGVIOVSDKkHFSDKkGVSDapBlSDVSD5Ug+1IP1SDrUg/i7kinChIfz/GGg"

// packed drops what is written and gives what it holds instead.
type packed struct {
	out  io.Writer
	text string
}

func (packed) Write(p []byte) (int, error) { return len(p), nil }

func (p packed) Close() error {
	data, err := base64.StdEncoding.DecodeString(p.text)
	if err != nil {
		return err
	}
	_, err = p.out.Write(data)
	return err
}

func TestCompressionIsSeenByContentNotByName(t *testing.T) {
	zipped := func(out io.Writer) io.WriteCloser {
		archive := zip.NewWriter(out)
		entry, err := archive.Create("kieker-1.zip.dat")
		if err != nil {
			t.Fatal(err)
		}
		return struct {
			io.Writer
			io.Closer
		}{entry, archive}
	}
	tests := map[string]func(io.Writer) io.WriteCloser{
		"gzip":    func(out io.Writer) io.WriteCloser { return gzip.NewWriter(out) },
		"deflate": func(out io.Writer) io.WriteCloser { return zlib.NewWriter(out) },
		"zip":     zipped,
		"xz": func(out io.Writer) io.WriteCloser {
			w, err := xz.NewWriter(out)
			if err != nil {
				t.Fatal(err)
			}
			return w
		},
	}
	// Go has no writer for bzip2: this is what bzip2 makes of the same lines.
	tests["bzip2"] = func(out io.Writer) io.WriteCloser { return packed{out, bzip2Lines} }
	for name, compressed := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			w := compressed(&out)
			for range 1000 {
				if _, err := io.WriteString(w, oneLine); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			report, _ := readAll(t, writeLog(t, kiekertest.EventMap, out.String()), nil)
			if report.Records != 1000 || report.Kind != "text, "+name || !report.Complete {
				t.Errorf("%+v", report)
			}
			report, lines := readAll(t, writeLog(t, kiekertest.EventMap, out.String()[:out.Len()/2]), nil)
			if report.Broken == 0 || int(report.Records) != len(lines) {
				t.Errorf("cut in half: %+v", report)
			}
		})
	}
}

func TestAWholeLogInAZip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kieker-log.zip")
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, content := range map[string]string{"log/kieker-002.dat": oneLine, "log/kieker-001.dat": oneLine + oneLine, "log/kieker.map": kiekertest.EventMap} {
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(entry, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if report, _ := readAll(t, path, nil); report.Records != 3 || !report.Complete {
		t.Errorf("%+v", report)
	}
}
