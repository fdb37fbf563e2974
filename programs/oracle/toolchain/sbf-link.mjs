#!/usr/bin/env node
// The linker that rustc calls for bpfel-unknown-none: one module of bitcode (fat LTO) in, a Solana program out.
// usage: sbf-link.mjs INPUT.o -o OUTPUT.so; options of rustc's own that mean nothing here are ignored.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { checkInstructions } from './elf/check-instructions.mjs';
import { layOut } from './elf/layout.mjs';
import { readObject } from './elf/object.mjs';
import { relocate } from './elf/relocate.mjs';
import { writeProgram } from './elf/write-program.mjs';
import { compile } from './llvm.mjs';

const BITCODE_MAGIC = [0xdec04342, 0x0b17c0de];
const ENTRY = 'entrypoint';

function link(object) {
  const image = layOut(readObject(object), ENTRY);
  relocate(image);
  checkInstructions(image);
  return writeProgram(image);
}

function main() {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' },
      'export-symbols': { type: 'string' },
      export: { type: 'string', multiple: true },
      cpu: { type: 'string' },
      library: { type: 'string', short: 'L', multiple: true },
    },
  });
  const objects = positionals.filter((path) => path.endsWith('.o'));
  if (objects.length !== 1 || values.output === undefined) {
    throw new Error('one .o and -o are needed: build with crate type cdylib, lto = "fat", codegen-units = 1');
  }
  const input = readFileSync(objects[0]);
  const object = BITCODE_MAGIC.includes(input.readUInt32LE(0)) ? compile(objects[0]) : input;
  writeFileSync(values.output, link(object));
}

try {
  main();
} catch (error) {
  console.error(`sbf-link: ${error.message}`);
  process.exitCode = 1;
}
