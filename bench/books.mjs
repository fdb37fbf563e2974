#!/usr/bin/env node
// Measures the books of a month: rows of one round a second, in files of days, and `settlement-worker operate statement` over them. It checks the
// totals of the statement before it prints. Needs the built packages and two gigabytes of disk.
// usage: node bench/books.mjs [--days 30] [--parties 200]
import { rowJson } from '@oracle-gateway/outbox';
import { signersBitmap, toAddress } from '@oracle-gateway/protocol';
import { base58 } from '@scure/base';
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fixed, machine, row } from './world/measurements.mjs';

const { values: flags } = parseArgs({ options: { days: { type: 'string', default: '30' }, parties: { type: 'string', default: '200' } } });
const DAYS = Number(flags.days);
const PARTIES = Number(flags.parties);
const WORKER = join(import.meta.dirname, '..', 'apps', 'settlement-worker', 'dist', 'standalone', 'main.js');
const SECONDS_OF_DAY = 86_400;
const FIRST_MS = Date.parse('2026-11-01T00:00:00Z');
const PATHS = [
  { kind: 'final', path: 'subscription', amount: 0n },
  { kind: 'final', path: 'agent', amount: 2_500n },
  { kind: 'paid', path: 'x402', amount: 3_000n },
];
const SAMPLE_MS = 20;
const WRITTEN_AT_ONCE = 1_000;

const owners = Array.from({ length: PARTIES }, () => toAddress(randomBytes(32)));
const folder = await mkdtemp(join(tmpdir(), 'bench-books-'));
try {
  const books = join(folder, 'books');
  await mkdir(books);
  const bytes = await writeMonth(books);
  const config = await writeConfig();
  const results = [];
  for (const words of [[], ['--owner', base58.encode(owners[0])]]) {
    results.push(await statement(config, books, words));
    console.error(JSON.stringify(results.at(-1)));
  }
  const rows = DAYS * SECONDS_OF_DAY;
  console.log(`${machine()}; ${rows} rows of ${DAYS} days, ${PARTIES} parties\n`);
  console.log(row(['measured', 'value']));
  console.log(row(['---', '---']));
  console.log(row(['size on disk', `${fixed(bytes / 2 ** 20)} MiB, ${fixed(bytes / rows)} bytes a row`]));
  for (const { words, seconds, highestMiB, lines } of results)
    console.log(
      row([`statement ${words.join(' ').slice(0, 20)}`.trim(), `${fixed(seconds, 1)} s, ${fixed(highestMiB)} MiB at most, ${lines} lines`]),
    );
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Returns the number of bytes. */
async function writeMonth(books) {
  const signers = signersBitmap([0, 1, 2]);
  // The statement compares neither: a few are as good as many.
  const rounds = Array.from({ length: WRITTEN_AT_ONCE }, () => base58.encode(randomBytes(32)));
  const signatures = Array.from({ length: WRITTEN_AT_ONCE }, () => base58.encode(randomBytes(64)));
  let bytes = 0;
  let seq = 0n;
  for (let day = 0; day < DAYS; day += 1) {
    const path = join(books, `${new Date(FIRST_MS + day * SECONDS_OF_DAY * 1_000).toISOString().slice(0, 10)}.jsonl`);
    const file = await open(path, 'w');
    for (let second = 0; second < SECONDS_OF_DAY; second += WRITTEN_AT_ONCE) {
      const rows = Array.from({ length: Math.min(WRITTEN_AT_ONCE, SECONDS_OF_DAY - second) }, (_, index) => {
        seq += 1n;
        return rowJson({
          ...PATHS[(second + index) % PATHS.length],
          marker: '00112233aabbccdd',
          seq,
          atMs: FIRST_MS + (day * SECONDS_OF_DAY + second + index) * 1_000,
          round: rounds[index],
          owner: owners[(second + index) % PARTIES],
          delegate: null,
          units: 1n,
          unpaid: 0n,
          registryVersion: 1n,
          signersBitmap: signers,
          signature: signatures[index],
          slot: 250_000_000n + seq,
        });
      });
      await file.write(rows.map((line) => `${line}\n`).join(''));
    }
    await file.close();
    bytes += (await stat(path)).size;
  }
  return bytes;
}

/** The configuration of a worker that reaches no server: a statement needs none. */
async function writeConfig() {
  const path = join(folder, 'worker.toml');
  const anyAddress = base58.encode(randomBytes(32));
  const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
  const solana = `[solana]\nrpc_url = "http://127.0.0.1:9"\nprogram_id = "${anyAddress}"\nnetwork = "${network}"\n`;
  await writeFile(path, `${solana}[settlement]\nenabled = true\ndb_path = "redis://127.0.0.1:9"\n`);
  return path;
}

function keypairJson() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const lastBytes = (key, type) => [...key.export({ format: 'der', type }).subarray(-32)];
  return JSON.stringify([...lastBytes(privateKey, 'pkcs8'), ...lastBytes(publicKey, 'spki')]);
}

/** Runs a statement of the whole month; throws unless it counts every row of its parties. */
async function statement(config, books, words) {
  const range = ['--from', '2026-11-01', '--to', new Date(FIRST_MS + (DAYS - 1) * SECONDS_OF_DAY * 1_000).toISOString().slice(0, 10)];
  const startMs = performance.now();
  const child = spawn(process.execPath, [WORKER, 'operate', 'statement', '--books', books, ...range, ...words, '--config', config], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ORACLE_GATEWAY_KEYPAIR: keypairJson() },
  });
  let highestMiB = 0;
  const sampling = setInterval(() => {
    void highestMiBOf(child.pid).then((mebibytes) => (highestMiB = Math.max(highestMiB, mebibytes)));
  }, SAMPLE_MS);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  const seconds = (performance.now() - startMs) / 1_000;
  if (code !== 0) throw new Error(`the statement ended with ${code}`);
  const lines = text.split('\n');
  if (words.length === 0) {
    const counted = lines.filter((line) => line.startsWith('all ')).reduce((sum, line) => sum + Number(line.trim().split(/\s+/).at(-3)), 0);
    if (counted !== DAYS * SECONDS_OF_DAY) throw new Error(`the statement counts ${counted} rounds`);
  }
  return { words, seconds, highestMiB, lines: lines.length - 1 };
}

/** The most memory that the process has had; 0 once it has ended. */
async function highestMiBOf(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 2 ** 10;
}
