# The commands of this repository. Each prepares what it needs; none needs another one first.
#   make install      prepare .venv (Python 3.11 or later)
#   make play         start the server on this machine and say where to look
#   make test         every check, and the tests of a change: a few minutes
#   make test-full    the other tests: all stores, faults, browsers
#   make test-all     every check and all tests, in one run
#   make hammer       the same questions hundreds and thousands of times over
#   make test-stores  the tests of servers on SQLite and PostgreSQL, each with Redis and without
#   make bench        measure, each figure beside the raw limit of this machine

SHELL := /bin/bash
# Tests start some hundred processes: none compiles what another one has compiled.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help install play browser test test-full test-all hammer test-stores bench clean

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# WORKERS is how many processes take tests.
WORKERS ?=
HOST ?= 127.0.0.1
PORT ?= 8000

# The first Python on the path that is new enough and can make virtual environments.
PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$each -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$each; break; fi; done)

help:
	@sed -n 's/^#   //p' Makefile

install: $(STAMP)

# Built anew when pyproject.toml changes, or when .venv belongs to a Python that is gone.
$(STAMP): pyproject.toml
	@if [ -z "$(PYTHON)" ]; then \
		echo "ironclad needs Python 3.11 or later with the venv module, and found none on the path." >&2; \
		echo "On Debian or Ubuntu: apt-get install python3 python3-venv" >&2; \
		echo "Or name one: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; fi
	@if ! $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
		rm -rf $(VENV); $(PYTHON) -m venv $(VENV); fi
	@echo "Preparing $(VENV): this takes about a minute, once."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade "pip>=24"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable ".[test]"
	@touch $(STAMP)

play: $(STAMP)
	@exec $(BIN)/ironclad serve --host $(HOST) --port $(PORT)

# Tests of pages need a Chromium. Root on a Debian gets one here: its headless shell, which is the same browser
# without windows, else the whole one. Without one, anybody else skips these tests.
browser:
	@for each in chromium-headless-shell chromium chromium-browser google-chrome; do \
		command -v $$each >/dev/null && exit 0; done; \
	if [ "$$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the tests of pages."; apt-get update -qq; \
		for each in chromium-headless-shell chromium; do \
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$each \
				>/dev/null 2>&1 && break; done; true; fi

# A worker takes tests that are near each other, so that most servers, and the browser, are started by one of
# them alone; the worker that finishes first takes tests from the end of the other's list.
PYTEST := $(BIN)/python -m pytest --dist worksteal
# The first tier keeps the cores busy; the other tests wait a third of their time, for disks, servers and browsers.
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
FEW := -n $(or $(WORKERS),$(shell echo $$(( $(CORES) + 1 ))))
MANY := -n $(or $(WORKERS),$(shell echo $$(( $(CORES) * 2 ))))

# Every check runs, whatever the one before it found; pytest comes last, so that its summary closes the run.
# The tiers are in tests/README.md: `test` leaves out the tests with the marker `full`, `test-all` none.
test: TIER = -m "not full"
test test-all: $(STAMP) browser
	@failed=; \
	$(BIN)/ruff check . || failed="$$failed ruff"; \
	$(BIN)/mypy || failed="$$failed mypy"; \
	$(PYTEST) $(FEW) $(TIER) || failed="$$failed pytest"; \
	if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi

# What `test` leaves out; .ci/run runs it after `test`.
test-full: $(STAMP) browser
	@$(PYTEST) $(MANY) -m full

# COUNTS is a share of the counts in tests/hammer: 0.1 is a tenth of each.
COUNTS ?= 1
SEED ?=
hammer: $(STAMP)
	@$(BIN)/python -m tests.hammer --counts $(COUNTS) $(if $(SEED),--seed $(SEED))

# `make test` has the first of these, `make test-full` the last for some tests (tests/stores.py).
test-stores: $(STAMP)
	@IRONCLAD_TEST_STORE=sqlite,sqlite+redis,postgresql,postgresql+redis \
	$(BIN)/python -m pytest $(MANY) tests/api tests/load

bench: $(STAMP)
	@$(BIN)/ironclad bench

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
