package extract

import (
	"maps"
	"testing"

	"beagle/extract/rules"
	"beagle/internal/need"
)

// Accessors that an annotation processor makes are known by the annotation and the field, though the processor does
// not run: calls of them are resolved, and so are calls on what they get. What has no annotation has no accessor.
func TestAccessorsThatAnAnnotationGeneratesAreResolved(t *testing.T) {
	need.Java(t)
	t.Parallel()
	r := extracted(t, written(t, map[string]string{
		"Data": "public @interface Data {}", "Getter": "public @interface Getter {}",
		"Order": "@Data\npublic class Order {\n  private int size;\n  private boolean urgent;\n  private final String isle = \"a\";\n  private Store store;\n}",
		"Store": "public class Store {\n  @Getter private int total;\n  private int hidden;\n  public int put(int n) {\n    for (int i = 0; i < n; i++) total += i;\n    return hidden;\n  }\n}",
		"Desk": "public class Desk {\n  private final Store store = new Store();\n  public int run(Order o, int n) {\n    o.setSize(n);\n    store.put(o.getSize());\n" +
			"    o.getStore().put(o.isUrgent() ? store.getTotal() : o.getIsle().length());\n" +
			"    o.setIsle(\"b\");\n    return store.getHidden() + o.getUrgent() + o.getSize(1);\n  }\n}", // none of these is made
		"Main": "public class Main {\n  public static void main(String[] args) {\n    new Desk().run(new Order(), args.length);\n  }\n}",
	}), Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Desk": {"Desk"}, "Store": {"Store"}}}})
	if want := map[string]int{"demo.Order": 3, "demo.Store": 1}; r.Program.Unresolved != 4 || !maps.Equal(r.Program.Missing, want) {
		t.Errorf("%d calls are not resolved, %v, not %v", r.Program.Unresolved, r.Program.Missing, want)
	}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if got := outline(s.Body); s.Op.Name == "run" && got != "internal put put internal" {
				t.Errorf("run is %s", got)
			}
		}
	}
}
