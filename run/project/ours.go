package project

import (
	"encoding/json"
	"strconv"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

const mostSide = 64 << 20

// ours marks the elements whose present values are measured means that Beagle wrote, as the file beside the model
// says.
func (p *Project) ours() {
	content, err := safe.ReadFile(p.Config.Model+run.SideFile, mostSide)
	if err != nil {
		return // nobody wrote anything, or nobody knows
	}
	var side struct {
		Elements []struct {
			ID          string               `json:"id"`
			Kind        string               `json:"kind"`
			StoEx       string               `json:"stoex"`
			Transitions []run.ProposedBranch `json:"transitions"`
			By          string               `json:"by"`
		} `json:"elements"`
	}
	if json.Unmarshal(content, &side) != nil {
		return
	}
	written := map[string]bool{}
	for _, e := range side.Elements {
		if e.By == run.ByMean {
			written[e.Kind+" "+e.ID+" "+e.StoEx+shares(e.Transitions)] = true
		}
	}
	for i := range p.Elements {
		e := &p.Elements[i]
		var present []run.ProposedBranch
		text := e.Old
		if e.Kind == model.Branch {
			text = ""
			for _, o := range e.Branches {
				present = append(present, run.ProposedBranch{Condition: o.Condition, Probability: &o.Probability})
			}
		}
		e.Mean = written[e.Kind.String()+" "+e.PCMID+" "+text+shares(present)]
	}
}

func (p *Project) asWritten() bool {
	content, err := safe.ReadFile(p.Config.Model+run.SideFile, mostSide)
	if err != nil {
		return false
	}
	var side struct {
		Written string `json:"written_sha256"`
	}
	return json.Unmarshal(content, &side) == nil && side.Written == p.Model
}

func shares(transitions []run.ProposedBranch) (text string) {
	for _, t := range transitions {
		if t.Condition != "" || t.Probability == nil {
			return "guarded"
		}
		text += strconv.FormatFloat(*t.Probability, 'g', 9, 64) + ";"
	}
	return text
}
