package instance_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/pcm/instance"
)

const shop = "testdata/shop"

// broken is a copy of the shop with texts replaced: file, old, new.
func broken(t *testing.T, changes ...[3]string) string {
	t.Helper()
	dir := t.TempDir()
	entries, err := os.ReadDir(shop)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(shop, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, c := range changes {
			if filepath.Ext(e.Name()) != c[0] {
				continue
			}
			if !strings.Contains(text, c[1]) {
				t.Fatalf("%s has no %q", e.Name(), c[1])
			}
			text = strings.Replace(text, c[1], c[2], 1)
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func rules(problems []model.Problem, severity model.Severity) (list []string) {
	for _, p := range problems {
		if p.Severity == severity {
			list = append(list, p.Rule)
		}
	}
	return list
}

func TestAWholeModelIsReadWithItsConnections(t *testing.T) {
	in, problems, err := instance.Read(shop)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	if len(in.Services) != 1 || in.Services[0].Name != "Front.order" || len(in.Scenarios) != 1 || len(in.Assemblies) != 2 {
		t.Fatalf("%d services, %d scenarios, %d assemblies", len(in.Services), len(in.Scenarios), len(in.Assemblies))
	}
	iterator, ok := in.Services[0].Body.Actions[1].(*instance.Iterator)
	if !ok || iterator.Parameter != "items" {
		t.Fatalf("the second action is %#v", in.Services[0].Body.Actions[1])
	}
	call, ok := iterator.Body.Actions[0].(*instance.Call)
	if !ok || call.Service.Name != "Store.save" || call.Service.Assembly.Path != "store" {
		t.Fatalf("the iterator calls %#v", iterator.Body.Actions[0])
	}
	cpu := in.Containers[0].Resources[0]
	if cpu.Replicas != 2 || cpu.Policy != instance.ProcessorSharing || in.Containers[0].Resources[1].Policy != instance.FCFS {
		t.Errorf("resources %+v", in.Containers[0].Resources)
	}
}

func TestARepositoryAloneRunsOnOneMachine(t *testing.T) {
	in, problems, err := instance.Read(filepath.Join(shop, "shop.repository"))
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	if len(in.Services) != 2 || len(in.Containers) != 1 || len(in.Containers[0].Resources) != 2 {
		t.Errorf("%d services, %+v", len(in.Services), in.Containers)
	}
}

func TestEveryReasonIsToldAtOnceWithItsPlace(t *testing.T) {
	dir := broken(t,
		[3]string{".repository", `"0.001 * items.NUMBER_OF_ELEMENTS"`, `"0.001 * "`},
		[3]string{".repository", ` predecessor_AbstractAction="_s1"`, ``},
		[3]string{".system", `requiringAssemblyContext_AssemblyConnector="_atFront"`, `requiringAssemblyContext_AssemblyConnector="_atStore"`},
		[3]string{".resourceenvironment", `#FCFS`, `#Lottery`},
		[3]string{".usagemodel", `population="1"`, `population="many"`},
	)
	_, problems, err := instance.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := rules(problems, model.Error)
	for _, want := range []string{"stoex-syntax", "unconnected", "scheduling", "workload"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s among %v", want, got)
		}
	}
	for _, p := range problems {
		if p.File == "" || p.Line == 0 || p.Element == "" {
			t.Errorf("without a place: %+v", p)
		}
	}
}

func TestWhatBreaksASimulatorIsAnError(t *testing.T) {
	for rule, change := range map[string][3]string{
		"no-predecessor":   {".repository", ` predecessor_AbstractAction="_s1"`, ``},
		"no-successor":     {".repository", ` successor_AbstractAction="_s3"`, ``},
		"circle":           {".repository", `successor_AbstractAction="_s3"`, `successor_AbstractAction="_s1"`},
		"no-start":         {".repository", `xsi:type="seff:StartAction" id="_s1"`, `xsi:type="seff:InternalAction" id="_s1"`},
		"no-seff":          {".repository", `describedService__SEFF="_save"`, `describedService__SEFF="_order"`},
		"action":           {".repository", `xsi:type="seff:StopAction" id="_s3"`, `xsi:type="seff:EmitEventAction" id="_s3"`},
		"missing-resource": {".resourceenvironment", `_BIjHoQ3KEdyouMqirZIhzQ`, `_nvHX4KkREdyEA_b89s7q9w`},
		"not-allocated":    {".allocation", `href="shop.system#_atStore"`, `href="shop.system#_atFront"`},
		"not-delegated":    {".system", `outerProvidedRole_ProvidedDelegationConnector="_entrance"`, `outerProvidedRole_ProvidedDelegationConnector="_other"`},
		"call":             {".usagemodel", `href="shop.repository#_order"`, `href="shop.repository#_nothing"`},
		"feature":          {".usagemodel", ` population="1"`, ` id="_w" population="1"`},
		"replicas":         {".resourceenvironment", `numberOfReplicas="2"`, `numberOfReplicas="-2"`},
	} {
		_, problems, err := instance.Read(broken(t, change))
		if err != nil {
			t.Errorf("%s: %v", rule, err)
			continue
		}
		if got := rules(problems, model.Error); !slices.Contains(got, rule) {
			t.Errorf("no %s among %v", rule, got)
		}
	}
}

func TestTwoModelsInAFolderAreNotMixed(t *testing.T) {
	dir := broken(t)
	if err := os.WriteFile(filepath.Join(dir, "second.system"), []byte("<a/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := instance.Read(dir); err == nil || !strings.Contains(err.Error(), "second .system") {
		t.Errorf("error %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, kind := range []string{".repository", ".system", ".resourceenvironment", ".allocation", ".usagemodel"} {
		data, err := os.ReadFile(filepath.Join(shop, "shop"+kind))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(kind, data)
	}
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		if filepath.Ext("x"+kind) != kind || strings.ContainsAny(kind, "/\\\x00") || len(data) > 1<<16 {
			return
		}
		dir := broken(t)
		if err := os.WriteFile(filepath.Join(dir, "shop"+kind), data, 0o600); err != nil {
			return
		}
		_, _, _ = instance.Read(dir) // must neither panic nor hang
	})
}
