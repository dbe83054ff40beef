package extension

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"beagle/extension"
	"beagle/extension/wire"
)

func (s *session) prepare(ctx context.Context, sections ...wire.OrderSection) (result wire.OrderResult, err error) {
	if sections == nil {
		sections = []wire.OrderSection{}
	}
	err = s.call(ctx, wire.PrepareOrder, wire.OrderParams{Project: s.folder, Work: s.folder, Clock: "cpu", Sections: sections, Services: []wire.OrderService{}}, &result)
	return result, err
}

func emptyOrder(ctx context.Context, s *session) (string, error) {
	result, err := s.prepare(ctx)
	if err == nil && len(result.Problems) > 0 {
		return "", wrong("it has problems with an order of nothing: %s", result.Problems[0].Message)
	}
	return "", err
}

func missingSource(ctx context.Context, s *session) (string, error) {
	nowhere := wire.Section{Unit: "nowhere", File: filepath.Join(s.folder, "nowhere.txt"), First: 7, Last: 7}
	result, err := s.prepare(ctx, wire.OrderSection{Kind: "demand", Code: nowhere, Element: "_check"})
	var refusal extension.RefusalError
	switch {
	case errors.As(err, &refusal):
		return "refused: " + refusal.Message, nil
	case err == nil && len(result.Problems) == 0:
		return "", errors.New("it says nothing of a section whose source is not there")
	case err == nil:
		return result.Problems[0].Message, nil
	}
	return "", err
}

func launches(ctx context.Context, s *session) (string, error) {
	if _, err := s.prepare(ctx); err != nil {
		return "", err
	}
	records := filepath.Join(s.folder, "records")
	if err := os.MkdirAll(records, 0o700); err != nil {
		return "", err
	}
	var result wire.LaunchResult
	err := s.call(ctx, wire.PrepareLaunch, wire.LaunchParams{Name: "check", Number: 1, Command: []string{"program", "with", "arguments"}, Dir: s.folder, Records: records, Env: map[string]string{"MINE": "kept"}}, &result)
	switch {
	case err != nil:
		return "", err
	case len(result.Command) == 0:
		return "", errors.New("it gives no command")
	case !slices.Contains(result.Command, "arguments"):
		return "", wrong("the user's arguments are not in its command %q", result.Command)
	case result.Env != nil && result.Env["MINE"] != "kept":
		return "", errors.New("the user's environment is not in its own")
	}
	return "", nil
}

func suffixes(_ context.Context, s *session) (string, error) {
	_, err := s.x.Language(s.said)
	if err != nil {
		return "", err
	}
	return s.said.Language.Suffixes[0], nil
}

func emptySource(ctx context.Context, s *session) (string, error) {
	var result wire.MethodsResult
	err := s.call(ctx, wire.Methods, wire.MethodsParams{Path: filepath.Join(s.folder, "empty"+s.said.Language.Suffixes[0])}, &result)
	if err == nil && len(result.Methods) > 0 {
		return "", errors.New("it finds methods in an empty source")
	}
	return "", err
}

// foreignSource has to be survived; there is no telling what parses in a language.
func foreignSource(ctx context.Context, s *session) (string, error) {
	var result wire.MethodsResult
	err := s.call(ctx, wire.Methods, wire.MethodsParams{Path: filepath.Join(s.folder, "foreign"+s.said.Language.Suffixes[0]), Text: "\x01 %PDF-1.7 )]} ((( \n \U0001f600 begin\n"}, &result)
	var refusal extension.RefusalError
	switch {
	case errors.As(err, &refusal):
		return "refused: " + refusal.Message, nil
	case err != nil:
		return "", err
	}
	return "", s.lives(ctx)
}
