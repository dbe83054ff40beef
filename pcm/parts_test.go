package pcm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/model"
)

// system is a repository with one composite component whose parts lie in other
// files.
func system(hrefs ...string) string {
	var contexts strings.Builder
	for _, href := range hrefs {
		contexts.WriteString(`<assemblyContexts__ComposedStructure id="_c` + href + `" entityName="part">` +
			`<encapsulatedComponent__AssemblyContext xsi:type="repository:BasicComponent" href="` + href + `"/></assemblyContexts__ComposedStructure>`)
	}
	return `<?xml version="1.0" encoding="UTF-8"?>
<repository:Repository xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:repository="http://palladiosimulator.org/PalladioComponentModel/Repository/5.2" id="_r">
  <components__Repository xsi:type="repository:CompositeComponent" id="_whole" entityName="Whole">` + contexts.String() + `</components__Repository>
</repository:Repository>`
}

func TestPartsInOtherFilesAreListedReadOnly(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	own := parse(t, photos(t))
	album := own.root.Child("components__Repository").Attr("id")
	write("photos.repository", photos(t))
	// The second file is put together from the third and, in a circle, from the first.
	write("middle.repository", system("photos.repository#"+album, "top.repository#_whole"))
	path := write("top.repository", system("middle.repository#_whole", "absent.repository#_x"))
	r, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Elements()) != 0 {
		t.Errorf("elements of other files are among those that can be written: %v", r.Elements())
	}
	parts := Parts(r)
	if len(parts) != 2 || parts[0].Component != "Whole" || parts[1].Component != "Album" {
		t.Fatalf("%+v", parts)
	}
	last := parts[1]
	if last.File != filepath.Join(dir, "photos.repository") || len(last.Elements) == 0 || !strings.HasPrefix(photosElements, lines(last.Elements)) {
		t.Errorf("%s\n%s", last.File, lines(last.Elements))
	}
	severities := map[model.Severity]int{}
	for _, p := range r.Problems() {
		if p.Rule == "part-elsewhere" {
			severities[p.Severity]++
		}
	}
	if severities[model.Warning] != 1 || severities[model.Info] != 1 {
		t.Errorf("%v", r.Problems())
	}
}
