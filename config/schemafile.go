package config

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"beagle/internal/safe"
)

// SchemaFile lies beside a project's settings, so that editors complete and check their keys, of whoever has the project.
const SchemaFile = "beagle.schema.json"

// SchemaLine is what editors' YAML servers look for in the first lines of a file.
const SchemaLine = "# yaml-language-server: $schema=" + SchemaFile + "\n"

// WriteSchema writes the schema beside a file with settings that points to it, unless it is there already.
func WriteSchema(file string, text []byte) error {
	if !bytes.Contains(text, []byte(SchemaLine)) {
		return nil
	}
	schema, err := json.MarshalIndent(Schema(), "", "  ")
	if err != nil {
		return err
	}
	schema = append(schema, '\n')
	path := filepath.Join(filepath.Dir(file), SchemaFile)
	if present, err := os.ReadFile(path); err == nil && bytes.Equal(present, schema) {
		return nil
	}
	_, err = safe.WriteFile(path, schema, safe.WriteOptions{})
	return err
}
