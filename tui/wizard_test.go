package tui

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/run/project"

	"beagle/config"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/tui/wizard"
)

func TestTheWizardLeadsFromTheModelToARunningAnalysis(t *testing.T) {
	opt := emptyProject(t)
	story(t, setting(opt), func(d *driver) {
		d.sees("step 1 of 6", "model/fileshare.repository", "✓ 5 resource demands, 1 loop, 2 branches, 1 call argument")
		d.press("enter").sees("8 of 8 selected", "[x] Upload")
		d.press("enter").sees("small files", "3×")
		d.press("enter").sees("● Use an adaptive timeout.")
		d.press("enter").sees("Measuring", "● Beagle's own")
		d.press("enter").sees("✓ Ready.", "beagle run beagle.yaml")
		d.press("enter").sees("○ preparing", "computeHash CPU")
		d.steps(1).sees("● running")
	})
}

func TestProposedLinksAreConfirmedBeforeTheyAreUsed(t *testing.T) {
	opt := unlinked(t)
	if err := os.Mkdir(filepath.Join(opt.Config.Project, "model"), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(opt.Config.Project, "model/fileshare.links.json")
	story(t, setting(opt), func(d *driver) {
		d.sees("enter searches the sources for them")
		d.press("enter").sees("Proposed links", "2 of 3 selected", "[x] service Upload.store", "95 %", "[ ] loop files", "31 %")
		d.press("n", "enter").sees("select a link first")
		d.press("esc").sees("step 1 of 6")
		if _, err := os.Stat(file); err == nil {
			t.Error("links were written that nobody confirmed")
		}
		d.press("enter").sees("step 2 of 6", "0 of 0 selected")
		d.press("esc", "enter").sees("Proposed links")
		d.press("space").sees("1 of 3 selected").press("enter").sees("step 2 of 6", "8 of 8 selected")
		d.press("esc").sees("model/fileshare.links.json")
	})
	if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "_store") || !strings.Contains(string(text), "_hash") {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestOneOfSeveralModelsIsChosenFromAList(t *testing.T) {
	opt := emptyProject(t)
	guessed := opt.Config
	opt.Models = []string{filepath.Join(opt.Config.Project, "other.repository"), opt.Config.Model}
	opt.Config.Model, opt.Config.Links, opt.Config.Sources = opt.Models[0], "", nil
	opt.Guess = func(file string) run.Config {
		if file != guessed.Model {
			t.Errorf("guessed of %s", file)
		}
		return guessed
	}
	story(t, setting(opt), func(d *driver) {
		d.sees("2 models", "other.repository", "model/fileshare.repository")
		d.press("esc").sees("step 1 of 6", "┃ Model    other.repository")
		d.press("esc").sees("2 models").press("j", "enter")
		d.sees("step 1 of 6", "┃ Model    model/fileshare.repository", "src/main/java", "✓ 5 resource demands")
		d.press("down").sees("┃ Links    model/links.xml").press("up").sees("┃ Model")
		d.press("enter").sees("step 2 of 6")
		d.press("ctrl+c")
		if !d.quit {
			t.Error("leaving asks although nothing was changed by hand")
		}
	})
}

func TestTheWizardSaysWhatIsWrongWithTheModelAndStays(t *testing.T) {
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.press("ctrl+u").write("model/other.repository").press("enter")
		d.sees("step 1 of 6", "no such file", "Correct the path.")
		d.press("ctrl+u").press("enter").sees("enter the path of a model first")
		d.write("model/fileshare.repository").press("enter").sees("step 2 of 6")
	})
}

func TestEveryStepKeepsWhatWasEntered(t *testing.T) {
	opt := emptyProject(t)
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "j", "j", "space").sees("7 of 8 selected", "[~] Upload")
		d.press("enter", "enter", "down", "tab", "ctrl+u").write("9m").press("esc").press("enter").sees("● Use a set timeout.", "9m").press("esc", "esc").sees("7 of 8 selected")
		d.press("esc").sees("step 1 of 6")
		d.press("enter").sees("7 of 8 selected")
	})
}

func TestTheSelectionShowsTheSourceOfTheRow(t *testing.T) {
	opt := emptyProject(t)
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "j", "j").sees("Upload.java:5", "digest.update(")
		d.press("s").sees("computeHash CPU", "class Upload {")
		d.press("esc").sees("step 2 of 6")
		d.press("G").sees("No link leads from")
		d.press("space").sees("has no link into the source, so it cannot be measured")
	})
}

func TestTheSelectionCanBeFiltered(t *testing.T) {
	opt := emptyProject(t)
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "n").sees("0 of 8 selected")
		d.press("enter").sees("select something first")
		d.press("/").write("branch").sees("/ branch", "isKnown", "isLarge").misses("computeHash")
		d.press("enter", "a").sees("2 of 8 selected")
		d.press("esc").sees("step 2 of 6", "computeHash", "2 of 8 selected")
		d.press("/").write("zzz").sees("No match")
		d.press("esc").sees("computeHash")
	})
}

func TestALaunchConfigurationIsCheckedBeforeItIsKept(t *testing.T) {
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.press("enter", "enter", "a").sees("New launch configuration", "a command is missing")
		d.write("large files").press("tab").write("java 'demo.Main").sees("a quote is not closed")
		d.press("enter").sees("New launch configuration", "Can't")
		d.write("' --size '4 MB'").press("tab", "tab").write("MODE=fast").sees("✓ complete")
		d.press("tab", "ctrl+u").write("0").sees("is no number from 1")
		d.press("ctrl+u").write("5").press("enter").sees("large files", "5×", "java demo.Main --size '4 MB'", "MODE=fast")
	})
}

func TestALaunchConfigurationMayVaryAValue(t *testing.T) {
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.press("enter", "enter", "a").write("sizes").press("tab").write("java Main {n} {mode}").press("tab", "tab", "tab", "tab")
		d.write("m=1").sees("neither the command nor the environment contains {m}")
		d.press("ctrl+u").write("n=10,9..2").sees(`the range "9..2" ends before it begins`)
		d.press("ctrl+u").write("n=10,,20").sees(`"n=10,,20" is not a name, = and values`)
		d.press("ctrl+u").write("n=10,100,1000 mode=fast,slow").sees("✓ complete")
		d.press("enter").sees("java Main '{n}' '{mode}'", "6×", "mode=fast,slow n=10,100,1000")
		d.press("e", "tab", "tab", "tab", "tab", "tab").sees("mode=fast,slow n=10,100,1000", "each is a launch")
	})
}

func TestTheOrderOfLaunchesIsSaidWhereTheTableDoesNotSayIt(t *testing.T) {
	opt := emptyProject(t)
	story(t, setting(opt), func(d *driver) {
		d.size(120, 40).press("enter", "enter").sees("How to run the program", "small files").misses("What is launched")
	})
	opt.Config.Launch[0].Command = []string{"java", "demo.Main", "{n}"}
	opt.Config.Launch[0].Vary = map[string][]string{"n": {"10", "100"}}
	story(t, setting(opt), func(d *driver) {
		d.size(120, 40).press("enter", "enter").sees("What is launched, in this order", "java demo.Main 100")
	})
}

func TestADeletedLaunchConfigurationComesBack(t *testing.T) {
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.press("enter", "enter", "u").sees("nothing is deleted")
		d.press("d").sees("No launch configuration yet", "u brings it back")
		d.press("enter").sees("add a launch configuration first")
		d.press("u").sees("small files").press("enter").sees("step 4 of 6")
	})
}

func TestTryingALaunchOutShowsWhatItDid(t *testing.T) {
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.press("enter", "enter", "t").sees("✓ It works.", "stored 20 files")
		d.press("esc").sees("step 3 of 6")
	})
}

func TestLeavingATryOutEndsTheProgram(t *testing.T) {
	opt := emptyProject(t)
	var ended bool
	opt.TryLaunch = func(ctx context.Context, _ run.Config, _ measure.Launch) (string, error) {
		<-ctx.Done()
		ended = true
		return "", ctx.Err()
	}
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "t").sees("● running")
		time.Sleep(3 * time.Second)
		d.settle()
		d.sees("0:03")
		d.press("esc").sees("step 3 of 6")
		if !ended {
			t.Error("the program was not ended")
		}
	})
}

func TestASetTimeoutNeedsATime(t *testing.T) {
	opt := emptyProject(t)
	var got run.Config
	opt.Start = func(c run.Config) (run.Run, error) { got = c; return nil, errBroken }
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "enter", "down", "down").sees("● Don't use a timeout.", "only for a set timeout")
	})
	opt.Config.Timeout.Kind = "constant"
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "enter").sees("● Use a set timeout.", "10m")
		d.press("tab", "ctrl+u").write("soon").press("enter").sees("is no time such as")
		d.press("ctrl+u").write("90").press("enter", "enter", "enter")
		d.sees("Can't start the analysis", "the engine is broken").press("esc").sees("step 6 of 6")
	})
	if got.Timeout.Limit != run.Duration(90*time.Second) {
		t.Errorf("the limit is %v", time.Duration(got.Timeout.Limit))
	}
}

func TestChangedSettingsAreNotLostByLeaving(t *testing.T) {
	opt := emptyProject(t)
	saved := 0
	opt.Save = func(run.Config) error { saved++; return nil }
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "d", "u").press("d", "q").sees("Leave without starting?", "▸ esc stay")
		d.press("enter").sees("step 3 of 6")
		if d.quit {
			t.Fatal("the safe answer left the wizard")
		}
		d.press("q", "s")
		if saved != 1 || !d.quit {
			t.Errorf("saved %d times, left: %v", saved, d.quit)
		}
	})
	story(t, setting(opt), func(d *driver) {
		if d.press("ctrl+c"); !d.quit {
			t.Error("with nothing changed ctrl+c asks")
		}
	})
}

func TestThePlainWizardNeedsNoModel(t *testing.T) {
	story(t, setting(wizard.Options{
		Prepare: func(run.Config) (*project.Project, error) { return nil, errBroken },
		Start:   func(run.Config) (run.Run, error) { return nil, errBroken },
	}), func(d *driver) {
		d.sees("step 1 of 6", "Model").press("enter").sees("enter the path of a model first")
		d.press("f1").sees("Help: what you can do here").press("esc")
		if !strings.Contains(d.screen(), "step 1 of 6") {
			t.Error("help does not close")
		}
	})
}

func TestAnotherAnalysisThatMeasuresIsAskedAbout(t *testing.T) {
	opt := emptyProject(t)
	waited := false
	opt.Others = func() []string { return []string{"2026-01-15-0800-shop"} }
	start := opt.Start
	opt.Wait = func(_ context.Context, c run.Config) (run.Run, error) { waited = true; return start(c) }
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "enter", "enter", "enter", "enter").sees("Another analysis is measuring", "2026-01-15-0800-shop")
		d.press("w").sees("preparing")
		if !waited {
			t.Error("it was not waited for")
		}
	})
}

func TestTheOverviewChangesARowWhereItStands(t *testing.T) {
	var got run.Config
	opt := emptyProject(t)
	opt.Start = func(c run.Config) (run.Run, error) { got = c; return nil, errBroken }
	if err := os.Mkdir(filepath.Join(opt.Config.Project, "model"), 0o700); err != nil {
		t.Fatal(err)
	}
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "enter", "enter", "enter").sees("step 6 of 6", "✓ Ready.")
		d.press("down", "down", "down", "e").write("lab-1").press("enter").sees("Machine      lab-1")
		d.press("e").sees("● ssh").press("up", "enter").sees("Machine      this one")
		d.press("down", "e").sees("● adaptive", "default", "○ constant")
		d.press("down", "enter").sees("Limit        10m")
		d.press("down", "e").press("ctrl+u").write("soon").sees("must be a time span").press("enter").sees("timeout.limit: ", "must be a time span")
		d.press("ctrl+u").write("90s").press("enter").sees("Limit        1m30s")
		d.press("G", "e").sees("this row follows from others")
		d.press("g", "down", "e").sees("step 2 of 6", "8 of 8 selected").press("enter").sees("step 6 of 6")
		d.press("e").sees("step 2 of 6").press("esc").sees("step 6 of 6")
		d.press("down", "e").sees("step 3 of 6", "small files").press("enter").sees("step 6 of 6").press("esc").sees("step 5 of 6")
		d.press("esc").sees("step 4 of 6", "● Use a set timeout.", "1m30s").press("enter", "enter", "enter").sees("the engine is broken")
	})
	if got.Timeout.Kind != "constant" || got.Timeout.Limit != run.Duration(90*time.Second) {
		t.Errorf("it starts with %+v", got.Timeout)
	}
}

func TestEverySettingIsReachedFromTheOverview(t *testing.T) {
	opt := emptyProject(t)
	all := config.Entries(opt.Config)
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "enter", "enter", "enter", "a").sees("All settings", "model", "the .repository file to calibrate")
		for i := range all {
			d.sees(" " + all[i].Key + "  ").press("down")
		}
		d.press("/").write("judge.more").press("enter", "enter").sees("whole number; empty: the default, 0")
		d.press("ctrl+u").write("12").sees("from 0 to 10").press("ctrl+u").write("2").press("enter").sees("● judge.more", "2")
		d.press("esc").press("/").write("extensions").press("enter", "enter").sees("extensions belong into your own settings")
		d.press("esc", "/").write("is:changed").press("enter").sees("judge.more").misses("judge.scatter")
		d.press("esc", "esc").sees("step 6 of 6", "judge.more   2")
		d.press("a", "/").write("judge.more").press("enter", "d").misses("● judge.more").press("d").sees("it is as it is by default")
		d.press("esc", "/").write("launch configurations").press("enter", "enter").sees("step 3 of 6").press("enter").sees("step 6 of 6")
	})
}

func TestPathsAreCompleted(t *testing.T) {
	opt := emptyProject(t)
	for _, dir := range []string{"model", "source"} {
		if err := os.Mkdir(filepath.Join(opt.Config.Project, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"shop.repository", "shop.system", "store.repository"} {
		if err := os.WriteFile(filepath.Join(opt.Config.Project, "model", file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	story(t, setting(opt), func(d *driver) {
		d.press("ctrl+u").write("mo").press("tab").sees("┃ Model    model/")
		d.write("s").sees("tab completes: shop.repository  store.repository").press("tab", "tab").sees("┃ Model    model/store.repository")
		d.press("tab").sees("┃ Model    model/shop.repository").press("down").sees("┃ Links")
		d.press("tab", "ctrl+u").write("src so").press("tab").sees("┃ Sources  src source/")
	})
}

// found are ways to launch a program, as its sources say.
func found(opt wizard.Options) wizard.Options {
	launch := func(name string, command ...string) measure.Launch {
		return measure.Launch{Name: name, Command: command, Repeat: 3}
	}
	ways := wizard.Ways{Build: []string{"./gradlew", "-q", "testClasses"}, Found: []wizard.Way{
		{Launch: launch("Main", "java", "-cp", "build/classes/java/main", "demo.Main", "{n1}"), What: "main class of the build", File: filepath.Join(opt.Config.Project, "build.gradle")},
		{Launch: launch("Web", "java", "-cp", "build/classes/java/main", "demo.Web"), What: "class with main", File: filepath.Join(opt.Config.Project, "src/main/java/demo/Web.java"), Server: true},
		{Launch: launch("tests", "./gradlew", "-q", "--continue", "cleanTest", "test"), What: "12 tests in 2 classes", File: opt.Config.Project},
		{Launch: launch("UploadTest", "./gradlew", "-q", "--continue", "cleanTest", "test", "--tests", "*UploadTest"), What: "7 tests", File: filepath.Join(opt.Config.Project, "src/test/java/demo/UploadTest.java"), Single: true},
	}}
	ways.Found[0].Launch.Vary = map[string][]string{"n1": {"1", "10", "100", "1000"}}
	opt.Ways = func(context.Context, run.Config) (wizard.Ways, error) { return ways, nil }
	return opt
}

func TestWaysToLaunchAProgramAreProposed(t *testing.T) {
	opt := found(emptyProject(t))
	opt.Config.Launch, opt.Config.Build = nil, nil
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter").sees("Ways to launch it", "2 of 4 selected", "[x] Main", "[ ] Web", "[x] tests", "n1=1,10,100,1000: each is a launch", "build.gradle")
		d.press("down").sees("It is a server").press("up", "enter").sees("step 3 of 6", "Added 2 launches", "It is built by ./gradlew", "12×", "4 ways to launch it")
		d.press("p").sees("0 of 4 selected", "[x] Main", "It is configured already").press("space").sees("this launch is configured already")
		d.press("enter").sees("none is chosen").press("down", "space", "enter").sees("Web", "A server runs for 60s").press("esc", "esc").sees("./gradlew -q testClasses", "there is no ./gradlew now")
	})
	opt = found(emptyProject(t)) // with a launch there is no need to show them unasked
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter").sees("step 3 of 6", "4 ways to launch it were found", "p shows and adds them")
	})
}

// A program with its arguments unsaid would be measured as it says how it is used.
func TestArgumentsThatNobodyKnowsHaveToBeSaid(t *testing.T) {
	opt := found(emptyProject(t))
	ways := wizard.Ways{Found: []wizard.Way{{Launch: measure.Launch{Name: "Main", Command: []string{"java", "demo.Main", "ARGUMENT1"}, Repeat: 1}, What: "class with main", Asks: true}}}
	opt.Ways = func(context.Context, run.Config) (wizard.Ways, error) { return ways, nil }
	opt.Config.Launch, opt.Config.Build = nil, nil
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter").sees("[ ] Main", "ARGUMENT1 and so on once").press("space", "enter").sees("step 3 of 6")
		d.press("enter").sees("step 3 of 6", "say what is in the place of ARGUMENT1").press("t").sees("step 3 of 6")
	})
}

func TestOddCommandsAreSaid(t *testing.T) {
	opt := emptyProject(t)
	opt.Commands = func(c *run.Config) (all []model.Problem) {
		if c.Launch[0].Command[0] == "jaava" {
			all = append(all, model.Problem{Severity: model.Error, Message: "jaava is not on the PATH", Hint: "correct it"})
		}
		return all
	}
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "a").write("odd").press("tab").write("jaava Main").sees("jaava is not on the PATH: correct it")
		d.press("ctrl+u").write("java Main | tee out").sees("there is no shell, so | is handed to the program")
		d.press("ctrl+u").write("./run.sh").sees("there is no ./run.sh now; the build has to make it")
		d.press("ctrl+u").write("java Main").sees("✓ complete").press("tab").write("out").sees("there is no folder out now")
		d.press("enter").sees("step 3 of 6", "odd")
	})
}

// What the wizard says of where the result goes is what writing offers first: of a model that was
// made in the wizard, the model itself.
func TestTheResultGoesWhereTheWizardSaid(t *testing.T) {
	opt := emptyProject(t)
	if err := os.Mkdir(filepath.Join(opt.Config.Project, "model"), 0o700); err != nil {
		t.Fatal(err)
	}
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "enter", "enter", "enter").sees("step 6 of 6", "a new file beside the model")
		d.press("a", "/").write("in_place").press("enter", "enter", "up", "enter").sees("● in_place").press("esc", "esc").sees("into the model itself", "✓ Ready.")
		d.press("enter").sees("preparing").finish().press("r", "a", "w").sees("● the model itself")
	})
}

// Beside a field the keys of letters are text: the footer names others.
func TestCommandsAreReachedFromAField(t *testing.T) {
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.sees("ctrl+p commands", "f1 help").press("ctrl+p").write("theme").press("enter").sees("contrast")
		d.press("f1").sees("Help: what you can do here")
	})
}

func TestAPathThatIsTypedReplacesTheOneThatStandsThere(t *testing.T) {
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.sees("model/fileshare.repository  typing replaces it, ← keeps it")
		d.write("other/shop.repository").sees("┃ Model    other/shop.repository").misses("fileshare.repository  typing")
		d.press("tab").sees("model/links.xml  typing replaces it").press("left").write("n").sees("links.xmn")
	})
}

// methods are what a driver can call, as the wizard sees them.
type methods struct{ closed *bool }

func (m methods) List() []wizard.Method {
	return []wizard.Method{
		{Name: "lib.Texts.wrap(String,int)", Setting: "lib.Texts.wrap", Launch: "driver of lib.Texts.wrap(String,int)", Likely: true},
		{Name: "lib.Graphs.walk(Graph)", Setting: "lib.Graphs.walk", Launch: "driver of lib.Graphs.walk(Graph)", Likely: true},
		{Name: "lib.Store.save(String)", Setting: "lib.Store.save", Launch: "driver of lib.Store.save(String)", Harm: "writes files: lib.Store.save calls java.nio.file.Files.write"},
		{Name: "lib.Store.clear(String)", Setting: "lib.Store.clear", Launch: "driver of lib.Store.clear(String)", Harm: "deletes files: lib.Store.clear calls java.nio.file.Files.delete"},
	}
}

func (m methods) Drive(_ context.Context, name string) (measure.Launch, error) {
	if name == "lib.Graphs.walk(Graph)" {
		return measure.Launch{}, model.Problem{
			Severity: model.Warning, Message: name + ": no Graph can be made for graph: nothing implements it",
			Hint: `write a class X with "static Stream<Object[]> inputs(Random)" whose rows are {Graphs this, Graph graph}, and write into beagle.yaml: drive: {inputs: {"lib.Graphs.walk": X}}`,
		}
	}
	return measure.Launch{Name: "driver of " + name, Command: []string{"java", "beagle_drive.Main", name}, Repeat: 3, Drives: "_1"}, nil
}

func (m methods) Close() { *m.closed = true }

// callable lets the wizard find methods that drivers could call.
func callable(opt wizard.Options, closed *bool) wizard.Options {
	opt.Methods = func(context.Context, run.Config) (wizard.Methods, error) { return methods{closed}, nil }
	opt.Config.Launch = nil
	return opt
}

// A method that could do harm is called only after a person has said so of that very method; of one that cannot be
// called the line stands there that has to be added.
func TestMethodsAreCalledAsAPersonAllows(t *testing.T) {
	closed := false
	opt := callable(emptyProject(t), &closed)
	var saved run.Config
	opt.Save, opt.Replaces = func(c run.Config) error { saved = c; return nil }, nil
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter").sees("m lets Beagle call methods").press("m").sees("2 of 4 selected", "[x] lib.Texts.wrap", "[ ] lib.Store.save(String)")
		d.press("a").sees("2 of 4 selected").press("G", "space").sees("Call this method?", "deletes files: lib.Store.clear calls").press("esc").sees("2 of 4 selected")
		d.press("k", "space", "y").sees("3 of 4 selected", "[x] lib.Store.save(String)").press("enter")
		d.sees("Added 2 launches. 1 method needs something from you", "needs something from you", "no Graph can be made", `{"lib.Graphs.walk": X}}`, "[x] lib.Store.save", "is called by a launch")
		d.press("esc").sees("step 3 of 6", "driver…save(String)").press("enter", "enter", "enter", "s").sees("Saved.")
	})
	if !closed {
		t.Error("the program stays open")
	}
	if !slices.Equal(saved.Drive.Allow, []string{"lib.Store.save"}) || len(saved.Launch) != 2 || saved.Launch[0].Drives != "_1" {
		t.Errorf("saved are %v and %v", saved.Drive, saved.Launch)
	}
}
