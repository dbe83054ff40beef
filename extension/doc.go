// Package extension lets programs take part in an analysis that are no part of
// Beagle. An extension is a program beagle-NAME with a manifest beside it,
// beagle-NAME.json; it lies on the PATH or in the folder of extensions, and takes
// part at one or several points: it proposes expressions, grades them, measures
// programs, reads their sources, is told of a run's end, or writes its result.
//
// Which extensions there are is told by manifests alone: no program is started
// that nobody chose. An extension is chosen by the user's own settings, by a flag,
// or by the user's word on the screen, which holds for the very bytes of program
// and manifest (Agreements). A project cannot choose one.
//
// What an extension says is bounded and checked here, and becomes what the
// program's own parts say: analysers, languages, measurement tools. One that fails
// is a problem with its name on it; the analysis goes on.
//
// find.go and manifest.go say what extensions there are, agree.go which ones a person trusts,
// use.go has them take part. extension.go starts one when it is needed first; analyser.go,
// tool.go, language.go, adapter.go and the others each speak for it at one point, and told.go,
// arriving.go and segments.go check what it says before anybody relies on it.
package extension
