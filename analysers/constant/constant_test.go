package constant_test

import (
	"testing"

	"beagle/analysers/analysertest"
	"beagle/analysers/constant"
)

func TestTables(t *testing.T) { analysertest.Run(t, constant.Analyser) }
