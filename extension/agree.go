package extension

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"beagle/internal/safe"
	"beagle/model"
)

// Agreements are the user's answers on the screen.
type Agreements map[string]string

const refused = "no "

func agreementsFile() string { return filepath.Join(xdg.StateHome, "beagle", "extensions.json") }

// ReadAgreements reads what was agreed to.
func ReadAgreements() (Agreements, error) {
	a := Agreements{}
	data, err := safe.ReadFile(agreementsFile(), 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &a)
	}
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Rule: "extension", File: agreementsFile(), Message: fmt.Sprintf("the list of extensions that you agreed to cannot be read: %v", safe.Cause(err)),
			Hint: "delete it; you are asked again",
		}
	}
	return a, nil
}

// Holds reports whether the user agreed to an extension as it is now.
func (a Agreements) Holds(f *Found) bool { return f.Hash != "" && a[f.Program] == f.Hash }

// Changed reports whether the user agreed to an extension that was another then.
func (a Agreements) Changed(f *Found) bool {
	return a[f.Program] != "" && !a.Holds(f) && !strings.HasPrefix(a[f.Program], refused)
}

// Answered reports whether the user has said yes or no to an extension as it is now.
func (a Agreements) Answered(f *Found) bool { return a.Holds(f) || a[f.Program] == refused+f.Hash }

// Answer notes the user's answer.
func (a Agreements) Answer(f *Found, yes bool) {
	if a[f.Program] = f.Hash; !yes {
		a[f.Program] = refused + f.Hash
	}
}

// Save keeps the agreements.
func (a Agreements) Save() error {
	data, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(agreementsFile()), 0o700); err != nil {
		return err
	}
	_, err = safe.WriteFile(agreementsFile(), append(data, '\n'), safe.WriteOptions{})
	return err
}
