package jdk

import (
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

func TestLongChainsOfCallsCompile(t *testing.T) {
	need.Java(t)
	folder := t.TempDir()
	file := filepath.Join(folder, "Chain.java")
	source := "class Chain { String text() { return new StringBuilder()" + strings.Repeat(".append(1)", 3000) + ".toString(); } }"
	if err := WriteFile(file, []byte(source)); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), "", filepath.Join(folder, "log"), "-d", folder, file); err != nil {
		t.Error(err)
	}
}
