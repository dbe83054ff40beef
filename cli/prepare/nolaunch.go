package prepare

import (
	"fmt"
	"strings"

	"beagle/extract/launches"
	"beagle/model"
)

func noLaunch(file string, drafts []launches.Found, idle []string) error {
	p := model.Problem{
		Severity: model.Error, Rule: "launch", File: file, Message: "the model is extracted, but nothing was found that could be launched to measure it: no class with main, and no test that runs a service",
		Hint: "write launch: into this file, with a command that uses the program, such as launch: [{command: [java, -cp, target/classes, demo.Main, input.txt]}], then: beagle model",
	}
	if len(drafts) > 0 {
		p.Message = "the model is extracted, but nothing was found that could be launched by itself to measure it: " + mainsOf(drafts)
		p.Hint = "their launches stand in this file as comments: put in what stands in capitals, take the # away, then: beagle model"
	}
	if n := len(idle); n > 0 {
		p.Message = "the model is extracted, but nothing that there is to launch measures it: " + strings.Join(idle[:min(n, mostTold)], "; ")
		if n > mostTold {
			p.Message += fmt.Sprintf("; and %d more", n-mostTold)
		}
		again := "have tests pass here that run services, remove the model's folder and this file, then: beagle model"
		if len(drafts) > 0 {
			again += "; " + mainsOf(drafts)
		}
		p.Hint = again + "; or: " + p.Hint
	}
	return p
}
