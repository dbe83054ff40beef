package pcm

import (
	"path"
	"strings"

	"beagle/model"
	"beagle/pcm/xmi"
)

// The resource types of PCM's own Palladio.resourcetype; their ids are the
// same in all versions.
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

// resourceOf reads what a demand demands.
func (x *index) resourceOf(demand *xmi.Node) model.Resource {
	r, ok := x.follow(demand, featureResource)
	if !ok {
		return model.Resource{}
	}
	href := r.key
	if r.file != "" {
		href = r.file + "#" + r.key
	}
	if name, known := resources[r.key]; known {
		return model.Resource{Name: name, Href: href}
	}
	if r.node != nil && r.node.Attr("entityName") != "" {
		return model.Resource{Name: r.node.Attr("entityName"), Href: href}
	}
	return model.Resource{Name: r.key, Href: href}
}

// cpu is the CPU in the form in which this file refers to resource types.
func (r *Repository) cpu() model.Resource {
	href := resourceFile + cpuID
	if r.index.resourceBase != "" {
		href = r.index.resourceBase + "#" + cpuID
	}
	return model.Resource{Name: "CPU", Href: href}
}

// noteResourceBase remembers the file by which the model refers to PCM's own
// resource types.
func (x *index) noteResourceBase(n *xmi.Node) {
	if x.resourceBase != "" || n.Local() != featureResource {
		return
	}
	file, id, _ := strings.Cut(n.Attr("href"), "#")
	if _, own := resources[id]; own && strings.HasSuffix(path.Base(file), ".resourcetype") {
		x.resourceBase = file
	}
}
