package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/run"
)

// Editors find the schema by a comment; whoever removes it is left alone.
func TestNewSettingsPointToTheSchemaBesideThem(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, FileName)
	cfg := run.Config{Project: dir, Model: filepath.Join(dir, "shop.repository")}
	if err := Save(file, cfg); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "# yaml-language-server: $schema=beagle.schema.json\n") {
		t.Fatalf("%v %s", err, text)
	}
	schema, err := os.ReadFile(filepath.Join(dir, SchemaFile))
	if err != nil || !json.Valid(schema) {
		t.Fatalf("%v %s", err, schema)
	}
	own := strings.TrimPrefix(string(text), SchemaLine)
	if err := os.WriteFile(file, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, SchemaFile)); err != nil {
		t.Fatal(err)
	}
	cfg.Seed = 7
	if err := Save(file, cfg); err != nil {
		t.Fatal(err)
	}
	if text, _ = os.ReadFile(file); strings.Contains(string(text), "yaml-language-server") {
		t.Errorf("the line came back:\n%s", text)
	}
	if _, err := os.Stat(filepath.Join(dir, SchemaFile)); err == nil {
		t.Error("a schema that nobody asks for was written")
	}
}
