package run

import (
	"beagle/model"
	"beagle/pcm"
)

// attach finds the elements' places in the source.
func (p *Project) attach(repository *pcm.Repository, _ []string) error {
	p.Elements = repository.Elements()
	p.Entries = map[string]model.Section{}
	return nil
}
