# All work happens in .venv and target; nothing is installed outside this folder.

PYTHON ?= python3
FUZZ_SECONDS ?= 60

BIN := .venv/bin
export VIRTUAL_ENV := $(CURDIR)/.venv
unexport CONDA_PREFIX
export PIP_QUIET := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

TOOLS := .venv/.tools
BUILT := .venv/.built
DEV := .venv/.dev
WEB := .venv/.web
LEARNER := .venv/.learner
# Every file, since networks are compiled in.
RUST := Cargo.toml Cargo.lock $(shell find rust/fanorona rust/fanorona-py -type f)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

.PHONY: play
play: $(BUILT) ## Play in the terminal; ARGS are passed on.
	@$(BIN)/fanorona play $(ARGS)

.PHONY: page
page: $(WEB) $(BUILT) ## Serve the page to this machine, and open it; ARGS are passed on.
	@$(BIN)/fanorona serve --open $(ARGS)

.PHONY: build
build: $(BUILT) ## Build the release extension into .venv.

.PHONY: test
test: test-rust test-python ## Run the quick tests of both languages.

.PHONY: test-rust
test-rust:
	cargo test

.PHONY: test-python
test-python: $(DEV) $(BUILT)
	$(BIN)/python -m pytest

.PHONY: browser
browser: $(DEV) $(BUILT) ## Run the tests in a real browser, where Debian's Chromium is installed.
	$(BIN)/python -m pytest -m browser

# Nothing is linked, so the fuzz targets need neither libFuzzer nor a C++ compiler here. What they
# have in common with the rest is in the same folder.
.PHONY: check
check: $(DEV) $(BUILT) ## Formatting, lints, types, stub, documentation; fuzz targets compile.
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	CUSTOM_LIBFUZZER_PATH=/dev/null cargo check --manifest-path rust/fuzz/Cargo.toml \
		--target-dir target
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest fanorona._fanorona

.PHONY: docs
docs: $(DEV) $(BUILT) ## Build the site of the documentation, in target/site.
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs target/site

.PHONY: format
format: $(DEV) ## Format all sources.
	cargo fmt --all
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# A target folder of its own, since the flag reaches every crate.
.PHONY: loom
loom: ## Check the shared table in every order of its threads' accesses.
	RUSTFLAGS="--cfg loom" cargo test --release --lib --target-dir target/loom models

.PHONY: deep
deep: $(DEV) $(BUILT) $(LEARNER) loom ## Run every test, the exhaustive ones too.
	cargo test --release -- --include-ignored
	$(BIN)/python -m pytest -m 'not browser' --hypothesis-profile=deep --timeout=3600
	$(BIN)/python -m pytest -m browser

.PHONY: bench
bench: $(DEV) $(BUILT) ## Run the benchmarks of both languages.
	cargo bench --bench '*'
	$(BIN)/python -m pytest benches --benchmark-only

# Compressed as hard as pays off. The lock is of no use to anybody who only reads.
TABLES := python/fanorona/data/tables

.PHONY: tables
tables: $(BUILT) ## Build the endgame tables that come with the package.
	rm -rf $(TABLES)
	for board in 'telo 9' 'dimy 5' 'tsivy 5'; do set -- $$board; \
		$(BIN)/fanorona tables build --variant $$1 --stones $$2 --dtc --compression 19 \
			--dir $(TABLES) || exit 1; done
	rm $(TABLES)/build.lock

# The flags that cargo-fuzz would pass, spelled out so that stable Rust alone will do. --target
# keeps them away from build scripts.
FUZZ_TARGETS := $(notdir $(basename $(wildcard rust/fuzz/fuzz_targets/*.rs)))
FUZZ_RUSTFLAGS := --cfg fuzzing -Cdebug-assertions -Ccodegen-units=1 -Cpasses=sancov-module \
	$(addprefix -Cllvm-args=-sanitizer-coverage-,level=4 inline-8bit-counters pc-table \
		trace-compares stack-depth) \
	-Cllvm-args=-simplifycfg-branch-fold-threshold=0

.PHONY: fuzz
fuzz: $(addprefix fuzz-,$(FUZZ_TARGETS)) fuzz-record ## Run each fuzz target for FUZZ_SECONDS.

.PHONY: $(addprefix fuzz-,$(FUZZ_TARGETS))
$(addprefix fuzz-,$(FUZZ_TARGETS)): fuzz-%:
	mkdir -p rust/fuzz/corpus/$* rust/fuzz/artifacts/$*
	cd rust/fuzz && RUSTFLAGS="$(FUZZ_RUSTFLAGS)" cargo run --release --bin $* \
		--target "$$(rustc -vV | sed -n 's/^host: //p')" -- \
		-max_total_time=$(FUZZ_SECONDS) -artifact_prefix=artifacts/$*/ corpus/$*

# The record readers are Python; atheris is wanted here only, so it is no part of the dev extra.
.PHONY: fuzz-record
fuzz-record: $(BUILT)
	$(BIN)/python -m pip install 'atheris>=2.3,<4'
	mkdir -p rust/fuzz/corpus/record rust/fuzz/artifacts/record
	$(BIN)/python tests/fuzz/record.py -max_total_time=$(FUZZ_SECONDS) \
		-artifact_prefix=rust/fuzz/artifacts/record/ rust/fuzz/corpus/record tests/data/games

.PHONY: clean
clean: ## Remove all that was built.
	rm -rf target rust/fuzz/target .venv dist .mypy_cache .pytest_cache .ruff_cache .hypothesis \
		.benchmarks python/fanorona/*.so
	find python tests benches -name __pycache__ -prune -exec rm -rf {} +

# The stamps: a virtual environment with maturin, the editable release build in it, and the tools
# of the dev extra. Python sources are used in place and need no new build.
$(TOOLS):
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install 'maturin>=1.16,<2'
	@touch $@

$(BUILT): $(TOOLS) pyproject.toml $(RUST)
	$(BIN)/maturin develop --release
	@touch $@

$(DEV): $(TOOLS) pyproject.toml | $(BUILT)
	$(BIN)/maturin develop --release --quiet --extras dev
	@touch $@

# PyTorch for the example that learns. Where its own index is out of reach, the test looks for
# Debian's package, and is skipped without.
$(LEARNER): examples/learner/requirements.txt | $(DEV)
	$(BIN)/python -m pip install -r $< || echo 'no PyTorch; Debian has python3-torch' >&2
	@touch $@

$(WEB): $(TOOLS) pyproject.toml | $(BUILT)
	$(BIN)/maturin develop --release --quiet --extras web
	@touch $@
