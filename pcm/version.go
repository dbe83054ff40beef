package pcm

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

var bases = []string{
	"http://palladiosimulator.org/PalladioComponentModel/",
	"http://sdq.ipd.uka.de/PalladioComponentModel/",
}

var versions = []string{"5.0", "5.1", "5.2"}

// splitNamespace takes a PCM namespace apart.
func splitNamespace(uri string) (pkg, version string) {
	for _, base := range bases {
		rest, ok := strings.CutPrefix(uri, base)
		if !ok {
			continue
		}
		slash := strings.LastIndexByte(rest, '/')
		if slash < 0 {
			return "", rest
		}
		return rest[:slash], rest[slash+1:]
	}
	return "", ""
}

// class is the PCM class of an element by its xsi:type.
func class(n *xmi.Node) string {
	space, local := n.Type()
	pkg, version := splitNamespace(space)
	if version == "" {
		return ""
	}
	if c := actions[pkg+"/"+local]; c != "" {
		return c
	}
	return pkg + "/" + local
}

// actions are the classes that a model has most of: class gives them without making the text anew.
var actions = func() map[string]string {
	m := map[string]string{}
	for _, c := range []string{classInternalAction, classLoop, classBranch, classExternalCall, classStart, classStop} {
		m[c] = c
	}
	return m
}()

const (
	featureSEFF   = "serviceEffectSpecifications__BasicComponent"
	featureSteps  = "steps_Behaviour"
	featureDemand = "resourceDemand_Action"
	featureInput  = "inputVariableUsages__CallAction"
	featureChar   = "variableCharacterisation_VariableUsage"
)

const (
	classInternalAction     = "SEFF/InternalAction"
	classLoop               = "SEFF/LoopAction"
	classBranch             = "SEFF/BranchAction"
	classExternalCall       = "SEFF/ExternalCallAction"
	classGuarded            = "SEFF/GuardedBranchTransition"
	classProbabilistic      = "SEFF/ProbabilisticBranchTransition"
	classCollectionIterator = "SEFF/CollectionIteratorAction"
	classInternalCall       = "SEFF/InternalCallAction"
	classStart              = "SEFF/StartAction"
	classStop               = "SEFF/StopAction"
	classAcquire            = "SEFF/AcquireAction"
	classBasicComponent     = "Repository/BasicComponent"
	classPrimitiveType      = "Repository/PrimitiveDataType"
	classCollectionType     = "Repository/CollectionDataType"
	classCompositeType      = "Repository/CompositeDataType"
	classVariableReference  = "VariableReference"
	classNamespaceReference = "NamespaceReference"
	namespaceOfStoex        = "http://sdq.ipd.uka.de/StochasticExpressions/"
	namespaceOfStoexAtPCM5  = "http://sdq.ipd.uka.de/StochasticExpressions/2.2"
	wrapper                 = "XMI"
	supported               = "5.0, 5.1 or 5.2"
	hintUpgrade             = "open the model in Palladio-Bench 4.x, which migrates it, save it, and use the saved file"
)

func findRoot(name string, doc *xmi.Document) (*xmi.Node, string, error) {
	root := doc.Root
	if root.Local() == wrapper && xmi.IsXMI(root.Space()) {
		for c := range doc.Root.Children() {
			if isRepository(c) {
				root = c
				break
			}
		}
	}
	pkg, version := splitNamespace(root.Space())
	problem := model.Problem{Severity: model.Error, File: name, Line: root.Line(), Rule: "namespace"}
	switch {
	case pkg != "Repository" || root.Local() != "Repository":
		problem.Message = fmt.Sprintf("this is no Palladio repository: its root element is <%s>", safe.Clip(root.Name))
		problem.Hint = "name a .repository file; systems, allocations and usage models hold no services"
		return nil, "", problem
	case !slices.Contains(versions, version):
		problem.Message = fmt.Sprintf("the model is written in PCM %s; Beagle reads PCM %s", safe.Clip(version), supported)
		if problem.Hint = hintUpgrade; version > "5.2" {
			problem.Hint = "use a newer Beagle, or save the model with the Palladio-Bench that wrote PCM 5.2"
		}
		return nil, "", problem
	}
	if old := oldDialect(doc, root); old != nil {
		problem.Line = old.Line()
		problem.Message = fmt.Sprintf("the model says PCM %s, but its services are written as in PCM 1.0 to 4.0", version)
		problem.Hint = hintUpgrade
		return nil, "", problem
	}
	return root, version, nil
}

func isRepository(n *xmi.Node) bool {
	pkg, _ := splitNamespace(n.Space())
	return pkg == "Repository" && n.Local() == "Repository"
}

// oldDialect finds a service that is written in the dialect of PCM 1.0 to 4.0 inside a newer file.
func oldDialect(doc *xmi.Document, root *xmi.Node) *xmi.Node {
	old := map[string]bool{}
	for _, uri := range doc.Root.Namespaces() {
		pkg, version := splitNamespace(uri)
		old[uri] = pkg == "SEFF" && (version == "1.0" || version == "4.0")
	}
	for component := range root.All("components__Repository") {
		for seff := range component.All(featureSEFF) {
			if space, _ := seff.Type(); old[space] {
				return seff
			}
		}
	}
	return nil
}
