#!/usr/bin/env node
// One attack in a process of its own: its time is not the honest client's. Ends on SIGTERM, and after <seconds> at the latest.
// usage: node bench/attacks/attacker.mjs <attack> <manifest> <seconds>      prints what it did as JSON
import { readFile } from 'node:fs/promises';
import { setMaxListeners } from 'node:events';
import { dirname } from 'node:path';

// Node's own fetch, which a payer's packages use, must be there before undici is: Node 20 would take undici's connections for it otherwise.
await fetch('data:,');
const { attacks } = await import('./all.mjs');
const [key, manifestPath, seconds] = process.argv.slice(2);
const chosen = attacks.find((candidate) => candidate.key === key);
if (chosen === undefined) throw new Error(`no attack ${key}`);
const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
const over = new globalThis.AbortController();
process.once('SIGTERM', () => over.abort());
const signal = AbortSignal.any([over.signal, AbortSignal.timeout(Number(seconds) * 1_000)]);
// Every request under way listens for the end.
setMaxListeners(0, signal);
const counts = {};
// A party that is registered itself finds its keys in the world's folder.
await chosen.attack({ manifest, folder: dirname(manifestPath), counts, signal });
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ counts, cpuSeconds: (user + system) / 1e6 }));
process.exit(0);
