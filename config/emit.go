package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// emit writes a key as people do: sections and launches line by line, lists and names with values on one line.
func emit(indent, name string, v any) string {
	switch v := v.(type) {
	case yaml.MapSlice:
		return indent + name + ":\n" + emitAll(indent+"  ", v)
	case []yaml.MapSlice:
		all := indent + name + ":\n"
		for _, item := range v {
			all += indent + "  - " + strings.TrimPrefix(emitAll(indent+"    ", item), indent+"    ")
		}
		return all
	default:
		return indent + name + ": " + oneLine(v) + "\n"
	}
}

func emitAll(indent string, m yaml.MapSlice) string {
	all := ""
	for _, item := range m {
		all += emit(indent, fmt.Sprint(item.Key), item.Value)
	}
	return all
}

func oneLine(v any) string {
	var parts []string
	switch v := v.(type) {
	case string:
		return quoted(v)
	case []string:
		for _, one := range v {
			parts = append(parts, quoted(one))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]string:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, quoted(name)+": "+quoted(v[name]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case map[string][]string:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, quoted(name)+": "+oneLine(v[name]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case yaml.MapSlice:
		for _, item := range v {
			parts = append(parts, fmt.Sprint(item.Key)+": "+oneLine(item.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []yaml.MapSlice:
		for _, one := range v {
			parts = append(parts, oneLine(one))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
		return fmt.Sprint(v)
	}
}

var bare = regexp.MustCompile(`^[A-Za-z_./][A-Za-z0-9_./=@+-]*( [A-Za-z_][A-Za-z0-9_./=@+-]*)*$|^([0-9]+(ms|s|m|h))+$|^-[A-Za-z][A-Za-z0-9_./=@+-]*$`)

var reserved = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n", ".", ".inf", ".nan"}

func quoted(text string) string {
	if bare.MatchString(text) && !slices.Contains(reserved, strings.ToLower(text)) {
		return text
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
