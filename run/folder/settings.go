package folder

import (
	"beagle/blackboard/store"
	"beagle/run"
)

// Begun is what a run began with.
func Begun(id string) (b Beginning, err error) {
	err = ofStore(id, func(db *store.Store) error {
		b, err = BeginningOf(db)
		return err
	})
	return b, err
}

// Settings are what a run was started with. Of a large model these are a small part of what
// it began with, and are read alone: commands need them before they show anything.
func Settings(id string) (cfg run.Config, err error) {
	err = ofStore(id, func(db *store.Store) error {
		found, err := db.GetField(beginningKey, "config", &cfg)
		return began(db, found, err)
	})
	return cfg, err
}

// ofStore opens the store of a run to read from it.
func ofStore(id string, read func(*store.Store) error) error {
	f, err := Find(id)
	if err != nil {
		return err
	}
	db, err := f.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	return read(db)
}
