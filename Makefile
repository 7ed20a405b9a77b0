# Everything from a fresh checkout: needs Python 3.11+ and a C compiler, makes the rest in .venv
# and in web/node_modules.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# Another Python: make test PYTHON=python3.12
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && exit; \
	done 2>/dev/null; echo python3)
# What the local build is tuned for; the wheel never is.
TENCHIPS_MARCH ?= native
# A folder with a netengine.cpp to measure against: make bench REFERENCE=folder
REFERENCE ?=

# Python keeps what it has compiled, even where a machine is set not to: tests start it very often.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Two more than there are cores, because many tests wait for browsers, programs and servers.
WORKERS = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 2)')
# How long each test took is written to build/tests.xml.
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --junitxml=build/tests.xml
DECLARATIONS := $(shell find src -name '[!_]*.pxd')
COMPILED := $(DECLARATIONS) $(wildcard $(DECLARATIONS:.pxd=.py))
NPM := sh web/npm
SITE := src/tenchips/server/static/index.html
STATIC_SITE := build/static-site/index.html
GUIDE := src/tenchips/server/guide/index.html
SITE_SOURCES := $(shell find web/src web/public -type f -not -path '*/.wuchale/*' -not -path web/src/messages/data.js 2>/dev/null) \
	web/index.html web/wuchale.config.js web/vite.config.ts web/serviceWorker.ts web/staticSite.ts

need = { echo "Tenchips needs $(1): install it (Debian, Ubuntu: apt-get install $(2)) and run this again." >&2; exit 1; }

# The certificates and the opening book as browsers read them.
CERTIFICATES := web/src/engine/white.certificate
# The puzzles as browsers read them.
PUZZLES := web/src/puzzles/puzzles.json
# The names of the machine's levels.
LEVELS := web/src/live/levels.json

.PHONY: address help paper play test test-web coverage test-deep test-asan lint bench docs wasm wheel release static clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 12

# pip and npm fetch packages while Cython and C compile. What the machine lacks is said first, in
# one sentence.
play: $(VENV)/made ## open the site on this machine and play
	@$(MAKE) --no-print-directory -j3 $(VENV)/installed $(SITE)
	@$(BIN)/tenchips

# What pytest needs is made first, two recipes at a time. Packages come before all else: pip must
# not run twice at once.
test: ## check everything: lint and all tests
	@sh .ci/system
	@$(MAKE) --no-print-directory -j2 $(VENV)/wasm web/node_modules/made
	@$(MAKE) --no-print-directory -j2 lint test-web $(SITE) $(STATIC_SITE) $(GUIDE)
	$(PYTEST) || $(BIN)/python tests/again.py $$?

test-web: web/node_modules/made build/golden.jsonl build/golden-engine.json build/golden-review.json build/golden-records.json $(CERTIFICATES) $(PUZZLES) ## the tests of the pages' TypeScript
	$(NPM) test

# Left out: long runs over many positions, which would take twice as long, and browser tests.
LONG := tests/agreement tests/fuzz tests/engine/test_self_play.py tests/solver/test_whole.py tests/wasm tests/web

coverage: $(VENV)/ready $(SITE) ## which lines the quicker tests run
	$(PYTEST) --cov --cov-report=term:skip-covered $(LONG:%=--ignore=%)

test-deep: $(VENV)/wasm $(SITE) ## the same tests on many more positions
	TENCHIPS_DEEP=1 $(PYTEST) --timeout=0 -o faulthandler_timeout=0

# A second build of the compiled modules, in a folder of its own, that watches every access to memory.
ASAN := build/asan
ASAN_CALLS ?= 200000
test-asan: $(VENV)/ready ## hostile calls to the compiled modules, under AddressSanitizer
	rm -rf $(ASAN)
	mkdir -p $(ASAN)/checkout
	cp -R setup.py pyproject.toml README.md LICENSE src $(ASAN)/checkout
	find $(ASAN)/checkout -name '*.so' -delete
	TENCHIPS_OPTIMIZE=-O1 \
		CFLAGS='-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g' \
		$(PIP) install --quiet --no-deps --target $(ASAN)/installed $(ASAN)/checkout
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
		LD_PRELOAD="$$($${CC:-cc} -print-file-name=libasan.so) $$($${CC:-cc} -print-file-name=libubsan.so)" \
		PYTHONPATH=$(ASAN)/installed \
		$(BIN)/python tests/fuzz/fuzz_compiled.py --calls $(ASAN_CALLS)

lint: $(VENV)/ready web/node_modules/made $(LEVELS) ## style, types and which module may import which
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@mkdir -p build
	$(BIN)/python -m tenchips.server.openapi >build/openapi.json
	$(NPM) run --silent types -- --check
	$(NPM) run --silent check

bench: $(VENV)/ready ## measure the speed
	$(BIN)/python benchmarks/perft.py $(if $(REFERENCE),--reference "$(REFERENCE)")
	$(BIN)/python benchmarks/engine.py threads
	$(if $(REFERENCE),$(BIN)/python benchmarks/engine.py prove --reference "$(REFERENCE)")
	$(if $(REFERENCE),$(BIN)/python benchmarks/engine.py match --reference "$(REFERENCE)")

docs: $(GUIDE) ## the guide, which the site has under /guide

paper: $(VENV)/ready $(VENV)/docs ## print the paper about the solution as a PDF, which is kept
	$(BIN)/python docs/make_paper.py

wasm: $(VENV)/wasm ## build the engine for browsers, and keep it in web/src/engine
	$(BIN)/python wasm/build.py

static: $(STATIC_SITE) ## the site without a server, in build/static-site, for any web host

# The same commit gives the same bytes.
PORTABLE := env -u TENCHIPS_MARCH SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 946684800)

wheel: $(VENV)/installed $(SITE) $(GUIDE) ## build a wheel in dist and try it in an empty environment
	rm -rf build dist
	$(PORTABLE) $(PIP) wheel --no-deps --wheel-dir dist .
	$(BIN)/python tests/try_wheel.py dist/*.whl

# The links of a package lead nowhere while its address is the placeholder.
address:
	@! grep -q 'code\.example' pyproject.toml || { echo "Publish nothing yet: set the address of the \
repository in pyproject.toml, under project.urls, in place of code.example, and run this again." >&2; exit 1; }

release: $(VENV)/installed $(SITE) $(GUIDE) ## build and check what a package index gets, in dist
	rm -rf build dist
	$(PIP) install --quiet --upgrade 'pip>=25.1'
	$(PIP) install --quiet --group release
	$(PORTABLE) $(BIN)/python -m build --outdir build/release .
	PATH=$(BIN):$$PATH $(PORTABLE) auditwheel repair --wheel-dir dist build/release/*.whl
	mv build/release/*.tar.gz dist
	$(BIN)/twine check --strict dist/*
	$(BIN)/python tests/try_wheel.py dist/*.whl
	@$(MAKE) --no-print-directory address

clean: ## remove all that was made here, .venv too
	rm -rf $(VENV) build dist src/*.egg-info .coverage .coverage.*
	rm -rf web/node_modules src/tenchips/server/static src/tenchips/server/guide web/src/engine/*.certificate web/src/engine/openings.book $(PUZZLES) $(LEVELS)
	rm -rf web/src/messages/.wuchale web/src/messages/data.js
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src -name '*.so' -delete
	find src tests benchmarks docs examples guide -name __pycache__ -exec rm -rf {} +

# An empty environment, after a check that the machine has what the build needs.
$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| $(call need,Python 3.11 or newer,python3 python3-venv python3-dev)
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| $(call need,Python's venv module,python3-venv)
	@for c in $${CC:-cc gcc clang}; do command -v $$c && exit; done >/dev/null; \
		$(call need,a C compiler,gcc python3-dev)
	@$(PYTHON) -c 'import os, sys, sysconfig as s; sys.exit(not any(os.path.exists( \
		s.get_path(name) + "/Python.h") for name in ("include", "platinclude")))' \
		|| $(call need,Python's C headers,python3-dev)
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# The packages that the site needs. Python compiles what it imports of them when it first does.
define LIST_PACKAGES
import tomllib
extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]
for name in ("play", "site"):
    print(*(need for need in extras[name] if not need.startswith("tenchips[")), sep="\n")
endef
export LIST_PACKAGES
$(VENV)/packages: $(VENV)/made pyproject.toml
	$(BIN)/python -c "$$LIST_PACKAGES" >$(VENV)/packages.txt
	$(PIP) install --no-compile --requirement $(VENV)/packages.txt
	@touch $@

# The checkout with its compiled modules, without what it needs.
$(VENV)/compiled: $(VENV)/made setup.py pyproject.toml $(COMPILED)
	TENCHIPS_MARCH=$(TENCHIPS_MARCH) $(PIP) install --no-deps --editable .
	@touch $@

$(VENV)/installed: $(VENV)/packages $(VENV)/compiled
	@touch $@

# pip knows groups from 25.1 on.
$(VENV)/ready: $(VENV)/installed
	$(PIP) install --quiet --upgrade 'pip>=25.1'
	$(PIP) install --group dev
	@touch $@

$(VENV)/wasm: $(VENV)/ready
	$(PIP) install --group wasm
	@touch $@

$(VENV)/docs: $(VENV)/installed
	$(PIP) install --quiet --upgrade 'pip>=25.1'
	$(PIP) install --quiet --group docs
	@touch $@

GUIDE_SOURCES := CHANGELOG.md $(wildcard guide/*) $(shell find docs -name '*.md' -o -name '*.svg' -o -name '*.png' 2>/dev/null) \
	$(shell find src -name '*.py' -o -name '*.pyi')
$(GUIDE): $(GUIDE_SOURCES) | $(VENV)/docs
	$(BIN)/python guide/build.py $(@D)

web/node_modules/made: web/package.json web/package-lock.json | $(VENV)/made
	$(NPM) ci --no-audit --no-fund
	@touch $@

# Writes both certificates and the opening book; make tracks one of them.
$(CERTIFICATES): wasm/certificates.py $(wildcard src/tenchips/book/*.cert) src/tenchips/book/openings.book | $(VENV)/compiled
	$(BIN)/python wasm/certificates.py web/src/engine

$(PUZZLES): web/write_puzzles.py src/tenchips/book/puzzles.jsonl.gz | $(VENV)/compiled
	$(BIN)/python web/write_puzzles.py $@

$(LEVELS): web/write_levels.py src/tenchips/server/levels.py | $(VENV)/compiled
	$(BIN)/python web/write_levels.py $@

SITE_NEEDS := web/node_modules/made $(SITE_SOURCES) $(CERTIFICATES) $(PUZZLES) $(LEVELS) src/tenchips/solver/verify.py
$(SITE): $(SITE_NEEDS)
	$(NPM) run --silent build

# Not beside the other: both builds write the catalogues for browsers.
$(STATIC_SITE): $(SITE_NEEDS) | $(SITE)
	$(NPM) run --silent build-static

# Positions with legal moves, networks and reasons, which the rules in TypeScript must reproduce.
build/golden.jsonl: tests/web/golden.py $(VENV)/ready
	@mkdir -p build
	$(BIN)/python tests/web/golden.py $@

# Search results of the native engine, which its WebAssembly build must reproduce.
build/golden-engine.json: tests/web/golden_engine.py $(VENV)/ready $(CERTIFICATES)
	@mkdir -p build
	$(BIN)/python tests/web/golden_engine.py $@

# Reviews of games, which the review on the site must reproduce.
build/golden-review.json: tests/web/golden_review.py $(VENV)/ready $(CERTIFICATES)
	@mkdir -p build
	$(BIN)/python tests/web/golden_review.py $@

# Texts of records with what is read in them, which the reader of the site must reproduce.
build/golden-records.json: tests/web/golden_records.py $(VENV)/ready
	@mkdir -p build
	$(BIN)/python tests/web/golden_records.py $@
