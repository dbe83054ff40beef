package sums_test

import (
	"testing"

	"beagle/analysers/sums"
	"beagle/learn/analysertest"
)

func TestTables(t *testing.T) { analysertest.Run(t, sums.Analyser) }
