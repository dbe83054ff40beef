//go:build !linux

package attached

import (
	"context"
	"errors"
)

var errNotHere = errors.New("attaching to a running JVM works on Linux only: measure the program from its start with beagle run")

// All is an error: only Linux is known.
func All() ([]*JVM, error) { return nil, errNotHere }

// Find is an error: only Linux is known.
func Find(int) (*JVM, error) { return nil, errNotHere }

func (j *JVM) gone() bool { return true }

func (j *JVM) folder() (string, error) { return "", errNotHere }

func (j *JVM) there(file string) string { return file }

func (j *JVM) give(string) error { return errNotHere }

func (j *JVM) load(context.Context, string, string) error { return errNotHere }
