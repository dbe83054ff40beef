package folder

import (
	"beagle/run"
)

// Begun is what a run began with.
func Begun(id string) (Beginning, error) {
	f, err := Find(id)
	if err != nil {
		return Beginning{}, err
	}
	db, err := f.Open()
	if err != nil {
		return Beginning{}, err
	}
	defer db.Close()
	return BeginningOf(db)
}

// Settings are what a run was started with.
func Settings(id string) (run.Config, error) {
	b, err := Begun(id)
	return b.Config, err
}
