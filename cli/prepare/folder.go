package prepare

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// modelFolder is where an extracted model is put.
const modelFolder = "model"

// folderFor is the folder of a project's model: "model", or, where the project has something of its own of
// that name, such as a module, the first free one of model-2 and so on.
func folderFor(dir string) string {
	folder := filepath.Join(dir, modelFolder)
	for n := 2; taken(folder); n++ {
		folder = filepath.Join(dir, fmt.Sprintf("%s-%d", modelFolder, n))
	}
	return folder
}

func taken(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return filepath.Ext(e.Name()) == ".repository"
	})
}
