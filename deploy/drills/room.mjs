import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parse, stringify } from 'smol-toml';
import { redisCommand } from '../../packages/dev-servers/dist/index.js';
import { associatedTokenAddress, configAddress } from '../../packages/protocol/dist/accounts/index.js';
import { formatAddress, parseAddress } from '../../packages/protocol/dist/index.js';
import { newKey } from './new-key.mjs';
import { filled } from './runbook-page.mjs';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const COMMAND_TIMEOUT_MS = 120_000;
const WAIT_MS = 240_000;
const ASK_EVERY_MS = 1_000;
const ASK_NO_LEDGER = ['plan', 'why'];
/** Commands that send no transaction. */
const ASK_NOTHING = ['show', 'registry'];
const STUTTER_MS = 400;
const SHOWN_LINES = 12;
const SHOWN_CHARACTERS = 180;
/** Offset of `authority` in the Config account (docs/protocol.md). */
const AUTHORITY_OFFSET = 48;
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const ADMINISTRATOR_LAMPORTS = 100_000_000_000n;

/**
 * The means of a drill: a world, a Prometheus that watches it, and the commands of the page, typed as the page has them.
 *
 * @param {{ drilled: any, watch: any, load: any, pages: Map<string, readonly string[]>, say: (line: string) => void }} input
 */
export function createRoom({ drilled, watch, load, pages, say }) {
  const { world, state } = drilled;
  const { manifest } = world;
  const payer = Uint8Array.from(manifest.keys.x402Payer).slice(32);
  const pathOf = (name) => join(state, 'config', `${name}.toml`);
  /** The administrator's key file; set once the world has a known one. */
  const keys = { administrator: '' };
  const configured = (words, name) => (words.includes('--config') ? words : [...words, '--config', pathOf(name)]);
  const keyFor = (words) => (words[0] === 'registry' ? join(state, 'keys', 'gateway.json') : keys.administrator);
  const administrating = (words) => [
    ...words,
    ...['--program', manifest.programId, '--rpc', manifest.rpcUrl],
    ...(words.includes('--key') ? [] : ['--key', keyFor(words)]),
    ...(ASK_NOTHING.includes(words[0]) ? [] : ['--yes']),
  ];
  /** Programs by the word with which a command begins, as the page's head says. */
  const programs = {
    operate: (words) => [mainOf('apps/settlement-worker'), 'operate', ...words, '--config', pathOf('worker-0')],
    'settlement-worker': (words) => [mainOf('apps/settlement-worker'), ...configured(words, 'worker-0')],
    admin: (words) => [mainOf('packages/admin'), ...(ASK_NO_LEDGER.includes(words[0]) ? words : administrating(words))],
    'oracle-gateway-admin': (words) => programs.admin(words),
    node: ([path]) => [join(ROOT, path), join(state, 'manifest.json')],
    'oracle-node': (words) => [mainOf('apps/oracle-node'), ...words],
    gateway: (words) => [mainOf('apps/gateway'), ...words],
    'oracle-gateway-keeper': (words) => [mainOf('apps/keeper'), ...configured(words, 'keeper')],
  };
  const files = {
    'gateway.toml': pathOf('gateway'),
    'worker.toml': pathOf('worker-0'),
    'keeper.toml': pathOf('keeper'),
    'node.toml': pathOf('node-0'),
  };
  const redisPort = Number(new URL(manifest.redisUrl).port);
  const typed = new Map();

  const rewrite = async (name, change) => {
    const before = await readFile(pathOf(name), 'utf8');
    const config = parse(before);
    change(config);
    await writeFile(pathOf(name), stringify(config), { mode: 0o600 });
    return before;
  };
  const overwrite = (address, offset, bytes) => {
    const account = world.ledger.account(address);
    if (account === null) throw new Error(`${address}: the ledger has no such account`);
    const data = Uint8Array.from(account.data);
    data.set(bytes, offset);
    world.ledger.setAccount(address, { ...account, data });
  };
  const keyFile = async (name, secretKey) => {
    const path = join(state, `${name}.json`);
    await writeFile(path, JSON.stringify([...secretKey]), { mode: 0o600 });
    return path;
  };
  const until = async (what, check) => {
    const deadlineMs = Date.now() + WAIT_MS;
    for (;;) {
      const seen = await check();
      if (seen !== undefined && seen !== false) return seen;
      if (Date.now() > deadlineMs) throw new Error(`${what}: not within ${WAIT_MS / 1_000} s`);
      await wait(ASK_EVERY_MS);
    }
  };

  return {
    drilled,
    world,
    /** The present one: process ids change. */
    get manifest() {
      return world.manifest;
    },
    until,
    say,
    keys,
    pathOf,
    query: watch.query,
    askFor: load.askFor,

    /**
     * Types a command of a page, prints what it prints, and answers it.
     *
     * @param {string} page
     * @param {string} command as the page has it
     * @param {Readonly<Record<string, string>>} [values] for its placeholders
     */
    async type(page, command, values = {}) {
      if (!pages.get(page)?.includes(command)) throw new Error(`docs/runbook.md: ${page} does not have the command ${command}`);
      typed.set(page, new Set([...(typed.get(page) ?? []), command]));
      const text = filled(command, values);
      const [program, ...words] = text.split(' ').map((word) => files[word] ?? word);
      const stands = programs[program];
      if (stands === undefined && program !== 'redis-cli') throw new Error(`${command}: the drill does not know the program ${program}`);
      say(`$ ${text}`);
      const output = program === 'redis-cli' ? String(await redisCommand(redisPort, words.join(' '))) : await outputOf(stands(words));
      const lines = output.split('\n');
      for (const line of lines.slice(0, SHOWN_LINES)) say(`  ${line.slice(0, SHOWN_CHARACTERS)}`);
      if (lines.length > SHOWN_LINES) say(`  … ${lines.length - SHOWN_LINES} more lines`);
      return output;
    },
    /** Types a command that no page has, and answers its output. */
    async typeAside(text) {
      const [program, ...words] = text.split(' ');
      return outputOf(programs[program](words));
    },
    /** Commands of a page that its drill has not typed. */
    untyped: (page) => (pages.get(page) ?? []).filter((command) => !typed.get(page)?.has(command)),

    /** A fault by the world's control. */
    async control(path, body) {
      const answer = await fetch(`${manifest.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path} ${JSON.stringify(body)}: ${await answer.text()}`);
    },
    pause: wait,
    files,
    /** Changes a process's configuration file; answers how it was. */
    rewrite,
    /** Changes a process's configuration and starts the process again; answers how the file was. */
    async reconfigure(name, target, change) {
      const before = await rewrite(name, change);
      await world.restart(target);
      return before;
    },
    async restore(name, target, before) {
      await writeFile(pathOf(name), before, { mode: 0o600 });
      await world.restart(target);
    },
    /** Lamports of an account, as if it had been spent or filled. */
    hold(address, lamports) {
      const account = world.ledger.account(address);
      if (account === null) throw new Error(`${address}: the ledger has no such account`);
      world.ledger.setAccount(address, { ...account, lamports });
    },
    /** The next process of a part runs with further options of Node. */
    async restartWith(part, nodeOptions) {
      process.env.NODE_OPTIONS = nodeOptions;
      try {
        await drilled.start(part);
      } finally {
        delete process.env.NODE_OPTIONS;
      }
    },
    logs: () => ['gateway', 'worker-0', 'node-0'].map((name) => join(state, 'logs', `${name}.log`)).join(' '),
    /** The id of the last request that the gateway answered with an error. */
    async failedRequest() {
      const lines = (await readFile(join(state, 'logs', 'gateway.log'), 'utf8')).trim().split('\n');
      return JSON.parse(lines.findLast((line) => line.includes('"msg":"answered with an error"'))).requestId;
    },
    /** Takes so many lamports of an account each second. */
    spend(address, lamports) {
      const timer = setInterval(() => {
        const account = world.ledger.account(address);
        world.ledger.setAccount(address, { ...account, lamports: account.lamports - lamports });
      }, ASK_EVERY_MS);
      return { stop: () => clearInterval(timer) };
    },
    /** A process stands still for half of the time. */
    stutter(pid) {
      let isStopped = false;
      const timer = setInterval(() => {
        isStopped = !isStopped;
        process.kill(pid, isStopped ? 'SIGSTOP' : 'SIGCONT');
      }, STUTTER_MS);
      return {
        stop() {
          clearInterval(timer);
          process.kill(pid, 'SIGCONT');
        },
      };
    },
    /** Resolves once a round is settled. */
    settled: (roundId) =>
      until(`round ${roundId} is settled`, async () => {
        const { data } = await (await fetch(`${manifest.gatewayUrl}/v1/rounds/${roundId}`)).json();
        return data?.state === 'settled';
      }),
    /** Takes an account away, as a fork does that the cluster leaves. */
    loseAccount: (address) =>
      world.ledger.setAccount(address, { lamports: 0n, owner: SYSTEM_PROGRAM, executable: false, data: new Uint8Array() }),
    /** Other bytes at an offset of an account. */
    overwrite,
    keyFile,
    /** The key that the world was set up with is thrown away: another gets the role. */
    async becomeAdministrator() {
      const { secretKey, address } = newKey();
      world.ledger.airdrop(address, ADMINISTRATOR_LAMPORTS);
      overwrite(configAddress(parseAddress(manifest.programId)), AUTHORITY_OFFSET, Uint8Array.from(secretKey).slice(32));
      keys.administrator = await keyFile('administrator', secretKey);
    },
    /** A token account of the agent's payer. */
    tokenAccount: () =>
      formatAddress(associatedTokenAddress(Uint8Array.from(manifest.keys.agentPayer).slice(32), parseAddress(manifest.usdcMint))),
    async keeperPayer() {
      const { targets } = parse(await readFile(pathOf('keeper'), 'utf8'));
      return Uint8Array.from(JSON.parse(await readFile(targets.solana.keypair_path, 'utf8'))).slice(32);
    },
    /** Whether a transaction pays for a round of the paying caller. */
    isPayment: ({ accountKeys }) => accountKeys.some(({ address }) => Buffer.compare(address, payer) === 0),
    makeNodeKeys: (folder) => outputOf([mainOf('apps/oracle-node'), 'keygen', '--dir', folder]),
    /** Proves and registers a node by its configuration with a change; the running node keeps its own. */
    async registerNode(index, change) {
      const config = parse(await readFile(pathOf(`node-${index}`), 'utf8'));
      change(config);
      const path = join(state, 'config', `proving-${index}.toml`);
      await writeFile(path, stringify(config), { mode: 0o600 });
      const { address } = newKey();
      const prove = [mainOf('apps/oracle-node'), 'prove', '--config', path, '--operator', address, '--endpoint', manifest.nodes[index].url];
      const proof = join(state, `proof-${index}.json`);
      await writeFile(proof, await outputOf(prove));
      say(await outputOf(programs.admin(['register-node', '--proof', proof])));
    },
  };
}

function mainOf(folder) {
  return join(ROOT, folder, 'dist', 'main.js');
}

async function outputOf(args) {
  const { stdout, stderr } = await run(process.execPath, args, { timeout: COMMAND_TIMEOUT_MS });
  return `${stdout}${stderr}`.trim();
}
