package aside

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// plain are lines without styles and without blanks at their ends.
func plain(lines []string) (all []string) {
	for _, line := range lines {
		all = append(all, strings.TrimRight(ansi.Strip(line), " "))
	}
	return all
}

// of is a block of so many lines, each with the block's name; it keeps to what it is given.
func of(title string, n int) Block {
	return Block{Title: title, Lines: func(_, most int) (lines []string) {
		for i := range min(n, most) {
			lines = append(lines, fmt.Sprintf("%s %d", title, i))
		}
		return lines
	}}
}

// step is what a step itself shows, in so many lines.
func step(n int) func(int) []string {
	return func(int) []string { return slices.Repeat([]string{"step"}, n) }
}

var colours = theme.New(true, false)

func TestBlocksStandBesideTheStepOnAWideTerminalAndElseBelowIt(t *testing.T) {
	beside := plain(Room(&colours, step(2), besideFrom, 6, of("Known", 2)))
	if len(beside) != 6 || !strings.HasPrefix(beside[0], "step") || !strings.HasSuffix(beside[0], "│ Known") || !strings.HasSuffix(beside[1], "│ Known 0") {
		t.Errorf("beside the step: %q", beside)
	}
	below := plain(Room(&colours, step(2), besideFrom-1, 8, of("Known", 2)))
	if want := []string{"step", "step", "", "Known", "Known 0", "Known 1", "", ""}; !slices.Equal(below, want) {
		t.Errorf("below the step: %q, want %q", below, want)
	}
}

func TestTheRoomIsAsHighAsItIsAskedToBe(t *testing.T) {
	for _, width := range []int{80, 200} {
		for height := range 30 {
			lines := Room(&colours, step(min(3, height)), width, height, of("First", 20), of("Second", 20))
			if len(lines) != height {
				t.Errorf("at %dx%d it has %d lines", width, height, len(lines))
			}
			for _, line := range lines {
				if text.Width(line) > width {
					t.Errorf("at %dx%d a line is %d wide: %q", width, height, text.Width(line), line)
				}
			}
		}
	}
}

// A heading with a line or two below it takes room and says next to nothing.
func TestWithoutRoomForABlockItAndThoseBehindItAreLeftOut(t *testing.T) {
	for _, c := range []struct {
		height int
		want   string
	}{
		{3, ""},
		{4, "First: 3"},
		{8, "First: 4"},
		{9, "First: 4"}, // a blank line between the two would leave two
		{10, "First: 4, Second: 3"},
		{20, "First: 4, Second: 9"},
	} {
		var got []string
		blocks := plain(drawn(&colours, []Block{of("First", 4), of("Second", 9)}, 40, c.height))
		if len(blocks) > c.height {
			t.Errorf("%d lines of %d: %q", len(blocks), c.height, blocks)
		}
		for _, title := range []string{"First", "Second"} {
			if n := len(slices.DeleteFunc(slices.Clone(blocks), func(line string) bool { return !strings.HasPrefix(line, title+" ") })); n > 0 {
				got = append(got, fmt.Sprintf("%s: %d", title, n))
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("in %d lines %q, want %q", c.height, strings.Join(got, ", "), c.want)
		}
	}
}

func TestABlockWithoutLinesHasNoHeading(t *testing.T) {
	if got := plain(drawn(&colours, []Block{of("Empty", 0), of("Known", 1)}, 40, 10)); !slices.Equal(got, []string{"Known", "Known 0"}) {
		t.Errorf("%q", got)
	}
}

func TestSentencesAreExplainedWholeOrNotAtAll(t *testing.T) {
	b := Explained(&colours, "What this does", "One.", "Two is a sentence of two lines.", "Three.")
	for _, c := range []struct {
		most int
		want []string
	}{
		{4, []string{"One.", "Two is a sentence", "of two lines.", "Three."}},
		{3, []string{"One.", "Two is a sentence", "of two lines."}},
		{2, []string{"One."}},
	} {
		if got := plain(b.Lines(18, c.most)); !slices.Equal(got, c.want) {
			t.Errorf("in %d lines %q, want %q", c.most, got, c.want)
		}
	}
}

// elements are three of two services, one of them without a link.
func elements() []model.Element {
	upload := model.Element{Kind: model.InternalAction, Component: "Sharing", Service: "upload", SEFF: "1", Inputs: []model.Input{{Name: "file"}, {Name: "size"}}}
	first, second := upload, upload
	first.Name, first.Old, first.Sections = "compress", "42 * size.VALUE", []model.Section{{File: "src/demo/Packer.java"}}
	second.Name, second.Kind = "each part", model.Loop
	branch := model.Element{Kind: model.Branch, Name: "known?", Component: "Sharing", Service: "find", SEFF: "2", Branches: []model.Option{
		{Name: "no", Probability: 0.5}, {Name: "yes", Probability: 0.5, Section: &model.Section{File: "src/demo/Index.java"}},
	}}
	return []model.Element{first, second, branch}
}

func TestElementsAreDescribedServiceByServiceWithValueAndPlace(t *testing.T) {
	lines := plain(Described(&colours, "What the model describes", elements()).Lines(100, 5))
	for i, want := range [][]string{
		{"Sharing.upload(file, size)", "1 resource demand, 1 loop"},
		{"  compress", "42 * size.VALUE", "Packer.java"},
		{"  each part", "not linked"},
		{"Sharing.find()", "1 branch"},
		{"  known?", "yes: 0.5", "Index.java"},
	} {
		if len(lines) != 5 {
			t.Fatalf("%q", lines)
		}
		for _, part := range want {
			if !strings.Contains(lines[i], part) {
				t.Errorf("%q does not say %q", lines[i], part)
			}
		}
	}
}

func TestWithoutRoomForTheElementsTheServicesStandAloneAndTheRestIsCounted(t *testing.T) {
	many := elements()
	for i := range 4 {
		many = append(many, model.Element{Kind: model.Loop, Name: "each", Component: "Sharing", Service: fmt.Sprintf("more%d", i), SEFF: fmt.Sprintf("more%d", i)})
	}
	services := func(most int) string {
		var names []string
		for _, line := range plain(Described(&colours, "", many).Lines(60, most)) {
			name, _, _ := strings.Cut(strings.TrimPrefix(line, "Sharing."), "(")
			names = append(names, name)
		}
		return strings.Join(names, ", ")
	}
	if got := services(6); got != "upload, find, more0, more1, more2, more3" {
		t.Errorf("in six lines: %s", got)
	}
	if got := services(4); got != "upload, find, more0, and 3 more services" {
		t.Errorf("in four lines: %s", got)
	}
}

func TestLaunchesStandInTheirOrderWithWhatTheyAreGiven(t *testing.T) {
	block := Launched(&colours, []measure.Launch{
		{Name: "small files", Command: []string{"java", "-jar", "demo.jar", "two words"}, Repeat: 2},
		{Name: "recorded", Records: "records/1.beagle"},
	})
	got := plain(block.Lines(80, 3))
	for i, want := range []string{"small files java -jar demo.jar 'two words'", "recorded records/1.beagle", "small files java -jar demo.jar 'two words'"} {
		if len(got) != 3 || strings.Join(strings.Fields(got[i]), " ") != fmt.Sprintf("%d %s", i+1, want) {
			t.Errorf("%q: launch %d is not %s", got, i+1, want)
		}
	}
	if got := plain(block.Lines(80, 2)); len(got) != 2 || got[1] != "and 2 more" {
		t.Errorf("in two lines: %q", got)
	}
}

func TestThePlanIsNumberedAndNotCutInASentence(t *testing.T) {
	cfg := run.Config{Launch: []measure.Launch{{Command: []string{"java"}, Repeat: 3}}}
	cfg.Measure.Precision, cfg.Measure.Budget = 0.05, run.Duration(time.Minute)
	whole := plain(Planned(&cfg).Lines(60, 9))
	if len(whole) == 0 || !strings.HasPrefix(whole[0], "1. 3 launches") || !slices.ContainsFunc(whole, func(l string) bool { return strings.HasPrefix(l, "2. ") }) {
		t.Fatalf("%q", whole)
	}
	second := slices.IndexFunc(whole, func(l string) bool { return strings.HasPrefix(l, "2. ") })
	if cut := plain(Planned(&cfg).Lines(60, len(whole)-1)); !slices.Equal(cut, whole[:second]) {
		t.Errorf("without room for its last line %q, want %q", cut, whole[:second])
	}
}

func TestSettingsThatAStepDoesNotAskForHaveTheirValuesAndMeanings(t *testing.T) {
	settings := func(run.Config) []run.Setting {
		return []run.Setting{
			{Key: "measure.budget", Value: "30s", Doc: "what launches may take"},
			{Key: "measure.keep", Doc: "how much is kept"},
			{Key: "seed", Value: "1", Doc: "not asked for here"},
		}
	}
	got := plain(Unasked(&colours, "Other settings", settings, run.Config{}, "measure.keep", "measure.budget").Lines(70, 9))
	if len(got) != 2 || strings.Join(strings.Fields(got[0]), " ") != "measure.budget 30s what launches may take" ||
		strings.Join(strings.Fields(got[1]), " ") != "measure.keep – how much is kept" {
		t.Errorf("%q", got)
	}
	if got := Unasked(&colours, "Other settings", nil, run.Config{}, "seed").Lines(70, 9); got != nil {
		t.Errorf("of settings that nobody knows it says %q", got)
	}
}

func TestTheNameOfAServiceIsNotCutForWhatItHas(t *testing.T) {
	elements := []model.Element{
		{Component: "FileUpload", Service: "share", SEFF: "s", Kind: model.InternalAction},
		{Component: "FileUpload", Service: "share", SEFF: "s", Kind: model.Loop},
	}
	for width, want := range map[int]string{80: "1 resource demand, 1 loop", 34: "2 elements"} {
		got := plain(Described(&colours, "", elements).Lines(width, 1))
		if len(got) != 1 || !strings.HasPrefix(got[0], "FileUpload.share()") || !strings.HasSuffix(got[0], " "+want) {
			t.Errorf("at %d: %q", width, got)
		}
	}
}
