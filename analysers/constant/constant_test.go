package constant_test

import (
	"testing"

	"beagle/analysers/constant"
	"beagle/learn/analysertest"
)

func TestTables(t *testing.T) { analysertest.Run(t, constant.Analyser) }
