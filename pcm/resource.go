package pcm

import (
	"path"
	"strings"

	"beagle/internal/xmi"
	"beagle/model"
)

// The resource types of PCM's own Palladio.resourcetype; their ids are the same in all versions.
var resources = map[string]string{
	"_oro4gG3fEdy4YaaT-RYrLQ": "CPU",
	"_BIjHoQ3KEdyouMqirZIhzQ": "HDD",
	"_nvHX4KkREdyEA_b89s7q9w": "DELAY",
	"_o3sScH2AEdyH8uerKnHYug": "LAN",
}

const (
	cpuID               = "_oro4gG3fEdy4YaaT-RYrLQ"
	resourceFile        = "pathmap://PCM_MODELS/Palladio.resourcetype#"
	featureResource     = "requiredResource_ParametricResourceDemand"
	featureDemandedSpec = "specification_ParametericResourceDemand" // PCM spells it so
)

func resourceOf(x *xmi.Index, demand *xmi.Node) model.Resource {
	r, ok := x.Follow(demand, featureResource)
	if !ok {
		return model.Resource{}
	}
	href := r.Key
	if r.File != "" {
		href = r.File + "#" + r.Key
	}
	if name, known := resources[r.Key]; known {
		return model.Resource{Name: name, Href: href}
	}
	if r.Node != nil && r.Node.Attr("entityName") != "" {
		return model.Resource{Name: r.Node.Attr("entityName"), Href: href}
	}
	return model.Resource{Name: r.Key, Href: href}
}

func (x *extraction) cpu() model.Resource {
	href := resourceFile + cpuID
	if x.resourceBase != "" {
		href = x.resourceBase + "#" + cpuID
	}
	return model.Resource{Name: "CPU", Href: href}
}

func survey(root *xmi.Node) (steps int, calls []*xmi.Node, resourceTypes string) {
	for n := range root.Walk() {
		switch n.Local() {
		case featureSteps:
			if steps++; class(n) == classExternalCall {
				calls = append(calls, n)
			}
		case featureResource:
			file, id, _ := strings.Cut(n.Attr("href"), "#")
			if _, own := resources[id]; own && resourceTypes == "" && strings.HasSuffix(path.Base(file), ".resourcetype") {
				resourceTypes = file
			}
		}
	}
	return steps, calls, resourceTypes
}
