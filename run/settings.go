package run

// Settings are what a run was started with.
func Settings(id string) (Config, error) {
	f, err := findFolder(id)
	if err != nil {
		return Config{}, err
	}
	db, err := f.open()
	if err != nil {
		return Config{}, err
	}
	defer db.Close()
	b, err := beginningOf(db)
	return b.Config, err
}
