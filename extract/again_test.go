package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/pcm"
)

// edit replaces text in sources of the example.
func edit(t *testing.T, dir, class, before, after string) {
	t.Helper()
	path := filepath.Join(dir, "main", "java", "fileshare", class+".java")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), before) {
		t.Fatalf("%s has no %q", class, before)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(data), before, after)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func calibrate(t *testing.T, path string) (values int) {
	t.Helper()
	r, err := pcm.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var changes []adapter.Change
	for _, e := range r.Elements() {
		value := "0.25"
		switch {
		case e.Kind == model.Branch && e.Service == "share":
			value = "keep.VALUE; NOT keep.VALUE"
		case e.Kind == model.Branch:
			value = "0.25; 0.75"
		case e.Kind == model.CallParameter && e.Service == "share":
			value = "files.NUMBER_OF_ELEMENTS * 8192"
		case e.Kind == model.Loop, e.Kind == model.CallParameter:
			value = "7"
		}
		c, err := r.ChangeFor(string(e.ID), value)
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, c)
	}
	data, introduced, err := r.Calibrate(changes)
	if err != nil || len(introduced) > 0 {
		t.Fatal(err, introduced)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return len(changes)
}

func told(changes []Change) (all []string) {
	for _, c := range changes {
		all = append(all, fmt.Sprintf("%s %s %s", c.Service, c.Kind, c.Name))
	}
	slices.Sort(all)
	return all
}

// What changed in the model is what changed in the code, and nothing else loses
// what was learnt of it.
func TestExtractionAgainKeepsWhatHasNotChanged(t *testing.T) {
	need.Java(t)
	dir, out := sources(t), filepath.Join(t.TempDir(), "model")
	first, err := extracted(t, dir, Options{}).Write(out)
	if err != nil {
		t.Fatal(err)
	}
	values := calibrate(t, first.Repository)

	// What changes nothing: comments, blanks, order, code that no service runs.
	edit(t, dir, "FileUpload", "/** Takes files in:", "// New.\n/** Takes all files in:")
	edit(t, dir, "FileUpload", "        if (forbidden) {\n", "        if  ( forbidden ) // never stored\n        {\n")
	edit(t, dir, "ChunkStorage", "        return checksum ^ reserved;", "        return checksum + reserved;")
	edit(t, dir, "Main", "4_000", "5_000")
	same, err := extracted(t, dir, Options{}).Write(out)
	if err != nil {
		t.Fatal(err)
	}
	if c := same.Changes; c.Any() || c.Kept != values || c.Backup != "" {
		t.Errorf("nothing has changed, but %+v", c)
	}

	// A method below an action, a constant, a moved class, a new call, a lost service,
	// another condition.
	edit(t, dir, "FileUpload", "words += state >> 1;", "words += state >>> 1;")
	edit(t, dir, "FileUpload", "PAGE = 8 * 1024", "PAGE = 16 * 1024")
	for _, class := range []string{"Main", "ChunkStorage"} {
		edit(t, dir, class, "ChunkStorage", "DiskStorage")
	}
	edit(t, dir, "HashCatalogue", "found |= ", "found ^= ")
	edit(t, dir, "ChunkStorage", "(byte) i;", "(byte) (i + 1);")
	edit(t, dir, "FileUpload", "        return packed;", "        storage.storeChunked(1);\n        return packed;")
	folder := filepath.Join(dir, "main", "java", "fileshare")
	if err := os.Rename(filepath.Join(folder, "ChunkStorage.java"), filepath.Join(folder, "DiskStorage.java")); err != nil {
		t.Fatal(err)
	}
	again, err := extracted(t, dir, Options{}).Write(out)
	if err != nil {
		t.Fatal(err)
	}
	c := again.Changes
	for _, check := range []struct {
		what      string
		got, want []string
	}{
		{"changed", told(c.Changed), []string{
			"Catalogue.contains internal-action substring, parseUnsignedLong",
			"Uploads.share call reserve", "Uploads.share call reserve",
			"Uploads.upload branch content.length > LARGE", "Uploads.upload call store", "Uploads.upload call storeChunked",
			"Uploads.upload internal-action countWords",
		}},
		{"added", told(c.Added), []string{"Storage.storeChunked internal-action check", "Uploads.share call storeChunked"}},
		{"removed", told(c.Removed), []string{"Storage.storeChunked internal-action check"}},
		{"moved", told(c.Moved), []string{"Storage.reserve internal-action check", "Storage.store internal-action check"}},
	} {
		if !slices.Equal(check.got, check.want) {
			t.Errorf("%s: %q, not %q", check.what, check.got, check.want)
		}
	}
	r, err := pcm.Read(again.Repository)
	if err != nil || len(r.Check()) > 0 {
		t.Fatal(err, r.Check())
	}
	demands := map[string]string{}
	for _, e := range r.Elements() {
		if e.Kind == model.InternalAction {
			demands[e.Service+" "+e.Name] = e.Old
		}
	}
	want := map[string]string{
		"reserve check": "0.25", "store check": "0.25", "storeChunked check": "0", "upload hash": "0.25", "upload countWords": "0",
		"share derive, deflate": "0.25", "contains substring, parseUnsignedLong": "0", "index toArray, sort": "0.25",
	}
	if fmt.Sprint(demands) != fmt.Sprint(want) {
		t.Errorf("demands are %v, not %v", demands, want)
	}
	if before, err := os.ReadFile(c.Backup); err != nil || !strings.Contains(string(before), "ChunkStorage") {
		t.Errorf("the model as it was is not kept: %v", err)
	}
}

// A project that is cloned or moved under another name brings its model along, and keeps what was learnt.
func TestAProjectsModelStaysWhereItsFolderIsCalledOtherwise(t *testing.T) {
	need.Java(t)
	extractedIn := func(dir string) *Written {
		t.Helper()
		r, err := Extract(t.Context(), Options{Dir: dir, Cache: kept, Folder: filepath.Join(dir, "model")})
		if err != nil {
			t.Fatal(err)
		}
		w, err := r.Write(filepath.Join(dir, "model"))
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	dir := filepath.Join(t.TempDir(), "shared")
	if err := os.Rename(sources(t), dir); err != nil {
		t.Fatal(err)
	}
	values := calibrate(t, extractedIn(dir).Repository)
	renamed := filepath.Join(filepath.Dir(dir), "cloned")
	if err := os.Rename(dir, renamed); err != nil {
		t.Fatal(err)
	}
	again := extractedIn(renamed)
	if c := again.Changes; filepath.Base(again.Repository) != "shared.repository" || c == nil || c.Any() || c.Kept != values {
		t.Errorf("%s has changes %+v, and had %d values", again.Repository, c, values)
	}
	// Another project's model in the folder is no former one.
	other := recordedName(filepath.Join(renamed, "model"), dir)
	if other != "" {
		t.Errorf("%s is taken for a model of another project", other)
	}
}

// A measured mean that somebody replaced by their own value is theirs: the next extraction keeps it, as it
// keeps the mean itself.
func TestAValueInPlaceOfAMeasuredMeanSurvivesTheNextExtraction(t *testing.T) {
	need.Java(t)
	dir, out := sources(t), filepath.Join(t.TempDir(), "model")
	first, err := extracted(t, dir, Options{}).Write(out)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(first.Repository)
	if err != nil {
		t.Fatal(err)
	}
	const none = `specification_ParametericResourceDemand specification="0"`
	changed := strings.Replace(string(text), none, `specification_ParametericResourceDemand specification="0.25"`, 1) // theirs
	changed = strings.Replace(changed, none, `specification_ParametericResourceDemand specification="0.125"`, 1)      // a mean
	if err := os.WriteFile(first.Repository, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(first.Repository+".beagle.json", []byte(`{"elements": [{"kind": "internal-action", "stoex": "0.125", "by": "mean"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	edit(t, dir, "FileUpload", "        return packed;", "        storage.storeChunked(1);\n        return packed;")
	if _, err := extracted(t, dir, Options{}).Write(out); err != nil {
		t.Fatal(err)
	}
	now, err := os.ReadFile(first.Repository)
	if err != nil || !strings.Contains(string(now), `specification="0.25"`) || !strings.Contains(string(now), `specification="0.125"`) {
		t.Errorf("a value is gone, %v", err)
	}
}
