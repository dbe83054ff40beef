package dictionary_test

import (
	"testing"

	"beagle/analysers/analysertest"
	"beagle/analysers/dictionary"
)

func TestTables(t *testing.T) { analysertest.Run(t, dictionary.Analyser) }
