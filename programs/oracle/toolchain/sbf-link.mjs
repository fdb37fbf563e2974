#!/usr/bin/env node
// The linker that rustc calls for bpfel-unknown-none: one module of bitcode (fat LTO) in, a Solana program out.
// usage: sbf-link.mjs INPUT.o -o OUTPUT.so [--arch v0|v3]; options of rustc's own that mean nothing here are ignored.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { checkInstructions } from './elf/check-instructions.mjs';
import { layOut } from './elf/layout.mjs';
import { readObject } from './elf/object.mjs';
import { relocate } from './elf/relocate.mjs';
import { writeV0 } from './elf/write-v0.mjs';
import { writeV3 } from './elf/write-v3.mjs';
import { compile } from './llvm.mjs';

const BITCODE_MAGIC = [0xdec04342, 0x0b17c0de];
const ENTRY = 'entrypoint';

function link(object, version) {
  const image = layOut(readObject(object), ENTRY, version);
  const syscalls = relocate(image);
  checkInstructions(image);
  return version === 'v3' ? writeV3(image) : writeV0(image, syscalls);
}

function main() {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' },
      arch: { type: 'string', default: 'v0' },
      'export-symbols': { type: 'string' },
      export: { type: 'string', multiple: true },
      cpu: { type: 'string' },
      library: { type: 'string', short: 'L', multiple: true },
    },
  });
  const objects = positionals.filter((path) => path.endsWith('.o'));
  if (objects.length !== 1 || values.output === undefined || !['v0', 'v3'].includes(values.arch)) {
    throw new Error('one .o, -o and --arch v0|v3 are needed: build with crate type cdylib, lto = "fat", codegen-units = 1');
  }
  const input = readFileSync(objects[0]);
  const object = BITCODE_MAGIC.includes(input.readUInt32LE(0)) ? compile(objects[0]) : input;
  writeFileSync(values.output, link(object, values.arch));
}

try {
  main();
} catch (error) {
  console.error(`sbf-link: ${error.message}`);
  process.exitCode = 1;
}
