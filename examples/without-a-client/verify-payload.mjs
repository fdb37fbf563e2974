#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { verifyPayload } from '../src/command.js';

const LEDGER_TIMEOUT_MS = 10_000;

process.exitCode = await verifyPayload(process.argv.slice(2), {
  readText: (path) => readFile(path, 'utf8'),
  readStandardInput: () => text(process.stdin),
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(LEDGER_TIMEOUT_MS) }),
  nowSeconds: () => Math.floor(Date.now() / 1000),
  print: (line) => console.log(line),
});
