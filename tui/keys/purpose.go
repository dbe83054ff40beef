package keys

// Purpose is the heading under which help lists an action.
type Purpose string

// The purposes, in the order of the help page.
const (
	Main    Purpose = "" // what the screen is for; its heading is the screen's title
	Looking Purpose = "Look closer and find"
	Keeping Purpose = "Copy and export"
	Walking Purpose = "Move"
	General Purpose = "Beagle"
)

// Purposes are all of them, in this order.
var Purposes = []Purpose{Main, Looking, Keeping, Walking, General}

// purposes has every action that is not Main.
var purposes = map[Action]Purpose{
	Filter: Looking, Sort: Looking, Shape: Looking, Fold: Looking, NextMatch: Looking, FirstError: Looking, Zoom: Looking, View: Looking, Tab: Looking,
	Left: Looking, Right: Looking, Source: Looking, Open: Looking, LogX: Looking, LogY: Looking, Axis: Looking, Rivals: Looking, Scale: Looking,
	Rows: Looking, Output: Looking, Freeze: Looking, Diff: Looking, Validate: Looking, WhatNow: Looking, Compare: Looking, Earlier: Looking,
	Copy: Keeping, Export: Keeping, Report: Keeping, Snapshot: Keeping, Commands: Keeping,
	Up: Walking, Down: Walking, PageUp: Walking, PageDown: Walking, Top: Walking, Bottom: Walking, Next: Walking, Previous: Walking,
	Help: General, Palette: General, Back: General, Mouse: General, Theme: General, Leave: General, Stop: General, Suspend: General,
}

// Purpose is the action's heading in help.
func (a Action) Purpose() Purpose { return purposes[a] }
