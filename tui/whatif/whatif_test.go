package whatif

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"beagle/model"
	"beagle/predict"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

// asked is the screen for the shop with ten users.
func asked(t *testing.T) *Screen {
	t.Helper()
	q := predict.Question{Models: []string{filepath.Join("..", "..", "pcm", "instance", "testdata", "shop")}, Seed: 1}
	q.Change.Users = 10
	terms, err := predict.TermsOf(q)
	if err != nil {
		t.Fatal(err)
	}
	th := theme.New(true, false)
	env := &screen.Env{Ctx: t.Context(), Theme: &th, Now: time.Now, Go: func(tea.Msg) tea.Cmd { return nil }}
	s := New(env, "shop", q, terms, nil)
	settle(s, s.Init())
	return s
}

// settle carries out a command and all that follow from it.
func settle(s *Screen, cmd tea.Cmd) {
	for cmd != nil {
		msg := cmd()
		if msg == nil {
			return
		}
		cmd = s.Update(msg)
	}
}

func press(s *Screen, actions ...keys.Action) {
	for _, a := range actions {
		settle(s, s.Act(a))
	}
}

func seen(s *Screen, width, height int) string {
	return ansi.Strip(strings.Join(s.Body(width, height), "\n"))
}

func TestTheScreenLooksAsItDid(t *testing.T) {
	s := asked(t)
	press(s, keys.Save, keys.Bottom, keys.Right, keys.Right)
	pictures := ""
	for _, size := range [][2]int{{80, 21}, {120, 37}} {
		body := seen(s, size[0], size[1])
		for _, line := range strings.Split(body, "\n") {
			if w := ansi.StringWidth(line); w > size[0] {
				t.Errorf("%d cells wide: %q", w, line)
			}
		}
		pictures += fmt.Sprintf("%dx%d\n%s\n\n", size[0], size[1], body)
	}
	golden.RequireEqual(t, []byte(pictures))
}

func TestInputsBeyondWhatWasLearntAreWarnedOf(t *testing.T) {
	s := asked(t)
	if strings.Contains(seen(s, 80, 21), "learnt up to") {
		t.Error("a model without ranges is warned of")
	}
	for i := range 5 {
		s.now.answer.Beyond = append(s.now.answer.Beyond, predict.Beyond{Service: fmt.Sprintf("Store.save%d", i), Input: "item.BYTESIZE", Asked: 300, Most: 250})
	}
	for _, size := range [][2]int{{80, 21}, {120, 37}} {
		body := strings.Join(strings.Fields(seen(s, size[0], size[1])), " ")
		for _, part := range []string{"may be far off", "Store.save2: item.BYTESIZE = 300, measured to 250", "and 2 more"} {
			if !strings.Contains(body, part) {
				t.Errorf("%v: no %q in\n%s", size, part, seen(s, size[0], size[1]))
			}
		}
		if strings.Contains(body, "save3") {
			t.Errorf("%v: more than three are listed", size)
		}
	}
}

func TestKeysChangeTheSettingAndWhatIsPredicted(t *testing.T) {
	s := asked(t)
	before := *s.now.answer.Scenarios[0].Mean
	press(s, keys.Right)
	if s.now.question.Change.Users != 11 {
		t.Errorf("%d users", s.now.question.Change.Users)
	}
	press(s, keys.Bottom, keys.Up, keys.Right, keys.Right, keys.Right) // the disk twice as fast
	if got := *s.now.answer.Scenarios[0].Mean; !(got < 0.8*before) {
		t.Errorf("%g with the faster disk, %g before", got, before)
	}
	press(s, keys.Undo)
	if got := s.now.question.Change.Speed["host.HDD"]; got != 1 {
		t.Errorf("speed %g after taking it back", got)
	}
}

// What is stale is neither shown nor gone on with.
func TestAnAnswerToAnEarlierQuestionIsDropped(t *testing.T) {
	s := asked(t)
	late := s.Act(keys.Right)
	settle(s, s.Act(keys.Right))
	answered := s.now.answer
	if msg := late(); msg != nil {
		t.Errorf("the question that was taken back is answered: %v", msg)
	}
	if s.Update(prediction{number: s.number - 1}); s.now.answer != answered {
		t.Error("the late answer is shown")
	}
}

func TestTheSettingBesideStaysAndIsSwapped(t *testing.T) {
	s := asked(t)
	if s.Off(keys.Tab) == "" {
		t.Error("there is nothing to swap with")
	}
	press(s, keys.Save, keys.Right, keys.Tab)
	if s.now.question.Change.Users != 10 || s.beside.question.Change.Users != 11 {
		t.Errorf("%d and %d users", s.now.question.Change.Users, s.beside.question.Change.Users)
	}
}

// A point may need more than it may usually cost: many users, or runs of many
// operations.
func TestTheCurveHasAllItsPoints(t *testing.T) {
	s := asked(t)
	if loads := loadsOf(&s.now.question, s.now.answer); len(s.now.curve) != len(loads) {
		t.Errorf("%d points for %v", len(s.now.curve), loads)
	}
}

func TestAModelThatCannotBeSimulatedSaysWhy(t *testing.T) {
	q := predict.Question{Models: []string{filepath.Join("..", "..", "pcm", "instance", "testdata", "shop", "shop.repository")}}
	terms, err := predict.TermsOf(q)
	if err != nil {
		t.Fatal(err)
	}
	th := theme.New(true, false)
	s := New(&screen.Env{Ctx: t.Context(), Theme: &th}, "shop", q, terms, nil)
	settle(s, s.Init())
	if body := seen(s, 80, 20); !strings.Contains(body, "there is no usage scenario") {
		t.Error(body)
	}
}

// Somebody, or a full disk, may have damaged the model since it was written.
func TestAModelThatWasCutOffMeanwhileIsSaidAndNotShown(t *testing.T) {
	shop := filepath.Join("..", "..", "pcm", "instance", "testdata", "shop", "shop.repository")
	whole, err := os.ReadFile(shop)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "shop.repository")
	for size, want := range map[int]string{len(whole) / 2: "cut off", 0: "this is not a model file"} {
		if err := os.WriteFile(file, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Written(&screen.Env{Ctx: t.Context()}, file, shop, nil)
		if s != nil || err == nil || !strings.HasPrefix(err.Error(), file+": line ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("of %d bytes: %v", size, err)
		}
	}
}

func TestAValueIsTyped(t *testing.T) {
	s := asked(t)
	typing := func(keys string) {
		for _, r := range keys {
			settle(s, s.Update(tea.KeyPressMsg{Code: r, Text: string(r)}))
		}
	}
	typing("250")
	if !s.Typing() || !strings.Contains(seen(s, 80, 21), "250█") {
		t.Errorf("a digit begins no value:\n%s", seen(s, 80, 21))
	}
	press(s, keys.Enter)
	if s.Typing() || s.now.question.Change.Users != 250 {
		t.Errorf("%d users", s.now.question.Change.Users)
	}
	press(s, keys.Change)
	typing("0")
	if cmd := s.Act(keys.Enter); cmd == nil || fmt.Sprint(cmd()) != "{users: type a whole number from 1 to 1,000,000.}" || !s.Typing() {
		t.Error("no users at all are taken")
	}
	press(s, keys.Back)
	if s.now.question.Change.Users != 250 {
		t.Errorf("%d users after discarding", s.now.question.Change.Users)
	}
	for i, c := range s.controls {
		for _, wrong := range []string{"", "x", "-1e999", "NaN"} {
			if q := copied(s.now.question); c.give(&q, wrong) == nil || c.at(&q) != c.at(&s.now.question) {
				t.Errorf("%s takes %q, row %d", c.name, wrong, i)
			}
		}
	}
}

// A setting is a command that answers the same, with what differs from the model.
func TestASettingIsACommand(t *testing.T) {
	s := asked(t)
	press(s, keys.Bottom, keys.Right, keys.Right)
	got := s.Command(keys.Right)
	for _, want := range []string{"beagle predict ", "testdata/shop", " --users 10", " --cores host.HDD=3 --print"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	if strings.Contains(got, "speed") || strings.Contains(got, "host.CPU") {
		t.Errorf("%q says what the model says itself", got)
	}
	if got := s.Command(keys.View); got != "" {
		t.Errorf("without a service there is nothing to ask for: %q", got)
	}
}

func TestTheKeyOfTheOtherViewIsCalledByWhatItBrings(t *testing.T) {
	s := asked(t)
	seen(s, 80, 21)
	if s.Word(keys.View) != "" || s.Off(keys.View) != "" {
		t.Errorf("beside the curve the key is called %q, off %q", s.Word(keys.View), s.Off(keys.View))
	}
	press(s, keys.View)
	if s.Word(keys.View) != "see curve" {
		t.Errorf("beside the actions the key is called %q", s.Word(keys.View))
	}
	if body := seen(s, 120, 26); !strings.Contains(body, "response time over users") || !strings.Contains(body, "time in a run") || s.Off(keys.View) == "" {
		t.Errorf("a wide screen does not show both:\n%s", body)
	}
}

func TestInputsThatKeysDoNotChangeAreShown(t *testing.T) {
	s := asked(t)
	in := predict.Input{Text: `"TEXT"`}
	in.Variable.Name, in.Variable.Char = "type", model.ValueOf
	s.now.question.Inputs = append(s.now.question.Inputs, in)
	if body := seen(s, 80, 21); !strings.Contains(body, "type.VALUE (fixed)") || !strings.Contains(body, `"TEXT"`) {
		t.Error(body)
	}
}

func TestOneUserAloneHasNoThroughputAndThatIsSaid(t *testing.T) {
	s := asked(t)
	s.now.answer.Scenarios[0].Throughput, s.now.answer.Resources = nil, nil
	if body := seen(s, 80, 21); !strings.Contains(body, "One user alone: no queues") || strings.Contains(body, "bottleneck  ") {
		t.Error(body)
	}
}

func TestTheMachineThatAModelIsRatedForIsNamed(t *testing.T) {
	s := asked(t)
	s.original.Rating = &predict.Rating{Machine: "lab-1", From: "laptop", Clock: "cpu", Factor: 1.7, Low: 1.55, High: 1.82}
	if title, _ := s.Title(); title != "what if: shop on lab-1" {
		t.Errorf("the header says %q", title)
	}
	if body := strings.Join(strings.Fields(seen(s, 80, 21)), " "); !strings.Contains(body, "rated for lab-1: CPUs are 1.7 times as fast as on laptop (1.55 to 1.82") {
		t.Errorf("the rating is not said:\n%s", seen(s, 80, 21))
	}
}
