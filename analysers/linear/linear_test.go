package linear_test

import (
	"testing"

	"beagle/analysers/analysertest"
	"beagle/analysers/linear"
)

func TestTables(t *testing.T) { analysertest.Run(t, linear.Analyser) }
