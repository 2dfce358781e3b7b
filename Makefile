# Unodesk. "make help" lists the targets.
#
# One set of flags everywhere: the window toolkit's C parts take minutes to
# compile, and are compiled again for every other set.
GO     ?= go
FLAGS  := -trimpath
CORPUS ?=

.DEFAULT_GOAL := help

.PHONY: help
help: ## Say what there is
	@echo "make TARGET, where TARGET is one of"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## Start the app; without a display, a server with an office of its own
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		packaging/needs.sh build && $(GO) run $(FLAGS) .; \
	else \
		echo "There is no display for the tray app: starting a server with a LibreOffice of its own instead."; \
		packaging/needs.sh office && CGO_ENABLED=0 $(GO) run $(FLAGS) ./cmd/unodeskctl serve --office private; \
	fi

.PHONY: build
build: ## Build the tray app and the command line into bin/
	packaging/needs.sh build
	$(GO) build $(FLAGS) -o bin/unodesk .
	CGO_ENABLED=0 $(GO) build $(FLAGS) -o bin/unodeskctl ./cmd/unodeskctl

.PHONY: mcpb
mcpb: ## Make the bundles for Claude Desktop in bin/; needs npm
	GO="$(GO)" packaging/mcpb.sh bin linux/amd64 windows/amd64 darwin/arm64 darwin/amd64

.PHONY: test
test: ## Run every test, with real offices and real windows; installs what they need
	packaging/needs.sh test
	CI=true $(GO) test $(FLAGS) -count=1 -timeout 25m ./...

.PHONY: race
race: ## Run the tests of everything but the windows under the race detector
	packaging/needs.sh test
	CI=true $(GO) test -race -count=1 -timeout 40m ./uno/... ./server/... ./app/...

.PHONY: fuzz
fuzz: ## Run each fuzz target for FUZZTIME (1m)
	@for t in $$(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u); do \
		for f in $$(grep -ho '^func Fuzz[A-Za-z]*' $$t/*_test.go | sed 's/func //'); do \
			echo "$$t $$f"; $(GO) test $$t -run '^$$' -fuzz "^$$f\$$" -fuzztime $${FUZZTIME:-1m} || exit 1; \
		done; \
	done

.PHONY: bench
bench: ## Measure against PyUNO on this machine; writes docs/benchmarks.md
	packaging/needs.sh bench
	$(GO) run ./cmd/unobench -out docs/benchmarks.md

.PHONY: exam
exam: ## Try the tools on the documents of a folder: make exam CORPUS=DIR; writes docs/reading.md, docs/roundtrips.md
	@[ -n "$(CORPUS)" ] || { echo "say which documents: make exam CORPUS=DIR"; exit 2; }
	packaging/needs.sh exam
	UNODESK_CORPUS="$(abspath $(CORPUS))" UNODESK_REPORT="$(abspath docs/reading.md)" $(GO) test $(FLAGS) -count=1 -v -timeout 60m ./server/exam
	UNODESK_CORPUS="$(abspath $(CORPUS))" UNODESK_ROUNDTRIP=all UNODESK_ROUNDTRIP_REPORT="$(abspath docs/roundtrips.md)" $(GO) test $(FLAGS) -count=1 -v -timeout 60m ./server/roundtrip
	UNODESK_CORPUS="$(abspath $(CORPUS))" $(GO) test $(FLAGS) -count=1 -v -timeout 40m -run 'TestMemory$$' ./cmd/unodeskctl

.PHONY: test-undo
test-undo: ## Try every edit on every kind of undo list; takes long
	packaging/needs.sh test
	UNODESK_ALL_EDITS=1 $(GO) test $(FLAGS) -count=1 -v -timeout 60m -run 'TestUndo' ./server/cases

.PHONY: test-load
test-load: ## Let 64 clients read and edit three documents for LOAD (60s), and start the office 50 times
	packaging/needs.sh test
	UNODESK_LOAD=$${LOAD:-60s} $(GO) test $(FLAGS) -count=1 -v -timeout 10m -run 'TestLoad$$' ./server
	UNODESK_STARTS=$${STARTS:-50} $(GO) test $(FLAGS) -count=1 -v -timeout 10m -run 'TestA10ColdStarts' ./server/cases

.PHONY: test-matrix
test-matrix: ## Run the office tests against LibreOffice 25.2 as well; needs root and debootstrap
	packaging/matrix.sh

.PHONY: check-windows
check-windows: ## Build for Windows into bin/windows and try the programs under wine
	packaging/needs.sh windows
	GO="$(GO)" packaging/windows/check.sh bin/windows

.PHONY: generate
generate: ## Make the generated files anew
	$(GO) generate ./...
	$(GO) run ./cmd/unodeskctl tools --markdown > docs/tools.md

.PHONY: fmt
fmt: ## Format the code
	$(GO) tool gofumpt -w $$(git ls-files '*.go')

.PHONY: lint
lint: ## Format check, vet for all systems, staticcheck
	@unformatted=$$($(GO) tool gofumpt -l $$(git ls-files '*.go')); [ -z "$$unformatted" ] || { echo "not formatted (make fmt):"; echo "$$unformatted"; exit 1; }
	$(GO) vet $(FLAGS) ./...
	CGO_ENABLED=0 GOOS=windows $(GO) vet ./uno/... ./server/... ./app/... ./cmd/... ./icons/... ./ui ./ui/lang
	@# Fyne does not compile for macOS without its C parts: there, everything that does not need it.
	CGO_ENABLED=0 GOOS=darwin $(GO) vet $$(CGO_ENABLED=0 GOOS=darwin $(GO) list -e -f '{{.ImportPath}} {{join .Deps " "}}' ./... | grep -v fyne.io/fyne | cut -d' ' -f1)
	$(GO) tool staticcheck ./...

.PHONY: check
check: lint test ## What must pass before a change: lint, tests, generated files current
	@git diff --exit-code -- docs/tools.md docs/settings.md >/dev/null || { echo "generated files are not current: make generate"; exit 1; }

.PHONY: clean
clean: ## Remove what builds left here
	rm -rf bin
