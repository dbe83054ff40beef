package links

import "beagle/pcm"

// Write writes the file to its path: whole or not at all.
func Write(f *File) error {
	data, err := f.Bytes()
	if err != nil {
		return err
	}
	_, err = pcm.WriteFile(f.Path, data, pcm.WriteOptions{})
	return err
}
