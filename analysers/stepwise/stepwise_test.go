package stepwise_test

import (
	"testing"

	"beagle/analysers/stepwise"
	"beagle/learn/analysertest"
)

func TestTables(t *testing.T) { analysertest.Run(t, stepwise.Analyser) }
