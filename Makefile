# The commands of scripts/ under the names that people try first.
.PHONY: build demo test lint format fuzz ci clean

build:
	sh scripts/build

demo:
	sh scripts/demo

test:
	sh scripts/test

lint:
	scripts/tool golangci-lint run ./...

format:
	scripts/tool gofumpt -w .

fuzz:
	sh scripts/fuzz

ci:
	.ci/run

clean:
	rm -rf beagle dist completions manpages .cache
