#!/bin/bash
# Builds the program (SBF v3) to artifacts/oracle_program.so, and its SHA256SUMS.
#
# Needs Debian's rustc-web, rust-web-src and llvm-22 (README.md) and any cargo. The same sources give the same bytes in any
# folder. `./build.sh FOLDER` writes to FOLDER instead; `./build.sh --crate CRATE FOLDER` builds another crate.
set -euo pipefail
cd "$(dirname "$0")"
root=$PWD
workspace=$(dirname "$root")

crate=entrypoint
file=oracle_program.so
if [ "${1:-}" = --crate ]; then
  crate=$2
  file=$(sed -n 's/^name = "\(.*\)"/\1/p' "$crate/Cargo.toml" | head -1 | tr - _).so
  shift 2
fi
out=${1:-$root/artifacts}
mkdir -p "$out"

export RUSTC=${SBF_RUSTC:-/usr/bin/rustc}
rustc_version=$("$RUSTC" -vV | sed -n 's/^release: //p')

# cargo does not see changes of the sysroot or of the linker, so the folder names carry their hashes.
hash_of() { cat "$@" | sha256sum | cut -c1-8; }
sysroot=$root/.sbf/sysroot-$rustc_version-$(hash_of toolchain/sysroot.sh toolchain/compiler_builtins.rs)
target=$root/.sbf/target-$rustc_version-$(hash_of toolchain/*.* toolchain/*/*.mjs)

if [ ! -f "$sysroot/complete" ]; then
  toolchain/sysroot.sh "$sysroot"
  touch "$sysroot/complete"
fi

cargo fetch --quiet --locked --manifest-path "$crate/Cargo.toml" --target bpfel-unknown-none
registry=$(echo "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/ | cut -d' ' -f1)
name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$crate/Cargo.toml" | head -1 | tr - _)

export CARGO_TARGET_BPFEL_UNKNOWN_NONE_LINKER=$root/toolchain/sbf-link.mjs
# Paths would end up in panic messages, hence in the bytes of the program.
export CARGO_TARGET_BPFEL_UNKNOWN_NONE_RUSTFLAGS="--sysroot=$sysroot -Ctarget-cpu=v2 \
  -Ctarget-feature=+allows-misaligned-mem-access --remap-path-prefix=$workspace/= --remap-path-prefix=$registry=crates/"

cargo rustc --quiet --manifest-path "$crate/Cargo.toml" --locked --release --lib --crate-type cdylib \
  --target bpfel-unknown-none --target-dir "$target"
cp "$target/bpfel-unknown-none/release/lib$name.so" "$out/$file"
cd "$out"
sha256sum "$file" | tee SHA256SUMS
