package components

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"beagle/extract"
	"beagle/extract/rules"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

// shop is a program whose rules are told from its choices, without sources.
func shop(t *testing.T) (*Screen, *[]rules.Choices) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "Basket.java")
	if err := os.WriteFile(file, []byte("package shop;\n\npublic class Basket {\n    int total;\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	class := func(name string) extract.Class { return extract.Class{Name: "shop." + name, File: file, Line: 3} }
	first := &extract.Division{Rule: rules.ByPackages, Components: []extract.Part{
		{Name: "sale", Classes: []extract.Class{class("Basket"), class("Cashier")}, Services: 4, Entered: 2},
		{Name: "stock", Classes: []extract.Class{class("Store")}, Services: 1},
	}}
	var asked []rules.Choices
	th := theme.New(true, false)
	s := New(&screen.Env{Ctx: t.Context(), Theme: &th, Go: screen.Send}, "shop", first, func(_ context.Context, c rules.Choices) (*extract.Division, error) {
		asked = append(asked, c)
		if slices.Contains(c.Ignore, "shop.Store") {
			return nil, errors.New("no component is left that another one calls")
		}
		d := &extract.Division{Rule: c.By, Choices: c}
		if c.By != rules.ByChoice {
			d.Components = first.Components
		}
		for name, classes := range c.Components {
			part := extract.Part{Name: name}
			for _, one := range classes {
				part.Classes = append(part.Classes, class(strings.TrimPrefix(one, "shop.")))
			}
			d.Components = append(d.Components, part)
		}
		slices.SortFunc(d.Components, func(a, b extract.Part) int { return strings.Compare(a.Name, b.Name) })
		return d, nil
	})
	return s, &asked
}

// press does what keys ask for, and all that follows at once; it gives the last
// notice.
func press(s *Screen, actions ...keys.Action) (said string) {
	for _, action := range actions {
		for cmd := s.Act(action); cmd != nil; {
			msg := cmd()
			if n, ok := msg.(screen.Notice); ok {
				said = n.Text
			}
			cmd = s.Update(msg)
		}
	}
	return said
}

func typed(s *Screen, text string) {
	for _, r := range text {
		s.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func names(s *Screen) string {
	var all []string
	for _, p := range s.now.Components {
		all = append(all, p.Name)
	}
	return strings.Join(all, " ")
}

func TestTheTreeLooksAsItDid(t *testing.T) {
	s, _ := shop(t)
	pictures := ""
	for _, size := range [][2]int{{80, 20}, {120, 12}, {40, 8}} {
		press(s, keys.Right, keys.Toggle)
		lines := s.Body(size[0], size[1])
		if len(lines) != size[1] {
			t.Errorf("%d lines of %v", len(lines), size)
		}
		for _, line := range lines {
			if w := ansi.StringWidth(line); w > size[0] {
				t.Errorf("%q is %d wide", ansi.Strip(line), w)
			}
		}
		pictures += ansi.Strip(strings.Join(lines, "\n")) + "\n====\n"
	}
	golden.RequireEqual(t, []byte(pictures))
}

func TestMarkedComponentsBecomeOne(t *testing.T) {
	s, asked := shop(t)
	if s.Off(keys.Merge) == "" {
		t.Error("nothing is marked, and could be merged")
	}
	press(s, keys.Toggle, keys.Down, keys.Toggle, keys.Merge)
	if got := names(s); got != "sale" {
		t.Errorf("there are %s", got)
	}
	if c := (*asked)[0]; c.By != rules.ByChoice || strings.Join(c.Components["sale"], " ") != "shop.Basket shop.Cashier shop.Store" {
		t.Errorf("asked for %+v", c)
	}
	press(s, keys.Undo)
	if got := names(s); got != "sale stock" {
		t.Errorf("after undo there are %s", got)
	}
}

func TestAComponentIsSplitByItsClassesAndAClassParted(t *testing.T) {
	s, _ := shop(t)
	press(s, keys.Split)
	if got := names(s); got != "Basket Cashier stock" {
		t.Errorf("there are %s", got)
	}
	press(s, keys.Undo, keys.Right, keys.Down, keys.Split) // the class Basket
	if got := names(s); got != "Basket sale stock" {
		t.Errorf("there are %s", got)
	}
}

func TestANameIsTypedAndMayNotBeAnothers(t *testing.T) {
	s, _ := shop(t)
	press(s, keys.Change)
	typed(s, "s")
	press(s, keys.Enter)
	if got := names(s); got != "sales stock" {
		t.Errorf("there are %s", got)
	}
	press(s, keys.Bottom, keys.Change)
	s.rename.Text = "sales"
	if said := press(s, keys.Enter); !strings.Contains(said, "already") {
		t.Errorf("said %q", said)
	}
}

func TestWhatCannotBeIsSaidAndChangesNothing(t *testing.T) {
	s, _ := shop(t)
	if said := press(s, keys.Bottom, keys.Reject); !strings.Contains(said, "no component is left") {
		t.Errorf("said %q", said)
	}
	if got := names(s); got != "sale stock" || s.Off(keys.Undo) == "" {
		t.Errorf("there are %s", got)
	}
}

func TestTheRulesFollowOneAnother(t *testing.T) {
	s, asked := shop(t)
	for range 7 {
		press(s, keys.View)
	}
	var got []string
	for _, c := range *asked {
		got = append(got, c.By)
	}
	if want := "cycles subpackages interfaces classes annotations modules packages"; strings.Join(got, " ") != want {
		t.Errorf("asked for %v", got)
	}
}

func TestOnlyEnterTakesTheComponents(t *testing.T) {
	s, _ := shop(t)
	press(s, keys.View, keys.Leave)
	if _, taken := s.Taken(); taken {
		t.Error("leaving took them")
	}
	press(s, keys.Enter)
	if c, taken := s.Taken(); !taken || c.By != rules.ByCycles {
		t.Errorf("took %+v %v", c, taken)
	}
}

func TestServicesAreEnteredAndInterfacesBoundByAPerson(t *testing.T) {
	s, asked := shop(t)
	s.now.Components[0].Offers = []extract.Offer{{Name: "shop.Cashier.pay", File: s.now.Components[0].Classes[0].File, Line: 3}, {Name: "shop.Cashier.open", Entered: true}}
	s.now.Bindings = []extract.Binding{{For: "shop.Ledger", Taken: "Paper", All: []string{"Paper", "Disk"}}}
	before := s.now
	press(s, keys.Right, keys.Down, keys.Down, keys.Down)
	picture := ansi.Strip(strings.Join(s.Body(60, 22), "\n"))
	for _, want := range []string{"      Cashier.pay()", "Cashier.open()", "behind Ledger stands Paper", "1 other class", "Basket.java:3"} {
		if !strings.Contains(picture, want) {
			t.Errorf("%q is not in\n%s", want, picture)
		}
	}
	if s.Off(keys.Reject) == "" || s.Off(keys.Change) == "" {
		t.Error("a service could be left out like a component")
	}
	press(s, keys.Toggle)
	if got := (*asked)[0].Services; !slices.Equal(got, []string{"shop.Cashier.pay"}) {
		t.Errorf("entered are %v", got)
	}
	s.now = before
	if said := press(s, keys.Down, keys.Toggle); !strings.Contains(said, "it is entered by the start of the program") {
		t.Errorf("said %q", said)
	}
	s.now = before
	press(s, keys.Bottom, keys.Toggle)
	if got := (*asked)[1].Bind["shop.Ledger"]; got != "Disk" {
		t.Errorf("behind it stands %s", got)
	}
	s.now = before
	if press(s, keys.Bottom, keys.Right); s.Off(keys.Right) == "" || s.Word(keys.Toggle) != "next class" {
		t.Error("a binding can be opened")
	}
}

func TestServicesAreJoinedAndSplitWhereTheTreeSaysWhatTheyTake(t *testing.T) {
	s, asked := shop(t)
	part := &s.now.Components[0]
	part.Offers = []extract.Offer{
		{Name: "shop.Cashier.pay", File: part.Classes[0].File, Line: 3, Entered: true, Tried: &rules.Tried{Calls: 1000, Took: 2e6, Share: 0.75}},
		{Name: "shop.Cashier.count", File: part.Classes[0].File, Line: 3, Inside: true, Tried: &rules.Tried{Calls: 1e5, Took: 2e6, Share: 0.01, Brief: true}},
	}
	before := s.now
	press(s, keys.Right, keys.Down, keys.Down, keys.Down)
	picture := ansi.Strip(strings.Join(s.Body(120, 22), "\n"))
	for _, want := range []string{"entered   75 %", "part  1.0 %", "Trial: 1,000 calls, 2 µs each, 75 % of the time", "m leaves it to its callers."} {
		if !strings.Contains(picture, want) {
			t.Errorf("%q is not in\n%s", want, picture)
		}
	}
	press(s, keys.Merge)
	if got := (*asked)[0].Inside; !slices.Equal(got, []string{"shop.Cashier.pay"}) {
		t.Errorf("left to its callers are %v", got)
	}
	s.now = before
	press(s, keys.Down)
	if picture := ansi.Strip(strings.Join(s.Body(120, 22), "\n")); !strings.Contains(picture, "A call is shorter than 20 probes") {
		t.Errorf("the reason is not in\n%s", picture)
	}
	press(s, keys.Split)
	if got := (*asked)[1].Services; !slices.Equal(got, []string{"shop.Cashier.count"}) {
		t.Errorf("services are %v", got)
	}
}

func TestOverTheWizardTakenComponentsAreWrittenAndTheStepGoesOn(t *testing.T) {
	alone, _ := shop(t)
	wrong := errors.New("the disk is full")
	var wrote []rules.Choices
	var got run.Config
	program := Program{Name: "shop", Division: alone.now, Divide: alone.decide, Write: func(_ context.Context, c rules.Choices, cfg run.Config) (run.Config, error) {
		wrote = append(wrote, c)
		cfg.Model = "shop.repository"
		return cfg, wrong
	}}
	s := Over(alone.env, program, run.Config{Project: "here"}, func(cfg run.Config) tea.Cmd {
		got = cfg
		return nil
	})
	if said := press(s, keys.Enter); !strings.Contains(said, "the disk is full") || got.Model != "" {
		t.Errorf("said %q, went on with %+v", said, got)
	}
	wrong = nil
	press(s, keys.View, keys.Enter)
	if got.Model != "shop.repository" || got.Project != "here" || wrote[1].By != rules.ByCycles {
		t.Errorf("went on with %+v after %+v", got, wrote)
	}
	left := s.Act(keys.Back)
	if _, closed := left().(screen.Close); !closed {
		t.Error("esc does not go back to the wizard")
	}
}

func TestAFilterShowsClassesAndTheirComponents(t *testing.T) {
	s, _ := shop(t)
	press(s, keys.Filter)
	typed(s, "cash")
	press(s, keys.Enter)
	all := s.rows()
	if len(all) < 2 || all[0].part.Name != "sale" || all[1].class == nil || all[1].class.Name != "shop.Cashier" {
		t.Errorf("there are %+v", all)
	}
	press(s, keys.Filter)
	typed(s, "zzz")
	press(s, keys.Enter)
	if len(s.rows()) != 0 || s.Off(keys.Reject) == "" || !strings.Contains(strings.Join(s.Body(80, 20), "\n"), "No match") {
		t.Errorf("there are %+v", s.rows())
	}
	press(s, keys.Back)
	if len(s.rows()) < 2 {
		t.Error("the filter stays")
	}
}

func TestComponentsAreExportedWithClassesAndServices(t *testing.T) {
	s, _ := shop(t)
	table := s.table()
	if len(table) < 3 || strings.Join(table[0][:3], " ") != "sale class shop.Basket" {
		t.Errorf("exported %q", table)
	}
}
