package project

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// What the build does not have is no part of the program: it is left out, and told. Where that is not sure, all is
// taken.
func TestFoldersThatTheBuildDoesNotHaveAreLeftOutAndTold(t *testing.T) {
	const pom = "<project><modules><module>shop</module></modules><profiles><profile><modules><module>bench</module></modules></profile></profiles></project>"
	for name, c := range map[string]struct {
		root map[string]string // beside shop, bench and attic, which have sources, tests and a build file each
		has  []string
		told bool
	}{
		"Maven's modules":                {map[string]string{"pom.xml": pom}, []string{"bench", "shop"}, true},
		"modules of modules":             {map[string]string{"pom.xml": "<project><modules><module>all</module></modules></project>", "all/pom.xml": "<project><modules><module>../shop</module></modules></project>"}, []string{"shop"}, true},
		"modules that properties name":   {map[string]string{"pom.xml": strings.Replace(pom, "bench", "${old}", 1)}, []string{"attic", "bench", "shop"}, false},
		"a pom that is none":             {map[string]string{"pom.xml": "<project>"}, []string{"attic", "bench", "shop"}, false},
		"a pom that has nothing":         {map[string]string{"pom.xml": "<project/>"}, []string{"attic", "bench", "shop"}, false},
		"no build of the whole":          {nil, []string{"attic", "bench", "shop"}, false},
		"Gradle's modules":               {map[string]string{"settings.gradle": "rootProject.name = 'whole'\ninclude 'shop',\n  ':bench' // as ever\n// include 'attic'\n/* attic */"}, []string{"bench", "shop"}, true},
		"Gradle's modules in Kotlin":     {map[string]string{"settings.gradle.kts": "plugins { id(\"x\") }\ninclude(\"shop\")\nproject(\":other\").projectDir = file(\"bench\")"}, []string{"bench", "shop"}, true},
		"modules that Gradle computes":   {map[string]string{"settings.gradle": "include 'shop'\nfile('.').eachDir { include it.name }"}, []string{"attic", "bench", "shop"}, false},
		"modules that others include":    {map[string]string{"settings.gradle": "apply from: 'modules.gradle'"}, []string{"attic", "bench", "shop"}, false},
		"modules that two builds have":   {map[string]string{"settings.gradle": "include 'shop'", "pom.xml": pom}, []string{"attic", "bench", "shop"}, false},
		"sources without a build file":   {map[string]string{"settings.gradle": "include 'shop'", "loose/src/main/java/L.java": "class L {}"}, []string{"loose", "shop"}, true},
		"a module that is not there yet": {map[string]string{"pom.xml": strings.Replace(pom, "bench", "gone", 1)}, []string{"shop"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for _, module := range []string{"shop", "bench", "attic"} {
				class := strings.ToUpper(module)
				files[module+"/src/main/java/"+class+".java"] = "class " + class + " {}"
				files[module+"/src/test/java/"+class+"Test.java"] = "class " + class + "Test {}"
				if c.root["settings.gradle"]+c.root["settings.gradle.kts"] != "" {
					files[module+"/build.gradle"] = ""
				} else {
					files[module+"/pom.xml"] = "<project/>"
				}
			}
			maps.Copy(files, c.root)
			p, err := Look(t.Context(), need.Folder(t, files))
			if err != nil {
				t.Fatal(err)
			}
			var has []string
			for _, m := range p.Modules {
				has = append(has, m.Name)
			}
			if !slices.Equal(has, c.has) {
				t.Errorf("it has %v, not %v", has, c.has)
			}
			told := slices.IndexFunc(p.Problems, func(p model.Problem) bool { return p.Rule == "not-built" })
			if told < 0 == c.told || c.told && (!strings.Contains(p.Problems[told].Message, "attic") || filepath.Dir(p.Problems[told].File) != p.Dir || p.Problems[told].Hint == "") {
				t.Errorf("told is %v", p.Problems)
			}
			left := func(file string) bool { return strings.Contains(filepath.ToSlash(file), "/attic/") }
			if c.told && (slices.ContainsFunc(p.Tests(), left) || slices.ContainsFunc(p.Builds(), left)) {
				t.Errorf("what is left out has tests or builds: %v %v", p.Tests(), p.Builds())
			}
		})
	}
}
