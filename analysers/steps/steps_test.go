package steps_test

import (
	"testing"

	"beagle/analysers/analysertest"
	"beagle/analysers/steps"
)

func TestTables(t *testing.T) { analysertest.Run(t, steps.Analyser) }
