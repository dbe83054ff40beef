package config

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"beagle/internal/safe"
)

// SchemaFile is the JSON schema beside a project's settings.
const SchemaFile = "beagle.schema.json"

// SchemaLine is the comment by which the YAML language server of an editor finds the schema of a file.
const SchemaLine = "# yaml-language-server: $schema=" + SchemaFile + "\n"

// WriteSchema writes the schema beside a file with settings, unless it is there already.
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
