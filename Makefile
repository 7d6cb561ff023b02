# Requirements: Python 3.11 or newer, and make. All tools are installed in .venv.

VENV := .venv
BIN := $(VENV)/bin
CHECK := $(VENV)/.ready-check
PLAY := $(VENV)/.ready-play
DOCS := $(VENV)/.ready-docs
READY := $(VENV)/.ready-test
RELEASE := $(VENV)/.ready-release
LEARN := $(VENV)/.ready-learn
ARGS ?=

# The tests start servers by the hundred: each would compile all sources anew if Python may not keep what it compiled.
unexport PYTHONDONTWRITEBYTECODE

# By LC_ALL=C, Python cannot read the path of a checkout whose name has an accent; by LANG=C it can.
ifneq (,$(filter C POSIX,$(LC_ALL)))
unexport LC_ALL
endif

# The first Python that is new enough and can create a virtual environment. PYTHON=/path/to/python overrides the search.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& { echo $$python; break; }; done)

# In a checkout that is read-only the tools keep nothing for the next time; the tests compile for themselves then.
ifeq (,$(shell test -w . && echo writable))
READ_ONLY := yes
export RUFF_NO_CACHE := true
export MYPY_CACHE_DIR := /dev/null
endif

.DEFAULT_GOAL := help
.PHONY: help play client check test thorough nightly coverage checked-client checked-rules compiled tested clauses lint format docs lock release bench mutants clean

help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: client ## play a game in the browser (ARGS="…" goes to `freehold play`)
	@$(BIN)/freehold play $(ARGS)

client: $(PLAY) ## build the browser client if a source has changed
	@$(BIN)/python tools/client.py

check: $(CHECK) ## the fast gate: style, types and the tests of the rules, interpreted
	@$(MAKE) --no-print-directory --jobs=2 checked-rules lint

checked-rules: $(CHECK)
	$(BIN)/python -m pytest -n logical --dist worksteal tests/rules --ignore tests/rules/test_random_games.py

test: $(READY) ## check everything: lint, types, tests, the browser, and that every clause of the rulebook has its test
	@$(MAKE) --no-print-directory --jobs=3 compiled tested lint $(if $(READ_ONLY),,checked-client)

# The kernel is compiled beside everything else, once and by one process; tests that need it wait for it.
compiled: $(READY)
	@$(if $(READ_ONLY),:,FREEHOLD_CACHE="$(CURDIR)/.pytest_cache/compiled" $(BIN)/python tools/compiled.py)

tested: $(if $(READ_ONLY),,client)
	@$(if $(READ_ONLY),echo "This checkout is read-only: the client is tested as it was built; its own tests are left out.")
	$(BIN)/python tools/browser.py
	$(BIN)/python -m pytest -n auto --dist worksteal
	@$(MAKE) --no-print-directory clauses

thorough: client $(READY) $(LEARN) $(DOCS) ## the tests with larger samples, which `make test` leaves out: half an hour
	$(BIN)/python tools/browser.py
	$(BIN)/python tools/browser.py firefox webkit
	$(BIN)/python -m pytest -n auto --dist worksteal -m thorough

coverage: client $(READY) ## which lines and branches the tests run (ARGS="tests/rules …" for some); writes artifacts/coverage/summary.md
	$(BIN)/python tools/browser.py
	$(BIN)/python tools/covered.py $(ARGS)

nightly: client $(READY) $(LEARN) ## the checks that take hours (ARGS="mutants …" for some of them); writes artifacts/nightly/summary.md
	$(BIN)/python tools/browser.py
	$(BIN)/python tools/nightly.py $(ARGS)

checked-client: client
	$(BIN)/python tools/client.py check

clauses: $(CHECK) ## check that every clause of the rulebook has a test that names it
	$(BIN)/python tools/clauses.py

lint: $(CHECK) ## check style, layout and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(CHECK) ## format the code and fix what ruff can fix
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(DOCS) ## build the documentation, with the API reference, in site/
	$(BIN)/mkdocs build --strict

lock: $(RELEASE) ## write down the versions and hashes of all packages (ARGS=--upgrade: the newest ones)
	$(BIN)/python tools/lock.py $(ARGS)

release: $(RELEASE) ## build the source distribution and the wheel, both with the browser client, in dist/
	$(BIN)/python -m tools.release

bench: $(CHECK) ## measure the speed of the rules on this machine
	$(BIN)/python bench/kernel.py $(ARGS)

mutants: $(CHECK) ## mutation testing of the rules
	$(BIN)/python tools/mutation/run.py $(ARGS)

clean: ## remove the virtual environment, the caches and what was built
	rm -rf $(VENV) build dist site artifacts .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf web/node_modules web/src/generated src/freehold/server/static
	find src tests tools bench -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# One stamp for each file of locks/: `make check` and `make play` do without Ray, CUDA and a browser. test includes check and
# play. What the lock names is installed by its hashes, and then the sources themselves, with the locked Hatchling.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
$(VENV)/.ready-%: pyproject.toml $(wildcard locks/*.txt)
	@test -n "$(PYTHON)" || { echo "Freehold needs Python 3.11 or newer with its venv module" \
	"(on Debian and Ubuntu: the packages python3 and python3-venv)." >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { echo "Setting up $(VENV) (once) …"; $(PYTHON) -m venv --clear $(VENV); }
	@$(PIP) --require-hashes --requirement locks/$*.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@ $(if $(filter test,$*),$(CHECK) $(PLAY))

# Torch is not locked: locks/learn.txt says why.
$(LEARN): locks/learn.txt $(READY)
	@$(PIP) --requirement $<
	@touch $@
