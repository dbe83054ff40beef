package pcm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// fileshare copies the files of the example's model to a folder, with a host that
// the example is allocated to.
func fileshare(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(need.Root(t), "examples", "fileshare", "model"))); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "hosts"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTheFilesOfTheExampleCanBeLoaded(t *testing.T) {
	dir := fileshare(t)
	for _, name := range []string{"fileshare.repository", "fileshare.system", "fileshare.usagemodel", "fileshare.allocation", "fileshare.resourceenvironment"} {
		for _, p := range CheckFile(filepath.Join(dir, name)) {
			if p.Severity == model.Error || p.Rule == "dangling-reference" || p.Rule == "missing-file" {
				t.Errorf("%v (%s)", p, p.Rule)
			}
		}
	}
}

// brokenFiles are changes of the files beside the example's repository that EMF
// refuses, or says not to resolve.
var brokenFiles = []struct {
	file, old, now string
	rule           string
	severity       model.Severity
	element        model.ElementID
}{
	{"fileshare.usagemodel", `xsi:type="usagemodel:OpenWorkload"`, `xsi:type="usagemodel:OpenWorkload" id="_w"`, "unknown-feature", model.Error, "_w"},
	{"fileshare.usagemodel", "usagemodel:Stop", "usagemodel:End", "unknown-class", model.Error, "_people_stop"},
	{"fileshare.usagemodel", `xsi:type="usagemodel:OpenWorkload"`, `xsi:type="usagemodel:Loop"`, "wrong-class", model.Error, "_people"},
	{"fileshare.usagemodel", `xsi:type="usagemodel:OpenWorkload"`, "", "abstract-class", model.Error, "_people"},
	{"fileshare.usagemodel", `type="BYTESIZE"`, `type="BYTES"`, "wrong-value", model.Error, "_people_upload"},
	{"fileshare.usagemodel", `entityName="share"`, `entityName="share" priority="high"`, "wrong-value", model.Error, "_people_share"},
	{"fileshare.system", `assemblyContext_ProvidedDelegationConnector="_FileUpload_instance"`, `assemblyContext_ProvidedDelegationConnector="_gone"`, "dangling-reference", model.Warning, "_uploads_delegation"},
	{"fileshare.usagemodel", "fileshare.system#_fileshare_uploads", "fileshare.system#_gone", "dangling-reference", model.Warning, "_people_upload"},
	{"fileshare.usagemodel", "fileshare.system#_fileshare_uploads", "other.system#_fileshare_uploads", "missing-file", model.Warning, "_people_upload"},
	{"fileshare.system", "<connectors__ComposedStructure", "<connector__ComposedStructure/><connectors__ComposedStructure", "unknown-feature", model.Error, "_fileshare_system"},
	{"fileshare.system", `id="_catalogue_delegation"`, `id="_uploads_delegation"`, "duplicate-id", model.Error, "_uploads_delegation"},
	{"fileshare.allocation", `entityName="fileshare"`, `entityName="fileshare" host="_host"`, "unknown-feature", model.Error, "_fileshare_allocation"},
	{"fileshare.allocation", "fileshare.resourceenvironment#_host", "fileshare.resourceenvironment#_gone", "dangling-reference", model.Warning, "_FileUpload_on_host"},
	{"fileshare.allocation", "fileshare.system#_FileUpload_instance", "other.system#_FileUpload_instance", "missing-file", model.Warning, "_FileUpload_on_host"},
	{"fileshare.resourceenvironment", `numberOfReplicas="2"`, `numberOfReplicas="two"`, "wrong-value", model.Error, "_host_cpu"},
	{"fileshare.resourceenvironment", "<schedulingPolicy", "<scheduler/><schedulingPolicy", "unknown-feature", model.Error, "_host_cpu"},
	{"fileshare.resourceenvironment", `id="_host_cpu"`, `id="_host"`, "duplicate-id", model.Error, "_host"},
}

func TestWhatEMFRefusesInTheOtherFilesOfAModelIsSaid(t *testing.T) {
	for _, test := range brokenFiles {
		dir := fileshare(t)
		path := filepath.Join(dir, test.file)
		breakFile(t, path, test.old, test.now)
		found := false
		for _, p := range CheckFile(path) {
			found = found || p.Rule == test.rule && p.Severity == test.severity && p.Element == test.element && p.Line > 1 && p.File == path
		}
		if !found {
			t.Errorf("%s with %s: %s is not said: %v", test.file, test.now, test.rule, CheckFile(path))
		}
	}
}

func breakFile(t *testing.T, path, old, now string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), old, now, 1)
	if changed == string(data) {
		t.Fatalf("%s has no %s", path, old)
	}
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestModelsThatPalladioSimulatesHaveNothingWrong(t *testing.T) {
	checked := 0
	for _, kind := range []string{"system", "usagemodel", "allocation", "resourceenvironment"} {
		files, err := filepath.Glob(filepath.Join(need.Shared(t, "pcm/simulated/models"), "*", "*."+kind))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			checked++
			for _, p := range CheckFile(file) {
				t.Errorf("%v (%s)", p, p.Rule)
			}
		}
	}
	if checked < 400 {
		t.Errorf("only %d files were checked", checked)
	}
}
