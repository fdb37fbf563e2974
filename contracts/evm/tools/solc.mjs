#!/usr/bin/env node
// Lets forge compile with the compiler of npm: forge asks for --version and --standard-json only.
import { readFileSync } from 'node:fs';
import solc from 'solc';

if (process.argv.includes('--version')) {
  console.log('solc, the solidity compiler commandline interface');
  console.log(`Version: ${solc.version().replace('.Emscripten.clang', '.Linux.g++')}`);
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
}
