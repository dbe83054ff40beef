package folder

import (
	"time"

	"beagle/blackboard/store"
	"beagle/internal/safe"
	"beagle/run"
	"beagle/run/project"
)

// Begin writes what the run begins with.
func Begin(f Folder, p *project.Project, now time.Time) error {
	err := begin(f, p, now)
	if safe.Full(err) {
		return noFolder(err)
	}
	return err
}

// begin makes the run's store, and its run.json.
func begin(f Folder, p *project.Project, now time.Time) error {
	db, err := store.Open(f.Store())
	if err != nil {
		return err
	}
	defer db.Close()
	b, err := newBeginning(f.ID(), p, now)
	if err != nil {
		return err
	}
	if err := db.Put(StatusKey, Status{State: run.Preparing, Updated: now.UTC()}); err != nil {
		return err
	}
	return b.keep(db, f.Path("run.json"))
}
