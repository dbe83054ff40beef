package stepwise_test

import (
	"testing"

	"beagle/analysers/analysertest"
	"beagle/analysers/stepwise"
)

func TestTables(t *testing.T) { analysertest.Run(t, stepwise.Analyser) }
