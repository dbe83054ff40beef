package links

import "beagle/internal/safe"

// Write writes the file to its path: whole or not at all.
func Write(f *File) error {
	data, err := f.Bytes()
	if err != nil {
		return err
	}
	_, err = safe.WriteFile(f.Path, data, safe.WriteOptions{})
	return err
}

// Rehash notes the present hashes of the model and of all linked files.
func (f *File) Rehash(repository []byte, sources *Sources) {
	f.Described = true
	f.Model = Hash{}
	f.Model.Value, _ = Sum("", repository)
	f.Hashes = nil
	seen := map[string]bool{}
	for _, link := range f.Links {
		name := link.First.Unit
		unit := sources.unit(name)
		if seen[name] || unit == nil {
			continue
		}
		seen[name] = true
		sum, _ := Sum("", unit.data)
		f.Hashes = append(f.Hashes, Hash{Unit: name, Value: sum})
	}
}
