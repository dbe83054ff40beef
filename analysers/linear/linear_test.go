package linear_test

import (
	"testing"

	"beagle/analysers/linear"
	"beagle/learn/analysertest"
)

func TestTables(t *testing.T) { analysertest.Run(t, linear.Analyser) }
