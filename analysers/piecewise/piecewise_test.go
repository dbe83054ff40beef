package piecewise_test

import (
	"testing"

	"beagle/analysers/analysertest"
	"beagle/analysers/piecewise"
)

func TestTables(t *testing.T) { analysertest.Run(t, piecewise.Analyser) }
