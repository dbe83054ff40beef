package piecewise_test

import (
	"testing"

	"beagle/analysers/piecewise"
	"beagle/learn/analysertest"
)

func TestTables(t *testing.T) { analysertest.Run(t, piecewise.Analyser) }
