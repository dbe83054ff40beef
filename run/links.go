package run

import (
	"os"

	"beagle/model"
	"beagle/pcm"
	"beagle/pcm/links"
	"beagle/run/javacode"
)

// attach finds the elements' places in the source.
func (p *Project) attach(repository *pcm.Repository) error {
	for _, folder := range p.Config.Sources {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return model.Problem{
				Severity: model.Error, Rule: "sources", File: folder, Message: "the source folder does not exist or is no folder",
				Hint: "correct sources: in beagle.yaml; paths start from the folder of that file",
			}
		}
	}
	file := &links.File{}
	if p.Config.Links != "" {
		var err error
		if file, err = links.Read(p.Config.Links); err != nil {
			return err
		}
		p.Problems = append(p.Problems, file.CheckModel(repository.Bytes())...)
	}
	file, problems := file.Follow(repository.Elements(), p.Services, p.Config.Sources, javacode.Code{})
	p.Problems = append(p.Problems, problems...)
	p.Elements, p.Entries, problems = file.Attach(repository.Elements(), p.Services, p.Config.Sources)
	p.Problems = append(p.Problems, problems...)
	return nil
}
