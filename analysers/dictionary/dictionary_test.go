package dictionary_test

import (
	"testing"

	"beagle/analysers/dictionary"
	"beagle/learn/analysertest"
)

func TestTables(t *testing.T) { analysertest.Run(t, dictionary.Analyser) }
