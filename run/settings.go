package run

import "beagle/blackboard/store"

// Settings are what a run was started with.
func Settings(id string) (Config, error) {
	f, err := findFolder(id)
	if err != nil {
		return Config{}, err
	}
	db, err := store.Open(f.store())
	if err != nil {
		return Config{}, err
	}
	defer db.Close()
	b, err := beginningOf(db)
	return b.Config, err
}
