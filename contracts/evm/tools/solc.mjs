#!/usr/bin/env node
// Lets forge compile with the compiler of npm: forge asks for --version and --standard-json only.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';

const require = createRequire(import.meta.url);

if (process.argv.includes('--version')) {
  // The version of the package is its compiler's, and loading the compiler takes half a second.
  console.log('solc, the solidity compiler commandline interface');
  console.log(`Version: ${require('solc/package.json').version}+npm`);
} else {
  // One compilation is short: V8 saves time when it optimizes only what runs most.
  setFlagsFromString('--wasm-tiering-budget=30000000');
  process.stdout.write(require('solc').compile(readFileSync(0, 'utf8')));
}
