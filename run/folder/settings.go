package folder

import (
	"beagle/run"
)

// Settings are what a run was started with.
func Settings(id string) (run.Config, error) {
	f, err := Find(id)
	if err != nil {
		return run.Config{}, err
	}
	db, err := f.Open()
	if err != nil {
		return run.Config{}, err
	}
	defer db.Close()
	b, err := BeginningOf(db)
	return b.Config, err
}
