# Every target makes the virtual environment it needs, so each works first thing after a clone.
# It takes Python 3.11 or newer with pip; name another interpreter with PYTHON=/path/to/python3.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# What decides on the packages that are installed. A copy of it, kept as a stamp, tells whether to install again.
REQUIREMENTS := pyproject.toml compat/pyproject.toml constraints.txt

# Python keeps what it compiles (of the tests, too), even where a container tells it not to: that is half of pytest's start.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: demo
demo: install-robots,video ## Simulate real robots and write a picture of them
	$(BIN)/pippin demo

.PHONY: test
test: check ## Check the code, then run the tests
	$(BIN)/pytest -n 2 --dist worksteal --durations=25 || [ $$? -eq 5 ]  # 5: nothing failed, since there was no test

.PHONY: quick
quick: install-robots,test ## Run the tests that take less than half a second each, some minutes in all
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow"

.PHONY: check
check: install-robots,test ## Check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.PHONY: docs
docs: install-robots,docs ## Build the documentation into docs/_build/html
	$(BIN)/sphinx-build --jobs 2 --fail-on-warning --keep-going --quiet docs docs/_build/html
	@echo "The documentation begins at docs/_build/html/index.html"

.PHONY: bench
bench: install-robots ## Compare the speed of a control loop with the bare engine's
	$(BIN)/python benchmarks/step_loop.py

.PHONY: clean
clean: ## Remove the virtual environment and what was built
	rm -rf $(VENV) build docs/_build .mypy_cache .pytest_cache .ruff_cache

# install-<extras> installs pippin[<extras>] and pippin-isaac, unless the stamp says that they are there.
install-%: $(BIN)/python
	@if ! cat $(REQUIREMENTS) | cmp -s - $(VENV)/installed-$*; then \
	    echo "Installing pippin[$*] into $(VENV): the first time some minutes, most of them for downloads ..."; \
	    start=$$(date +%s); \
	    $(BIN)/python -m pip install -qq -c constraints.txt -e '.[$*]' -e compat || exit 1; \
	    cat $(REQUIREMENTS) > $(VENV)/installed-$*; \
	    echo "Installed in $$(($$(date +%s) - start)) s."; \
	fi

# A Python without ensurepip (Debian leaves it out of python3) makes an environment without pip; pip then installs itself.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Pippin needs Python 3.11 or newer: make PYTHON=/path/to/python3 $(MAKECMDGOALS)"; exit 1; }
	@echo "Making the virtual environment $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) > /dev/null || \
	    { $(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install -qq pip; }
