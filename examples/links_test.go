package examples

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

var update = flag.Bool("update", false, "write the links anew")

const linksFile = "fileshare/model/fileshare_source_statement_links.xml"

// intended says for every linked id which statements it stands for: the text
// that the first begins with and, where there are several, the last. A text
// occurs once in its file.
var intended = []struct{ id, unit, first, last string }{
	{"_digest", "FileUpload", "String digest = hash(content);", ""},
	{"_isForbidden", "FileUpload", "boolean forbidden = catalogue.contains(digest);", ""},
	{"_isText_yes_behaviour", "FileUpload", "words += countWords(content);", ""},
	{"_countWords", "FileUpload", "words += countWords(content);", ""},
	{"_isLarge_yes_behaviour", "FileUpload", "storage.storeChunked(", ""},
	{"_storeChunked", "FileUpload", "storage.storeChunked(", ""},
	{"_isLarge_no_behaviour", "FileUpload", "storage.store(content);", ""},
	{"_store", "FileUpload", "storage.store(content);", ""},
	{"_session", "FileUpload", "long session = derive(words, 40_000);", ""},
	{"_eachFile_body", "FileUpload", "packed += deflate(file);", ""},
	{"_pack", "FileUpload", "packed += deflate(file);", ""},
	{"_keeps_yes_behaviour", "FileUpload", "storage.reserve(files.size() * PAGE);", ""},
	{"_reserveAll", "FileUpload", "storage.reserve(files.size() * PAGE);", ""},
	{"_keeps_no_behaviour", "FileUpload", "storage.reserve(files.size() * PAGE / 2);", ""},
	{"_reserveHalf", "FileUpload", "storage.reserve(files.size() * PAGE / 2);", ""},
	{"_lookUp", "HashCatalogue", "long wanted = Long.parseUnsignedLong(digest.substring(0, 16), 16);", "return isForbidden(wanted);"},
	{"_sort", "HashCatalogue", "String[] sorted = names.toArray(new String[0]);", "Arrays.sort(sorted);"},
	{"_write", "ChunkStorage", "checksum ^= check(content);", ""},
	{"_eachChunk_body", "ChunkStorage", "chunk[0] = (byte) i;", "checksum ^= check(chunk);"},
	{"_writeChunk", "ChunkStorage", "chunk[0] = (byte) i;", "checksum ^= check(chunk);"},
	{"_account", "ChunkStorage", "long account = check(ledger);", "reserved += bytes + (account & 1);"},
}

// The format of the original Beagle's source statement links.
type linkFile struct {
	XMLName xml.Name `xml:"http://sdq.ipd.uka.de/beagle/core/pcmsourcestatementlink PcmSourceStatementLinkRepository"`
	Model   struct {
		Hash string `xml:"hash,attr"`
	} `xml:"PcmRepositoryFile"`
	Links []struct {
		ID    string    `xml:"pcmElementId,attr"`
		First position  `xml:"FirstStatement"`
		Last  *position `xml:"LastStatement"`
	} `xml:"PcmSourceStatementLink"`
	Hashes []struct {
		Unit string `xml:"sourceCodeFile,attr"`
		Hash string `xml:",chardata"`
	} `xml:"SourceCodeFileHash"`
}

type position struct {
	Unit   string `xml:"sourceCodeFile,attr"`
	Offset int    `xml:",chardata"`
}

func source(t *testing.T, unit string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("fileshare/src/main/java/fileshare", unit+".java"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// offset is where a text begins, in UTF-16 code units.
func offset(t *testing.T, unit, text string) int {
	t.Helper()
	data := source(t, unit)
	if n := bytes.Count(data, []byte(text)); n != 1 {
		t.Fatalf("%q occurs %d times in %s.java", text, n, unit)
	}
	return len(utf16.Encode([]rune(string(data[:bytes.Index(data, []byte(text))]))))
}

func md5Of(data []byte) string {
	sum := md5.Sum(data)
	return hex.EncodeToString(sum[:])
}

func TestEveryLinkPointsAtItsStatement(t *testing.T) {
	repository, err := os.ReadFile("fileshare/model/fileshare.repository")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		write(t, md5Of(repository))
	}
	data, err := os.ReadFile(linksFile)
	if err != nil {
		t.Fatal(err)
	}
	var file linkFile
	if err := xml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Links) != len(intended) {
		t.Fatalf("%d links, want %d; run go test ./examples -update", len(file.Links), len(intended))
	}
	if file.Model.Hash != md5Of(repository) {
		t.Error("the model's hash is stale; run go test ./examples -update")
	}
	for i, want := range intended {
		link := file.Links[i]
		last := want.last
		if last == "" {
			last = want.first
		}
		if link.Last == nil {
			link.Last = &link.First
		}
		if link.ID != want.id || link.First != (position{"fileshare." + want.unit, offset(t, want.unit, want.first)}) ||
			*link.Last != (position{"fileshare." + want.unit, offset(t, want.unit, last)}) {
			t.Errorf("link %d is %s at %+v to %+v, want %s at %q to %q", i, link.ID, link.First, *link.Last, want.id, want.first, last)
		}
		if !bytes.Contains(repository, []byte(` id="`+want.id+`"`)) {
			t.Errorf("the model has no element %s", want.id)
		}
	}
	for _, hash := range file.Hashes {
		if unit := strings.TrimPrefix(hash.Unit, "fileshare."); hash.Hash != md5Of(source(t, unit)) {
			t.Errorf("the hash of %s is stale; run go test ./examples -update", hash.Unit)
		}
	}
}

func write(t *testing.T, modelHash string) {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	b.WriteString(`<pssl:PcmSourceStatementLinkRepository xmlns:pssl="http://sdq.ipd.uka.de/beagle/core/pcmsourcestatementlink">` + "\n")
	fmt.Fprintf(&b, "  <PcmRepositoryFile hash=\"%s\" hashAlgorithm=\"md5\"/>\n", modelHash)
	var units []string
	seen := map[string]bool{}
	for _, link := range intended {
		fmt.Fprintf(&b, "  <PcmSourceStatementLink pcmElementId=\"%s\">\n", link.id)
		fmt.Fprintf(&b, "    <FirstStatement sourceCodeFile=\"fileshare.%s\">%d</FirstStatement>\n", link.unit, offset(t, link.unit, link.first))
		if link.last != "" {
			fmt.Fprintf(&b, "    <LastStatement sourceCodeFile=\"fileshare.%s\">%d</LastStatement>\n", link.unit, offset(t, link.unit, link.last))
		}
		b.WriteString("  </PcmSourceStatementLink>\n")
		if !seen[link.unit] {
			seen[link.unit] = true
			units = append(units, link.unit)
		}
	}
	for _, unit := range units {
		fmt.Fprintf(&b, "  <SourceCodeFileHash sourceCodeFile=\"fileshare.%s\" algorithm=\"md5\">%s</SourceCodeFileHash>\n", unit, md5Of(source(t, unit)))
	}
	b.WriteString("</pssl:PcmSourceStatementLinkRepository>\n")
	if err := os.WriteFile(linksFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
