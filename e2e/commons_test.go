package e2e

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"beagle/internal/need"
	"beagle/links"
)

// Code that nobody here wrote: a few methods of commons-text and
// commons-compress. Maven fetches the published artifacts; the sources are
// pinned by hash.
var artifacts = []struct{ coordinates, file, sha256 string }{
	{"org.apache.commons:commons-text:1.12.0:jar:sources", "commons-text-1.12.0-sources.jar", "191fef119a5f96c9ea99845f35e9fec61b9d4daa23592802bb9894f2efee4f13"},
	{"org.apache.commons:commons-text:1.12.0", "commons-text-1.12.0.jar", ""},
	{"org.apache.commons:commons-compress:1.27.1:jar:sources", "commons-compress-1.27.1-sources.jar", "90839ce19b8afb8ee50db75c84aa7555ebc054ba1bd43fdb2202cbf094c77f81"},
	{"org.apache.commons:commons-compress:1.27.1", "commons-compress-1.27.1.jar", ""},
	{"commons-io:commons-io:2.16.1", "commons-io-2.16.1.jar", ""},
}

const (
	levenshtein = "org.apache.commons.text.similarity.LevenshteinDistance"
	tarUtils    = "org.apache.commons.compress.archivers.tar.TarUtils"
	byteUtils   = "org.apache.commons.compress.utils.ByteUtils"
)

// commonsSources are the files that are measured, and the artifacts they are
// from.
var commonsSources = []struct{ artifact, unit, path string }{
	{"commons-text-1.12.0-sources.jar", levenshtein, "org/apache/commons/text/similarity/LevenshteinDistance.java"},
	{"commons-compress-1.27.1-sources.jar", tarUtils, "org/apache/commons/compress/archivers/tar/TarUtils.java"},
	{"commons-compress-1.27.1-sources.jar", byteUtils, "org/apache/commons/compress/utils/ByteUtils.java"},
}

// commonsLinks say which statements the elements are: a text, looked for
// behind another text.
var commonsLinks = []struct{ id, unit, behind, text string }{
	{"_matrix", levenshtein, "int unlimitedCompare(", "for (j = 1; j <= m; j++) {"},
	{"_eachByte_body", tarUtils, "long computeCheckSum(", "sum += BYTE_MASK & element;"},
	{"_isOctal_yes_behaviour", tarUtils, "int formatLongOctalOrBinaryBytes(", "return formatLongOctalBytes(value, buf, offset, length);"},
	{"_eachDigit_body", byteUtils, "fromLittleEndian(final byte[] bytes, final int off, final int length)", "l |= (bytes[off + i] & 0xffL) << 8 * i;"},
}

// commons makes the project.
func commons(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/commons")); err != nil {
		t.Fatal(err)
	}
	lib := filepath.Join(dir, "lib")
	fetch(t, lib)
	for _, a := range artifacts {
		if a.sha256 == "" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(lib, a.file))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != a.sha256 {
			t.Fatalf("%s has the SHA-256 %x, want %s", a.file, sum, a.sha256)
		}
	}
	texts := map[string][]byte{}
	for _, s := range commonsSources {
		texts[s.unit] = unzip(t, filepath.Join(lib, s.artifact), s.path)
		need.File(t, filepath.Join(dir, "src/main/java", s.path), string(texts[s.unit]))
	}
	file := &links.File{Path: filepath.Join(dir, "links.xml")}
	for _, l := range commonsLinks {
		text := texts[l.unit]
		at := bytes.Index(text, []byte(l.behind))
		if at < 0 {
			t.Fatalf("%s does not contain %q", l.unit, l.behind)
		}
		at += bytes.Index(text[at:], []byte(l.text))
		offset := len(utf16.Encode([]rune(string(text[:at]))))
		file.Links = append(file.Links, links.Link{Element: l.id, First: links.Position{Unit: l.unit, Offset: offset}})
	}
	for _, s := range commonsSources {
		sum, err := links.Sum("md5", texts[s.unit])
		if err != nil {
			t.Fatal(err)
		}
		file.Hashes = append(file.Hashes, links.Hash{Unit: s.unit, Algorithm: "md5", Value: sum})
	}
	if err := links.Write(file); err != nil {
		t.Fatal(err)
	}
	return dir
}

// fetch copies the artifacts, all at once: each start of Maven takes seconds.
func fetch(t testing.TB, lib string) {
	t.Helper()
	var items strings.Builder
	for _, a := range artifacts {
		part := append(strings.Split(a.coordinates, ":"), "jar", "")
		fmt.Fprintf(&items, "<artifactItem><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version><type>%s</type><classifier>%s</classifier></artifactItem>\n", part[0], part[1], part[2], part[3], part[4])
	}
	dir := t.TempDir()
	need.File(t, filepath.Join(dir, "pom.xml"), `<project><modelVersion>4.0.0</modelVersion><groupId>e2e</groupId><artifactId>e2e</artifactId><version>1</version><packaging>pom</packaging>
<build><plugins><plugin><artifactId>maven-dependency-plugin</artifactId><configuration><artifactItems>
`+items.String()+`</artifactItems></configuration></plugin></plugins></build></project>
`)
	cmd := exec.CommandContext(t.Context(), "mvn", "-q", "-B", "dependency:copy", "-DoutputDirectory="+lib)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the artifacts cannot be fetched: %v\n%s", err, out)
	}
}

func unzip(t testing.TB, archive, path string) []byte {
	t.Helper()
	z, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRealCodeIsLearntAsItIs(t *testing.T) {
	long(t)
	need.Maven(t)
	dir := commons(t)

	var pairs, sums, values, lengths []inputs
	for _, left := range spread(16, 1800, 12) {
		for _, right := range spread(16, 2000, 12) {
			pairs = append(pairs, inputs{"left.BYTESIZE": left, "right.BYTESIZE": right})
		}
	}
	for n := range 600 {
		sums = append(sums, inputs{"buf.BYTESIZE": n})
	}
	for _, x := range append(spread(1, 1<<40, 50), 1<<21-2, 1<<21-1, 1<<21, 1<<21+1) {
		values = append(values, inputs{"value.VALUE": x, "buf.BYTESIZE": 8, "offset.VALUE": 0, "length.VALUE": 8})
	}
	for n := range 9 {
		lengths = append(lengths, inputs{"length.VALUE": n, "bytes.BYTESIZE": 8 + 5*n, "off.VALUE": n % 3})
	}
	undisturbed(t, func(times testing.TB) {
		result := analyse(t, dir)
		t.Logf("problems:\n%s", problems(result.Problems))
		written := elements(t, result.Written)
		hasForm(times, written["_matrix#CPU"], pairs, formTolerance, "left.BYTESIZE", "right.BYTESIZE", "left.BYTESIZE * right.BYTESIZE")
		exact(t, written["_eachByte"], "buf.BYTESIZE", sums)
		exact(t, written["_eachDigit"], "length.VALUE", lengths)
		decides(t, written["_isOctal"], []string{"value.VALUE <= 2097151", "value.VALUE > 2097151"}, values)
	})
}
