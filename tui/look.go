package tui

import (
	"context"
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

// Look is how a person wants the screens, as their own settings say.
type Look struct {
	Background string            // dark or light; else the terminal is asked
	Theme      string            // name of the theme; empty: by the terminal's background
	Colors     map[string]string // own colours by name
	NoMouse    bool              // mouse events are left to the terminal
	Keys       keys.Own          // own keys
	File       string            // that says so, for messages
	KeysLine   int               // line of the configuration at which keys begins, 1-based
	Err        error             // why these settings cannot be read; the screens say it
}

type lookKey struct{}

// WithLook makes all screens look so.
func WithLook(ctx context.Context, l Look) context.Context {
	return context.WithValue(ctx, lookKey{}, l)
}

// lookOf is how a person wants the screens; by default as Beagle does.
func lookOf(ctx context.Context) Look {
	l, _ := ctx.Value(lookKey{}).(Look)
	return l
}

// nextTheme shows all screens in the next theme, until they are left.
func (a *app) nextTheme() tea.Cmd {
	a.palette = a.palette.Next()
	a.restyle()
	return screen.Say("Theme: " + a.palette.Name + ". To keep it: screens.theme in your settings.")
}

// apply makes the screens look so; restore gives the keys back. The environment, which
// is nearer, wins.
func (l *Look) apply(a *app) (restore func(), err error) {
	if l.Err != nil {
		return nil, l.Err
	}
	wrong := func(what string, line int, err error) error {
		return model.Problem{Severity: model.Error, Rule: "screens", File: l.File, Line: line, Message: what + ": " + err.Error()}
	}
	if a.palette, err = theme.NewPalette(l.Theme, l.Colors); err != nil {
		return nil, wrong("screens.colors", 0, err)
	}
	if restore, err = keys.Rebind(l.Keys); err != nil {
		return nil, wrong("screens.keys", l.KeysLine, fmt.Errorf("%w", err))
	}
	background := os.Getenv("BEAGLE_THEME")
	if background == "" && l.Background != "auto" {
		background = l.Background
	}
	a.themed = background != ""
	a.env.Theme.Dark = background != "light"
	a.restyle()
	a.mouse = !l.NoMouse
	if word := os.Getenv("BEAGLE_MOUSE"); word != "" {
		a.mouse = word != "0"
	}
	return restore, nil
}
