package extension

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"beagle/extension"
	"beagle/extension/wire"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
)

func modelSuffixes(_ context.Context, s *session) (string, error) {
	a, err := s.x.Adapter(s.said)
	if err != nil {
		return "", err
	}
	return a.Suffixes()[0], nil
}

func (s *session) example(text string) (adapter.Adapter, adapter.Model, error) {
	a, err := s.x.Adapter(s.said)
	if err != nil {
		return nil, nil, err
	}
	if text == "" {
		return nil, nil, errors.New("its handshake has no example of a model, which these cases need")
	}
	path := filepath.Join(s.folder, "example"+a.Suffixes()[0])
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return nil, nil, err
	}
	m, err := a.Read(path)
	return a, m, err
}

func (s *session) text() string {
	if s.said.Adapter == nil {
		return ""
	}
	return s.said.Adapter.Example
}

func exampleModel(_ context.Context, s *session) (string, error) {
	_, m, err := s.example(s.text())
	switch {
	case err != nil:
		return "", err
	case len(m.Elements()) == 0 || len(m.Services()) == 0:
		return "", errors.New("the example has no element or no service")
	}
	return quantity.Plural(len(m.Elements()), "element", "elements") + " of " + quantity.Plural(len(m.Services()), "service", "services"), nil
}

func foreignModel(ctx context.Context, s *session) (string, error) {
	err := s.call(ctx, wire.ReadModel, wire.ModelParams{Path: filepath.Join(s.folder, "foreign"), Text: "\x01 %PDF-1.7 <a></b> {\n\U0001f600"}, &wire.ModelResult{})
	var refusal extension.RefusalError
	switch {
	case errors.As(err, &refusal):
		return "refused: " + refusal.Message, s.lives(ctx)
	case err == nil:
		return "", errors.New("it reads what is no model; it must answer with an error")
	}
	return "", err
}

// newValue is what the case of changes gives every number.
const newValue = 12345.5

func changesModel(_ context.Context, s *session) (string, error) {
	a, before, err := s.example(s.text())
	if err != nil {
		return "", err
	}
	var changes []adapter.Change
	for _, e := range before.Elements() {
		c := adapter.Change{Element: e}
		for i := range e.Branches {
			share := 0.0
			if i == 0 {
				share = 1
			}
			c.Transitions = append(c.Transitions, adapter.Transition{ID: e.Branches[i].ID, Probability: &share})
		}
		if e.Kind != model.Branch {
			if c.Expression, err = a.Say(&e, expression.Constant(newValue)); err != nil {
				return "", err
			}
		}
		changes = append(changes, c)
	}
	data, introduced, err := before.Calibrate(changes)
	switch {
	case err != nil:
		return "", err
	case len(introduced) > 0:
		return "", wrong("the changed model has a problem that the example has not: %s", introduced[0].Message)
	}
	_, after, err := s.example(string(data))
	if err != nil {
		return "", err
	}
	return stays(before.Elements(), after.Elements())
}

func stays(before, after []model.Element) (string, error) {
	if len(before) != len(after) {
		return "", wrong("the example has %d elements, the changed one %d", len(before), len(after))
	}
	for i := range before {
		x, y := &before[i], &after[i]
		switch {
		case x.ID != y.ID || x.Kind != y.Kind:
			return "", wrong("element %s became %s", x.ID, y.ID)
		case x.Kind == model.Branch && (len(y.Branches) == 0 || y.Branches[0].Probability != 1):
			return "", wrong("the branch %s has not its new probabilities", x.ID)
		case x.Kind != model.Branch && x.Old == y.Old:
			return "", wrong("%s has its old value %q still", x.ID, y.Old)
		}
	}
	return fmt.Sprintf("%s changed", quantity.Plural(len(after), "value", "values")), nil
}

func judgesText(_ context.Context, s *session) (string, error) {
	a, m, err := s.example(s.text())
	if err != nil {
		return "", err
	}
	for _, e := range m.Elements() {
		if e.Kind != model.Branch {
			if len(a.Check(&e, ")(")) == 0 {
				return "", errors.New("it finds nothing wrong with )(")
			}
			return "", nil
		}
	}
	return "", nil
}
