#!/bin/bash
# Builds core, compiler_builtins (ours) and alloc as bitcode libraries for bpfel-unknown-none: sysroot.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")"
export RUSTC_BOOTSTRAP=1

rustc=${SBF_RUSTC:-/usr/bin/rustc}
version=$("$rustc" -vV | sed -n 's/^release: //p')
library=${SBF_RUST_SRC:-/usr/src/rustc-$version/library}
folder=$1/lib/rustlib/bpfel-unknown-none/lib
mkdir -p "$folder"

flags=(
  --target bpfel-unknown-none --crate-type rlib --sysroot "$1" -L "$folder" --out-dir "$folder"
  -C opt-level=3 -C panic=abort -C codegen-units=1 -C target-cpu=v2 -C target-feature=+allows-misaligned-mem-access
  -C metadata=sbf -C extra-filename=-sbf -Z force-unstable-if-unmarked --cap-lints allow
  --cfg 'feature="optimize_for_size"' --remap-path-prefix "$library=/rust"
)
core=(--extern "core=$folder/libcore-sbf.rlib")
builtins=(--extern "compiler_builtins=$folder/libcompiler_builtins-sbf.rlib")

"$rustc" "${flags[@]}" --crate-name core --edition 2024 "$library/core/src/lib.rs"
"$rustc" "${flags[@]}" --crate-name compiler_builtins --edition 2021 "${core[@]}" compiler_builtins.rs
"$rustc" "${flags[@]}" --crate-name alloc --edition 2024 "${core[@]}" "${builtins[@]}" "$library/alloc/src/lib.rs"
