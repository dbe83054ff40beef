package keys

// Purpose is what an action is for; help groups by it.
type Purpose string

// The purposes, in the order of the help page.
const (
	Main    Purpose = "" // what the screen is there for
	Looking Purpose = "Look closer and find"
	Keeping Purpose = "Copy and export"
	Walking Purpose = "Move"
	General Purpose = "Beagle"
)

// Purposes lists them in the order of the help page.
var Purposes = []Purpose{Main, Looking, Keeping, Walking, General}

// purposes are those of actions that are not what a screen is there for.
var purposes = map[Action]Purpose{
	Filter: Looking, Sort: Looking, Shape: Looking, Fold: Looking, NextMatch: Looking, FirstError: Looking, Zoom: Looking, View: Looking, Tab: Looking,
	Left: Looking, Right: Looking, Source: Looking, Open: Looking, LogX: Looking, LogY: Looking, Axis: Looking, Rivals: Looking, Scale: Looking,
	Rows: Looking, Output: Looking, Freeze: Looking, Diff: Looking, Validate: Looking, WhatNow: Looking, Compare: Looking, Earlier: Looking,
	Copy: Keeping, Export: Keeping, Report: Keeping, Snapshot: Keeping, Commands: Keeping,
	Up: Walking, Down: Walking, PageUp: Walking, PageDown: Walking, Top: Walking, Bottom: Walking, Next: Walking, Previous: Walking,
	Help: General, Palette: General, Back: General, Mouse: General, Theme: General, Leave: General, Stop: General, Suspend: General,
}

// Purpose is what the action is for.
func (a Action) Purpose() Purpose { return purposes[a] }
