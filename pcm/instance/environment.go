package instance

import (
	"fmt"
	"strconv"
	"strings"

	"beagle/internal/xmi"
)

func (r *machines) environment() {
	x, root := r.root(environmentFile)
	if root == nil {
		return
	}
	for n := range root.All("resourceContainer_ResourceEnvironment") {
		r.container(x, n)
	}
	for n := range root.All("linkingResources__ResourceEnvironment") {
		r.link(x, n)
	}
}

func (r *machines) container(x *xmi.Index, n *xmi.Node) {
	c := &Container{Element: at(x, n)}
	r.containers[n] = c
	r.instance.Containers = append(r.instance.Containers, c)
	for spec := range n.All("activeResourceSpecifications_ResourceContainer") {
		c.Resources = append(c.Resources, r.resource(x, spec, c))
	}
	for inner := range n.All("nestedResourceContainers__ResourceContainer") {
		r.container(x, inner)
	}
}

func (r *machines) resource(x *xmi.Index, n *xmi.Node, c *Container) *Resource {
	res := &Resource{Element: at(x, n), Container: c, Replicas: 1}
	if to, ok := x.Follow(n, "activeResourceType_ActiveResourceSpecification"); ok {
		res.Type = to.Key
		res.Name = typeName(to)
	} else {
		r.problem(res.Element, "resource-type", "the resource of "+c.Name+" has no type", "choose CPU, HDD or DELAY")
	}
	if text, ok := n.Get("numberOfReplicas"); ok {
		count, err := strconv.Atoi(text)
		if err != nil || count < 1 || count > 1<<16 {
			r.problem(res.Element, "replicas", fmt.Sprintf("%q is no number of replicas", text), "write a whole number, at least 1")
		} else {
			res.Replicas = count
		}
	}
	policy, _ := x.Follow(n, "schedulingPolicy")
	switch key := policy.Key; {
	case key == "ProcessorSharing":
		res.Policy = ProcessorSharing
	case key == "FCFS":
		res.Policy = FCFS
	case key == "Delay":
		res.Policy = Delay
	case key == "" && res.Type == delayType:
		res.Policy = Delay
	default:
		r.problem(res.Element, "scheduling", fmt.Sprintf("the scheduling policy %q of %s is not known", key, res.Name), "choose ProcessorSharing, FCFS or Delay")
	}
	res.Rate = r.unbound(n.Child("processingRate_ProcessingResourceSpecification"), res.Element, "processing rate")
	return res
}

func (r *machines) link(x *xmi.Index, n *xmi.Node) {
	l := &Link{Element: at(x, n)}
	for id := range strings.FieldsSeq(n.Attr("connectedResourceContainers_LinkingResource")) {
		if c := r.containers[x.Resolve(id)]; c != nil {
			l.Containers = append(l.Containers, c)
		}
	}
	spec := n.Child("communicationLinkResourceSpecifications_LinkingResource")
	if spec == nil || len(l.Containers) == 0 {
		r.warn(l.Element, "link", "the linking resource joins nothing, or says nothing of its speed", "")
		return
	}
	l.Latency = r.unbound(spec.Child("latency_CommunicationLinkResourceSpecification"), l.Element, "latency")
	l.Throughput = r.unbound(spec.Child("throughput_CommunicationLinkResourceSpecification"), l.Element, "throughput")
	r.instance.Links = append(r.instance.Links, l)
}

const delayType = "_nvHX4KkREdyEA_b89s7q9w"

var resourceTypes = map[string]string{
	"_oro4gG3fEdy4YaaT-RYrLQ": "CPU",
	"_BIjHoQ3KEdyouMqirZIhzQ": "HDD",
	delayType:                 "DELAY",
}

func typeName(to xmi.Ref) string {
	if name := resourceTypes[to.Key]; name != "" {
		return name
	}
	if to.Node != nil && to.Node.Attr("entityName") != "" {
		return to.Node.Attr("entityName")
	}
	return to.Key
}

func (r *machines) allocation() {
	x, root := r.root(allocationFile)
	if root == nil {
		return
	}
	for n := range root.All("allocationContexts_Allocation") {
		container, _ := x.Follow(n, "resourceContainer_AllocationContext")
		context, _ := x.Follow(n, "assemblyContext_AllocationContext")
		c := r.containers[container.Node]
		switch {
		case c == nil:
			r.problem(at(x, n), "allocation", "the allocation leads to no resource container", "choose one of the .resourceenvironment")
		case context.Node == nil:
			r.problem(at(x, n), "allocation", "the allocation is of no assembly context", "choose one of the .system")
		default:
			r.allocated[context.Node] = c
		}
	}
}
