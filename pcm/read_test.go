package pcm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/model"
)

// photos is the repository of the package's own test data.
func photos(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/photos.repository")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func parse(t testing.TB, text string) *Repository {
	t.Helper()
	r, err := Parse("photos.repository", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// lines describes elements for comparison.
func lines(elements []model.Element) string {
	var b strings.Builder
	for _, e := range elements {
		fmt.Fprintf(&b, "%s %s %q", e.ID, e.Kind, e.Old)
		for _, o := range e.Branches {
			fmt.Fprintf(&b, " [%s %s %v %q]", o.ID, o.Behaviour, o.Probability, o.Condition)
		}
		b.WriteString("\n")
	}
	return b.String()
}

const photosElements = `_hash#CPU internal-action "2.0E-9 * file.BYTESIZE\r\n"
_hash#HDD internal-action "3"
_scale#CPU internal-action ""
_eachTile loop ""
_isRaw branch "" [_raw _rawBody 0.25 ""] [_cooked _cookedBody 0.75 ""]
_develop#CPU internal-action ""
_index#CPU internal-action ""
_writeLog#CPU internal-action ""
_size branch "" [_large _largeBody 0 "file.BYTESIZE > 1000"] [_small _smallBody 0 "file.BYTESIZE <= 1000"]
_store#data.BYTESIZE call-parameter "file.BYTESIZE / 2"
_store#name.BYTESIZE call-parameter ""
_store#meta.width.STRUCTURE call-parameter "\"sorted\""
_store#copies.VALUE call-parameter ""
_store#tags.NUMBER_OF_ELEMENTS call-parameter ""
_again#CPU internal-action ""
_helperWork#DELAY internal-action ""
`

func TestEveryMeasurableElementIsListedInFileOrder(t *testing.T) {
	r := parse(t, photos(t))
	if got := lines(r.Elements()); got != photosElements {
		t.Errorf("elements:\n%swant:\n%s", got, photosElements)
	}
	if len(r.Problems()) > 0 {
		t.Errorf("problems: %v", r.Problems())
	}
	hash := r.Elements()[0]
	if hash.Name != "hash <the file> ä" || hash.Component != "Album" || hash.Service != "add" || hash.SEFF != "_add" || hash.Line != 16 {
		t.Errorf("%+v", hash)
	}
	if want := []model.Input{{Name: "file", Type: "Bytes"}, {Name: "tags", Index: 1, Type: "Tags", Parts: []model.Input{{Name: "tags.INNER", Index: 1, Type: "STRING"}}}}; fmt.Sprint(hash.Inputs) != fmt.Sprint(want) {
		t.Errorf("inputs %v, want %v", hash.Inputs, want)
	}
	if loop := r.Elements()[3]; loop.Body != "_tileBody" {
		t.Errorf("body of the loop: %q", loop.Body)
	}
	if call := r.Elements()[12]; call.Callee != "store" || call.Position != 3 || call.PCMID != "_store" {
		t.Errorf("%+v", call)
	}
	services := r.Services()
	if len(services) != 1 || services[0].SEFF != "_add" || services[0].Name != "add" || services[0].Line != 12 {
		t.Errorf("services: %+v", services)
	}
}

func TestDialectsSayTheSame(t *testing.T) {
	const base = "http://palladiosimulator.org/PalladioComponentModel/"
	plain := photos(t)
	dialects := map[string]string{
		"5.1":               strings.ReplaceAll(plain, "/5.2\"", "/5.1\""),
		"5.0":               strings.ReplaceAll(strings.ReplaceAll(plain, "/5.2\"", "/5.0\""), base, "http://sdq.ipd.uka.de/PalladioComponentModel/"),
		"Windows":           strings.ReplaceAll(plain, "\n", "\r\n"),
		"one line":          strings.NewReplacer("\n      ", "", "\n    ", "", "\n  ", "").Replace(plain),
		"other prefix":      strings.NewReplacer("seff:", "_1:", "xmlns:seff=", "xmlns:_1=").Replace(plain),
		"default namespace": strings.NewReplacer("<repository:", "<", "</repository:", "</", "xmlns:repository=", "xmlns=", `"repository:`, `"`).Replace(plain),
		"wrapped": strings.NewReplacer("<repository:Repository ", `<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"><repository:Repository `,
			"</repository:Repository>", `</repository:Repository><profile:Applied xmlns:profile="urn:profile" x="1"/></xmi:XMI>`, `"//@`, `"/0/@`).Replace(plain),
		"references as elements": strings.NewReplacer(` describedService__SEFF="_addSignature">`, `><describedService__SEFF href="#_addSignature"/>`,
			` calledService_ExternalService="_storeSignature" role_ExternalService="_albumRequires">`, `><calledService_ExternalService href="#_storeSignature"/><role_ExternalService href="#_albumRequires"/>`).Replace(plain),
	}
	for name, text := range dialects {
		r := parse(t, text)
		if got := lines(r.Elements()); got != photosElements {
			t.Errorf("%s: elements:\n%s", name, got)
		}
		for _, p := range append(r.Problems(), r.Check()...) {
			if p.Rule != "specificationMustNotBeNULL" && p.Rule != "loop-without-count" {
				t.Errorf("%s: %v (%s)", name, p, p.Rule)
			}
		}
	}
}

func TestWhatIsNoRepositoryOfPCM5IsRefusedWithWhatToDo(t *testing.T) {
	const base = "http://sdq.ipd.uka.de/PalladioComponentModel/"
	tests := map[string]string{
		`<r:Repository xmlns:r="` + base + `Repository/4.0"/>`: "PCM 4.0; Beagle reads PCM 5.0, 5.1 or 5.2",
		`<r:Repository xmlns:r="` + base + `Repository/1.0"/>`: "PCM 1.0",
		`<r:Repository xmlns:r="` + base + `Repository/5.0" xmlns:s="` + base + `SEFF/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<components__Repository><serviceEffectSpecifications__BasicComponent xsi:type="s:ResourceDemandingSEFF"/></components__Repository></r:Repository>`: "written as in PCM 1.0 to 4.0",
		`<s:System xmlns:s="http://palladiosimulator.org/PalladioComponentModel/System/5.2"/>`: "no Palladio repository",
		`<html/>`: "no Palladio repository",
		`<html>`:  "cut off",
		``:        "no XML element",
	}
	for text, want := range tests {
		_, err := Parse("m.repository", []byte(text))
		var p model.Problem
		if !errors.As(err, &p) || !strings.Contains(p.Message, want) || p.Hint == "" || p.File != "m.repository" || p.Line == 0 {
			t.Errorf("%s: %+v, want %q with a hint and a place", text, err, want)
		}
	}
}

func TestFilesThatCannotBeReadAreSaid(t *testing.T) {
	for path, want := range map[string]string{"testdata/absent.repository": "no such file", "testdata": "a folder"} {
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestInterfacesAndTypesMayLieInOtherFiles(t *testing.T) {
	dir := t.TempDir()
	plain := photos(t)
	at := strings.Index(plain, "  <interfaces__Repository")
	head := plain[:strings.Index(plain, "<components__Repository")]
	types := head + plain[at:]
	services := plain[:at] + "</repository:Repository>\n"
	services = strings.NewReplacer(` describedService__SEFF="_addSignature">`, `><describedService__SEFF xsi:type="repository:OperationSignature" href="more%20types.repository#_addSignature"/>`,
		` calledService_ExternalService="_storeSignature" role_ExternalService="_albumRequires">`,
		` role_ExternalService="_albumRequires"><calledService_ExternalService href="more%20types.repository#_storeSignature"/>`).Replace(services)
	for name, text := range map[string]string{"services.repository": services, "more types.repository": strings.ReplaceAll(types, `id="_photos"`, `id="_types"`)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Read(filepath.Join(dir, "services.repository"))
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(r.Elements()); got != photosElements {
		t.Errorf("elements:\n%s", got)
	}
	if err := os.Remove(filepath.Join(dir, "more types.repository")); err != nil {
		t.Fatal(err)
	}
	if r, err = Read(filepath.Join(dir, "services.repository")); err != nil {
		t.Fatal(err)
	}
	if p := r.Problems(); len(p) == 0 || !strings.Contains(p[0].Message, "is not beside it") {
		t.Errorf("a missing file is not said: %v", p)
	}
}
