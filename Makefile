# Two commands: `make run` opens the lab, `make test` runs every check. Both make .venv and install
# what is missing into it. Before a release, `make test-all` runs what takes minutes too.

PYTHON ?= python3
BIN := .venv/bin
NEEDS := pyproject.toml constraints.txt

# Python decodes the paths in .pth files by the locale, and LC_ALL=C keeps it from switching to UTF-8
# by itself: a checkout in a folder with an umlaut would not start.
ifneq ($(filter C POSIX,$(LC_ALL)),)
export LC_ALL := C.UTF-8
endif

.PHONY: run test test-all check types pairs pictures docs nets ready-to-run ready-to-test clean
PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder

run: ready-to-run
	@$(MAKE) --silent .venv/installed
	@$(BIN)/python -m lab

# tests start hundreds of processes: none should read all sources anew, whatever the caller wants
test test-all check: export PYTHONDONTWRITEBYTECODE :=

test: check
	$(PYTEST)

# what is long too, then random things done to a window, and matches that are reopened
test-all: check
	$(PYTEST) -m ""
	$(BIN)/python -m tests.monkey
	$(BIN)/python -m tests.reopened 40

check: ready-to-test
	@$(MAKE) --silent .venv/installed-for-tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@$(MAKE) --jobs 2 types pairs
	$(BIN)/lint-imports

# mypy keeps one processor busy; all pairs in plain Python the other
types:
	$(BIN)/mypy --strict

pairs:
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q --numprocesses 2 tests/search/test_pairs.py

pictures: ready-to-test
	@$(MAKE) --silent .venv/installed-for-tests
	@$(BIN)/python -m tests.pictures out/pictures

docs: ready-to-test
	@$(BIN)/python -I lab/preflight.py install ".[docs]"
	@$(BIN)/python -m tests.docs out/docs

# the networks that come with games, learned anew by the commands of resources/nets/nets.txt in about
# an hour; a run that was stopped goes on
nets: ready-to-run
	@$(MAKE) --silent .venv/installed
	@$(BIN)/python -m lab.learning.nets out/nets

ready-to-run ready-to-test: ready-to-%:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is not installed. On Debian and Ubuntu: sudo apt install python3 python3-venv" >&2; exit 2; }
	@$(PYTHON) -I lab/preflight.py $*

.venv/installed: $(NEEDS)
	@$(BIN)/python -I lab/preflight.py install .
	@touch $@

.venv/installed-for-tests: $(NEEDS)
	@$(BIN)/python -I lab/preflight.py install ".[test]"
	@touch $@ .venv/installed

clean:
	rm -rf .venv build dist out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
