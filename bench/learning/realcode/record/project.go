package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"beagle/bench/learning/realcode"
	"beagle/links"
)

// project writes an ordinary Beagle project for all sections.
func project(dir string, sections []realcode.Section) error {
	if err := sources(filepath.Join(dir, "src", "sections")); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "sections.repository"), []byte(repository(sections)), 0o644); err != nil {
		return err
	}
	file := &links.File{Path: filepath.Join(dir, "links.xml")}
	for _, s := range sections {
		file.Links = append(file.Links, links.Link{Element: actionID(s), First: links.Position{Unit: s.Class, Offset: s.Offset}})
	}
	return links.Write(file)
}

func sources(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	paths, err := fs.Glob(realcode.Java, "java/sections/*.java")
	if err != nil {
		return err
	}
	for _, p := range paths {
		data, err := realcode.Java.ReadFile(p)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, path.Base(p)), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func serviceID(s realcode.Section) string {
	return "_" + strings.TrimPrefix(s.Class, "sections.") + "_" + s.Name
}

func actionID(s realcode.Section) string { return serviceID(s) + "_action" }

const (
	head = `<?xml version="1.0" encoding="UTF-8"?>
<repository:Repository xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:repository="http://palladiosimulator.org/PalladioComponentModel/Repository/5.2" xmlns:seff="http://palladiosimulator.org/PalladioComponentModel/SEFF/5.2" id="_sections" entityName="sections">
`
	component = `  <components__Repository xsi:type="repository:BasicComponent" id="_%[1]s" entityName="%[1]s">
    <providedRoles_InterfaceProvidingEntity xsi:type="repository:OperationProvidedRole" id="_%[1]s_provides" entityName="%[1]s" providedInterface__OperationProvidedRole="_I%[1]s"/>
`
	seff = `    <serviceEffectSpecifications__BasicComponent xsi:type="seff:ResourceDemandingSEFF" id="%[1]s_seff" describedService__SEFF="%[1]s">
      <steps_Behaviour xsi:type="seff:StartAction" id="%[1]s_start" entityName="start" successor_AbstractAction="%[1]s_action"/>
      <steps_Behaviour xsi:type="seff:InternalAction" id="%[1]s_action" entityName="%[2]s" predecessor_AbstractAction="%[1]s_start" successor_AbstractAction="%[1]s_stop">
        <resourceDemand_Action>
          <specification_ParametericResourceDemand specification="0"/>
          <requiredResource_ParametricResourceDemand href="pathmap://PCM_MODELS/Palladio.resourcetype#_oro4gG3fEdy4YaaT-RYrLQ"/>
        </resourceDemand_Action>
      </steps_Behaviour>
      <steps_Behaviour xsi:type="seff:StopAction" id="%[1]s_stop" entityName="stop" predecessor_AbstractAction="%[1]s_action"/>
    </serviceEffectSpecifications__BasicComponent>
`
	types = `  <dataTypes__Repository xsi:type="repository:CollectionDataType" id="_All" entityName="All">
    <innerType_CollectionDataType xsi:type="repository:PrimitiveDataType" href="pathmap://PCM_MODELS/PrimitiveTypes.repository#//@dataTypes__Repository.0"/>
  </dataTypes__Repository>
</repository:Repository>
`
)

// repository is the model: components first, then their interfaces.
func repository(sections []realcode.Section) string {
	var components, interfaces strings.Builder
	byClass := map[string][]realcode.Section{}
	var classes []string
	for _, s := range sections {
		name := strings.TrimPrefix(s.Class, "sections.")
		if !slices.Contains(classes, name) {
			classes = append(classes, name)
		}
		byClass[name] = append(byClass[name], s)
	}
	for _, class := range classes {
		fmt.Fprintf(&components, component, class)
		fmt.Fprintf(&interfaces, "  <interfaces__Repository xsi:type=\"repository:OperationInterface\" id=\"_I%[1]s\" entityName=\"%[1]s\">\n", class)
		for _, s := range byClass[class] {
			fmt.Fprintf(&components, seff, serviceID(s), s.Name)
			fmt.Fprintf(&interfaces, "    <signatures__OperationInterface id=%q entityName=%q>\n", serviceID(s), s.Name)
			for _, p := range s.Inputs {
				fmt.Fprintf(&interfaces, "      <parameters__OperationSignature parameterName=%q%s\n", p.Name, dataType(p.Type))
			}
			interfaces.WriteString("    </signatures__OperationInterface>\n")
		}
		components.WriteString("  </components__Repository>\n")
		interfaces.WriteString("  </interfaces__Repository>\n")
	}
	return head + components.String() + interfaces.String() + types
}

// dataType is the rest of a parameter's element: a primitive type or a collection.
func dataType(java string) string {
	index, primitive := map[string]int{"int": 0, "Integer": 0, "String": 1, "boolean": 2}[java]
	if !primitive {
		return ` dataType__Parameter="_All"/>`
	}
	return fmt.Sprintf(">\n        <dataType__Parameter xsi:type=\"repository:PrimitiveDataType\" href=\"pathmap://PCM_MODELS/PrimitiveTypes.repository#//@dataTypes__Repository.%d\"/>\n      </parameters__OperationSignature>", index)
}
