package instance_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
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
	people, err := os.ReadFile(filepath.Join(dir, "shop.usagemodel"))
	if err != nil {
		t.Fatal(err)
	}
	second := filepath.Join(dir, "night.usagemodel")
	if err := os.WriteFile(second, people, 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = instance.Read(dir)
	if err == nil || !strings.Contains(err.Error(), "second .usagemodel") {
		t.Errorf("error %v", err)
	}
	if p := model.AsProblem(err, ""); !strings.Contains(p.Hint, "night.usagemodel, shop.usagemodel") {
		t.Errorf("hint %q", p.Hint)
	}
	in, _, err := instance.Read(dir, second)
	if err != nil || !slices.Contains(in.Files, second) {
		t.Errorf("with the one that is meant: %v", err)
	}
}

// Simulators leave copies beside a model, and people copies of PCM's own libraries.
func TestOfSeveralFilesThoseAreReadThatTheOthersReferTo(t *testing.T) {
	dir := broken(t)
	for _, name := range []string{"PrimitiveTypes.repository", "shop.system.intermediate.repository", "shop.system.intermediate.system", "second.system", "another.resourceenvironment"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("<a/>"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	in, problems, err := instance.Read(dir)
	if err != nil || len(rules(problems, model.Error)) > 0 {
		t.Fatal(err, problems)
	}
	for _, kind := range instance.Kinds {
		if want := filepath.Join(dir, "shop"+kind); !slices.Contains(in.Files, want) {
			t.Errorf("read %v, without %s", in.Files, want)
		}
	}
}

// locks is a passive resource, and a component parameter of that name with value 3.
func locks(capacity, parameter string) string {
	return `<componentParameterUsage_ImplementationComponentType><variableCharacterisation_VariableUsage type="VALUE"><specification_VariableCharacterisation specification="3"/></variableCharacterisation_VariableUsage><namedReference__VariableUsage xsi:type="stoex:VariableReference" referenceName="` + parameter +
		`"/></componentParameterUsage_ImplementationComponentType><passiveResource_BasicComponent id="_locks" entityName="locks"><capacity_PassiveResource specification="` + capacity + `"/></passiveResource_BasicComponent></components__Repository>`
}

func TestTheCapacityOfAPassiveResourceMayBeAComponentParameter(t *testing.T) {
	in, problems, err := instance.Read(broken(t, [3]string{".repository", "  </components__Repository>", locks("locks.VALUE + 1", "locks")}))
	if err != nil || len(rules(problems, model.Error)) > 0 {
		t.Fatal(err, problems)
	}
	var capacities []string
	for _, a := range in.Assemblies {
		for _, p := range a.Passive {
			v, err := stoex.Eval(p.Capacity.X, nil, nil)
			if err != nil {
				t.Error(err)
			}
			capacities = append(capacities, v.String())
		}
	}
	if !slices.Equal(capacities, []string{"4"}) {
		t.Errorf("capacities %v", capacities)
	}
}

// Rates, capacities and times between users are evaluated where no service runs.
func TestWhatIsEvaluatedOutsideOfServicesReadsNoParameters(t *testing.T) {
	for _, change := range [][3]string{
		{".resourceenvironment", `<processingRate_ProcessingResourceSpecification specification="`, `<processingRate_ProcessingResourceSpecification specification="x.VALUE * `},
		{".usagemodel", `<thinkTime_ClosedWorkload specification="`, `<thinkTime_ClosedWorkload specification="x.VALUE * `},
		{".repository", "  </components__Repository>", locks("nobody.VALUE", "locks")},
		{".repository", "  </components__Repository>", locks("locks.VALUE", "others")},
	} {
		_, problems, err := instance.Read(broken(t, change))
		if err != nil || !slices.Contains(rules(problems, model.Error), "no-parameters") {
			t.Errorf("%s: %v %v", change[2], err, problems)
		}
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
