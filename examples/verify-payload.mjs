#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { verifyPayload } from './src/command.js';

process.exitCode = await verifyPayload(process.argv.slice(2), {
  readText: (path) => readFile(path, 'utf8'),
  readStandardInput: () => text(process.stdin),
  fetch,
  nowSeconds: () => Math.floor(Date.now() / 1000),
  print: (line) => console.log(line),
});
