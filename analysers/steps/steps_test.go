package steps_test

import (
	"testing"

	"beagle/analysers/steps"
	"beagle/learn/analysertest"
)

func TestTables(t *testing.T) { analysertest.Run(t, steps.Analyser) }
