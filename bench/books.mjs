#!/usr/bin/env node
// Measures the books of a month: rows of one round a second, in files of days, and `settlement-worker operate statement` over them. Then it compares
// the last days with a ledger of the same rounds, by `operate reconcile`. It checks both outcomes before it prints. Needs the built packages and two
// gigabytes of disk.
// usage: node bench/books.mjs [--days 30] [--parties 200] [--compared 1]
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
import { startToldArchive } from './world/told-archive.mjs';
import { configOf, createToldRounds } from './world/told-rounds.mjs';

const { values: flags } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    parties: { type: 'string', default: '200' },
    compared: { type: 'string', default: '1' },
  },
});
const DAYS = Number(flags.days);
const PARTIES = Number(flags.parties);
const COMPARED = Number(flags.compared);
const WORKER = join(import.meta.dirname, '..', 'apps', 'settlement-worker', 'dist', 'standalone', 'main.js');
const SECONDS_OF_DAY = 86_400;
const FIRST_MS = Date.parse('2026-11-01T00:00:00Z');
const PATHS = [
  { kind: 'final', path: 'subscription', amount: 0n },
  { kind: 'final', path: 'agent', amount: 2_500n },
  { kind: 'paid', path: 'x402', amount: 3_000n },
];
const SAMPLE_MS = 20;
const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const WRITTEN_AT_ONCE = 1_000;

const [programId, gateway, mint, ...owners] = Array.from({ length: PARTIES + 3 }, () => toAddress(randomBytes(32)));
const archive = await startToldArchive({ accounts: configOf({ programId, network: NETWORK, mint }) });
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
  const compared = await reconcile(config, books);
  const rows = DAYS * SECONDS_OF_DAY;
  console.log(`${machine()}; ${rows} rows of ${DAYS} days, ${PARTIES} parties\n`);
  console.log(row(['measured', 'value']));
  console.log(row(['---', '---']));
  console.log(row(['size on disk', `${fixed(bytes / 2 ** 20)} MiB, ${fixed(bytes / rows)} bytes a row`]));
  for (const { words, seconds, highestMiB, lines } of results)
    console.log(
      row([`statement ${words.join(' ').slice(0, 20)}`.trim(), `${fixed(seconds, 1)} s, ${fixed(highestMiB)} MiB at most, ${lines} lines`]),
    );
  const { seconds, highestMiB } = compared;
  const what = `reconcile of ${COMPARED} days, ${COMPARED * SECONDS_OF_DAY} rounds in ${archive.count()} transactions`;
  console.log(row([what, `${fixed(seconds, 1)} s, ${fixed(highestMiB)} MiB at most`]));
} finally {
  await archive.close();
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
  const told = createToldRounds({ archive, programId, gateway, mint, owners });
  for (let day = 0; day < DAYS; day += 1) {
    const path = join(books, `${new Date(FIRST_MS + day * SECONDS_OF_DAY * 1_000).toISOString().slice(0, 10)}.jsonl`);
    const file = await open(path, 'w');
    const isCompared = day >= DAYS - COMPARED;
    // A comparison reads the day before too.
    const isNear = day >= DAYS - COMPARED - 1;
    for (let second = 0; second < SECONDS_OF_DAY; second += WRITTEN_AT_ONCE) {
      const count = Math.min(WRITTEN_AT_ONCE, SECONDS_OF_DAY - second);
      const from = FIRST_MS / 1_000 + day * SECONDS_OF_DAY + second;
      const concluded = Array.from({ length: count }, (_, index) =>
        isCompared
          ? told.take(from + index)
          : [
              {
                ...PATHS[(second + index) % PATHS.length],
                ...{
                  atMs: (from + index) * 1_000,
                  round: isNear ? base58.encode(randomBytes(32)) : rounds[index],
                  owner: owners[(second + index) % PARTIES],
                },
                ...{ signature: signatures[index], slot: BigInt(from + index) },
              },
            ],
      ).flat();
      if (isCompared && second + count === SECONDS_OF_DAY) concluded.push(...told.end(from + count - 1));
      const rows = concluded.map((members) => {
        seq += 1n;
        const fixedMembers = {
          marker: '00112233aabbccdd',
          delegate: null,
          units: 1n,
          unpaid: 0n,
          registryVersion: 1n,
          signersBitmap: signers,
        };
        return rowJson({ ...fixedMembers, ...members, seq });
      });
      await file.write(rows.map((line) => `${line}\n`).join(''));
    }
    await file.close();
    bytes += (await stat(path)).size;
  }
  return bytes;
}

/** The configuration of a worker: a statement reaches no server, and a comparison the archive alone. */
async function writeConfig() {
  const path = join(folder, 'worker.toml');
  const solana = `[solana]\nrpc_url = "${archive.url}"\nprogram_id = "${base58.encode(programId)}"\nnetwork = "${NETWORK}"\n`;
  const settlement = `[settlement]\nenabled = true\ndb_path = "redis://127.0.0.1:9"\ngateway_account = "${base58.encode(gateway)}"\n`;
  await writeFile(path, solana + settlement);
  return path;
}

function keypairJson() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const lastBytes = (key, type) => [...key.export({ format: 'der', type }).subarray(-32)];
  return JSON.stringify([...lastBytes(privateKey, 'pkcs8'), ...lastBytes(publicKey, 'spki')]);
}

/** Runs a statement of the whole month; throws unless it counts every row of its parties. */
async function statement(config, books, words) {
  const { text, ...taken } = await operate(config, ['statement', '--books', books, ...daysFrom(0), ...words]);
  const lines = text.split('\n');
  if (words.length === 0) {
    const counted = lines.filter((line) => line.startsWith('all ')).reduce((sum, line) => sum + Number(line.trim().split(/\s+/).at(-3)), 0);
    if (counted !== DAYS * SECONDS_OF_DAY) throw new Error(`the statement counts ${counted} rounds`);
  }
  return { words, ...taken, lines: lines.length - 1 };
}

/** Compares the last days; throws unless books and ledger are equal in every round. */
async function reconcile(config, books) {
  const { text, ...taken } = await operate(config, ['reconcile', '--books', books, ...daysFrom(DAYS - COMPARED), '--alone']);
  if (!text.includes(`equal: ${COMPARED * SECONDS_OF_DAY} rounds, `)) throw new Error(text.slice(0, 2_000));
  return taken;
}

function daysFrom(day) {
  return [day, DAYS - 1].flatMap((of, index) => [
    index === 0 ? '--from' : '--to',
    new Date(FIRST_MS + of * SECONDS_OF_DAY * 1_000).toISOString().slice(0, 10),
  ]);
}

/** Runs a command of operators, and answers what it printed, its seconds and the most memory that it had. */
async function operate(config, words) {
  const startMs = performance.now();
  const child = spawn(process.execPath, [WORKER, 'operate', ...words, '--config', config], {
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
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${text.slice(0, 2_000)}`);
  return { text, seconds, highestMiB };
}

/** The most memory that the process has had; 0 once it has ended. */
async function highestMiBOf(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 2 ** 10;
}
