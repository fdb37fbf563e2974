import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { operations } from '@oracle-gateway/gateway-api';
import { decodeRegistrySnapshot, fromHex, type RegistrySnapshot } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { type RegistryKeys, type SignedRegistrySnapshot, verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { parse, stringify } from 'smol-toml';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { freePort } from '@oracle-gateway/dev-servers';
import { projectRoot } from '../../src/base/project-root.js';
import { AppProcess } from '../../src/base/service.js';
import { deployersWord } from './deployers-word.js';
import { type EvmChain, startEvmChain } from './evm-chain.js';
import { createAdministrator, type TestAdministrator } from './test-administrator.js';
import { prepareRound, startTestWorld, type TestWorld } from './test-world.js';

const AT_ONCE = 8;
/** Callers where the chain is what is tested. */
const FEW = 2;
const QUORUM = 3;
const REMOVED = 4;
const ADDED = 5;
/** Rounds that are answered before and after each step. */
const BETWEEN = 4 * AT_ONCE;
/** Periods of the EVM chain, whose clock the test sets. */
const GRACE_SECONDS = 3_600n;
const TRUST_SECONDS = 14n * 86_400n;
/** The contract is older than every snapshot that nodes sign in this file. Those are dated a few seconds back. */
const startSeconds = Math.floor(Date.now() / 1_000) - 60;
const SEEN = { interval: 50 };

let test: TestWorld;
let administrator: TestAdministrator;
let added: AppProcess | undefined;
let chain: EvmChain | undefined;
/** An answer of each registry version. */
const answers = new Map<number, unknown>();
beforeAll(async () => {
  test = await startTestWorld();
  administrator = await createAdministrator(test);
});
afterAll(async () => {
  chain?.close();
  await added?.stop();
  await test.close();
});

interface Load {
  /** The registry version that callers name. */
  version: number;
  /** Answered rounds by the registry version they were signed under. */
  readonly served: Map<number, number>;
  /** Refusals that leave the request as good as it was: `stale_registry_version`, answered once with the version to name. */
  told: number;
  readonly failed: string[];
  readonly roundIds: string[];
  /** The latest answer by the registry version it was signed under. */
  readonly answers: Map<number, unknown>;
  stop(): Promise<void>;
}

/** So many callers, each with its own feed, each with its next round as soon as the last is answered. */
function startLoad(name: string, version: number, atOnce = AT_ONCE): Load {
  let isOver = false;
  const load = { version, served: new Map<number, number>(), answers: new Map<number, unknown>(), told: 0, failed: [], roundIds: [] } as {
    version: number;
    served: Map<number, number>;
    answers: Map<number, unknown>;
    told: number;
    failed: string[];
    roundIds: string[];
  };
  const ask = async (caller: number, timestampSeconds: number): Promise<void> => {
    const apiConfig = {
      url: `${test.world.manifest.sources.price}/v2/prices/BTC-USD/spot?caller=${name}-${caller}`,
      method: 'GET',
      responseParser: '$.data.amount',
    } as const;
    const { request } = prepareRound(test, { quorum: QUORUM, apiConfig, timestampSeconds });
    let registryVersion = load.version;
    for (;;) {
      const answer = await test.client
        .call(operations.executeRound, { body: { ...request, registryVersion } })
        .catch((error: unknown) => String(error));
      if (typeof answer === 'string') {
        load.failed.push(answer);
        return;
      }
      if (answer.status === 200) {
        const signedUnder = answer.body.data.registryVersion;
        load.served.set(signedUnder, (load.served.get(signedUnder) ?? 0) + 1);
        load.answers.set(signedUnder, answer.body);
        load.roundIds.push(answer.headers.get('x-round-id') ?? '');
        return;
      }
      const { code, registryVersion: current } = answer.body as { code: string; registryVersion?: number };
      // The same request again, as docs/errors.md says of it: nothing was reserved.
      if (code !== 'stale_registry_version' || current === undefined || current === registryVersion) {
        load.failed.push(`${answer.status} ${code}: ${answer.body.error}`);
        return;
      }
      load.told += 1;
      registryVersion = current;
    }
  };
  const first = Math.floor(Date.now() / 1_000) - 250;
  const callers = Array.from({ length: atOnce }, async (_, caller) => {
    for (let round = 0; !isOver && load.failed.length === 0 && round < 500; round += 1) await ask(caller, first + round);
  });
  return Object.assign(load, {
    async stop() {
      isOver = true;
      await Promise.all(callers);
    },
  });
}

async function answered(load: Load, more: number): Promise<void> {
  const before = load.roundIds.length;
  // A failed round ends the load.
  await expect.poll(() => load.failed.length > 0 || load.roundIds.length - before >= more, SEEN).toBe(true);
  expect(load.failed).toEqual([]);
}

/** Until every node but the removed one, which is not ready any more, serves this version. */
async function nodesKnow(version: number): Promise<void> {
  const seen = async (): Promise<unknown> => {
    const answers = test.world.manifest.nodes.map(async ({ url }) => {
      const body: unknown = await (await fetch(`${url}/health`)).json();
      return (body as { registryVersion: number }).registryVersion;
    });
    return new Set(await Promise.all(answers));
  };
  await expect.poll(seen, SEEN).toEqual(new Set([version]));
}

/** The operator starts a node that no registry version has; the administrator registers it into the next version. */
async function addNode(): Promise<void> {
  const { path } = test.world.stateFolder;
  const port = await freePort();
  const keys = { secret_key_path: join(path, 'keys', 'added.hex'), encryption_key_path: join(path, 'keys', 'added-encryption.hex') };
  for (const key of Object.values(keys)) await writeFile(key, randomBytes(32).toString('hex'), { mode: 0o600 });
  const like = parse(await readFile(join(path, 'config', 'node-0.toml'), 'utf8'));
  const places = { server: { host: '127.0.0.1', port }, metrics: { host: '127.0.0.1', port: await freePort() } };
  const config = { ...like, ...places, node: { index: ADDED, ...keys } };
  const configPath = join(path, 'config', `node-${ADDED}.toml`);
  await writeFile(configPath, stringify(config), { mode: 0o600 });
  const url = `http://127.0.0.1:${port}`;
  added = new AppProcess({
    name: `node-${ADDED}`,
    main: join(projectRoot(), 'apps/oracle-node/dist/main.js'),
    arguments: ['--config', configPath],
    logPath: test.world.stateFolder.logOf(`node-${ADDED}`),
    readyUrl: `${url}/health`,
    preload: pathToFileURL(join(projectRoot(), 'apps/localnet/dist/base/tie-to-parent.js')).href,
  });
  const started = added.start();
  // It runs and says that it is not ready, before it is registered.
  await expect
    .poll(
      () =>
        fetch(`${url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      SEEN,
    )
    .toBe(503);
  await administrator.command('register-node', '--proof', await administrator.proofOf(configPath, url), '--into-registry');
  await started;
}

it('eight rounds at once go on while a node is removed, a node is added and a version of the same nodes is made: none fails, no timestamp is spent', async () => {
  const load = startLoad('ordinary', 1);
  await answered(load, BETWEEN);

  // Nodes first: the gateway hears of it by its own view, which lives half a minute.
  await administrator.command('change-registry', '--remove', String(REMOVED));
  await nodesKnow(2);
  await answered(load, BETWEEN);
  load.version = 2;
  await answered(load, BETWEEN);

  // Callers first: they name it before nodes and gateway have read the ledger.
  await addNode();
  load.version = 3;
  await answered(load, BETWEEN);

  await administrator.command('change-registry', '--redundancy-buffer', '0');
  load.version = 4;
  await answered(load, BETWEEN);
  await administrator.command('change-registry', '--remove', String(ADDED));
  await nodesKnow(5);
  await answered(load, BETWEEN);
  load.version = 5;
  await answered(load, BETWEEN);
  await load.stop();
  keep(load);

  tell(load);
  expect(load.failed).toEqual([]);
  expect([...load.served.keys()].sort()).toEqual([1, 2, 3, 4, 5]);
  for (const roundId of load.roundIds) await expect.poll(() => stateOf(roundId), SEEN).toBe('settled');
});

it('no round fails when an emergency ends the version that the gateway still knows: each begins anew under the next', async () => {
  const load = startLoad('emergency', 5);
  await answered(load, BETWEEN);
  await administrator.command('change-registry', '--remove', '0', '--emergency');
  await nodesKnow(6);
  await answered(load, BETWEEN);
  await load.stop();
  keep(load);
  tell(load);
  expect(load.failed).toEqual([]);
  expect([...load.served.keys()].sort()).toEqual([5, 6]);
});

it('leads another chain from the first version to the newest by snapshots that the nodes signed meanwhile, and by nothing else', async () => {
  const { deploymentId } = await test.reader.config();
  const first = await test.reader.registry(1n);
  if (first === null) throw new Error('the ledger keeps the first version for its grace');
  const seen: { readonly version: bigint; readonly signedAtSeconds: number }[] = [];
  let held: RegistryKeys = first;
  while (held.version < 6n) {
    const signed = await snapshotBy(held.version, (snapshot) => snapshot.version > held.version);
    expect(verifyRegistrySnapshot({ deploymentId, registry: held, signed })).toMatchObject({ ok: true });
    // The versions before it do not vouch for it: another label of the same keys is not enough.
    if (seen.length > 0)
      expect(verifyRegistrySnapshot({ deploymentId, registry: first, signed })).toEqual({ ok: false, reason: 'signer_version' });
    seen.push(signed.snapshot);
    held = signed.snapshot;
  }
  const last = seen.at(-1)?.signedAtSeconds ?? 0;
  const newest = await snapshotBy(undefined, (snapshot) => snapshot.signerVersion === 6n && snapshot.signedAtSeconds > last);
  expect(verifyRegistrySnapshot({ deploymentId, registry: held, signed: newest })).toMatchObject({ ok: true });
  // The emergency ends the versions before it on the other chain too.
  expect(newest.snapshot).toMatchObject({ version: 6n, oldestAcceptedVersion: 6n });
  // Each is later than the one before, because no chain takes two of one second.
  const times = [...seen, newest.snapshot].map(({ signedAtSeconds }) => signedAtSeconds);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  expect(held.keys).toEqual((await test.reader.currentRegistry()).keys.slice(0, held.keys.length));
});

it('hands an EVM chain over while rounds go on: it accepts rounds of the versions that it holds, and no others', async () => {
  const first = await registryOf(1);
  chain = await startEvmChain({
    ...(await deployersWord(test, first, startSeconds)),
    graceSeconds: GRACE_SECONDS,
    trustSeconds: TRUST_SECONDS,
    startSeconds,
  });
  let held: RegistryKeys = first;
  /** Brings what the nodes of the version held say of the version. */
  const bring = async (version: bigint): Promise<void> => {
    const signed = await snapshotBy(held.version, (snapshot) => snapshot.version === version);
    expect(await chain?.accept(held, signed)).toBeNull();
    held = signed.snapshot;
  };
  // The chain's verdicts on the rounds that were answered, by version.
  const verdicts = async (): Promise<Record<number, string | null>> => {
    const known = [...answers].sort(([one], [other]) => one - other);
    const said = known.map(async ([version, answer]) => [version, await chain?.verify(answer, await registryOf(version))]);
    return Object.fromEntries(await Promise.all(said)) as Record<number, string | null>;
  };
  const refusedBut = (...accepted: number[]): Record<number, string | null> =>
    Object.fromEntries([...answers.keys()].map((version) => [version, accepted.includes(version) ? null : 'VersionNotAccepted']));

  expect(await verdicts()).toEqual(refusedBut(1));
  // The chain follows like a late relayer: from version to version, by the snapshots that were signed meanwhile.
  while (held.version < 6n) {
    const { snapshot } = await snapshotBy(held.version, ({ version }) => version > held.version);
    const before = Number(held.version);
    await bring(snapshot.version);
    const now = Number(held.version);
    expect(await verdicts()).toEqual(now === 6 ? refusedBut(6) : refusedBut(before, now));
  }
  expect(await chain.oldestAccepted()).toBe(6n);

  const load = startLoad('evm', 6, FEW);
  await answered(load, 2 * FEW);
  await administrator.command('change-registry', '--set', '0');
  await nodesKnow(7);
  load.version = 7;
  await expect.poll(() => load.answers.has(7) || load.failed.length > 0, SEEN).toBe(true);
  keep(load);
  // The chain does not know the new version before it is brought, and the one before counts for its grace.
  expect(await verdicts()).toEqual(refusedBut(6));
  await bring(7n);
  expect(await verdicts()).toEqual(refusedBut(6, 7));
  await answered(load, 2 * FEW);
  keep(load);
  expect(await verdicts()).toEqual(refusedBut(6, 7));
  await chain.passSeconds(GRACE_SECONDS + 1n);
  expect(await verdicts()).toEqual(refusedBut(7));

  await administrator.command('change-registry', '--remove', '0', '--emergency');
  await nodesKnow(8);
  await answered(load, 2 * FEW);
  await expect.poll(() => load.answers.has(8) || load.failed.length > 0, SEEN).toBe(true);
  await load.stop();
  keep(load);
  const heldBefore = held;
  const handover = await snapshotBy(7n, ({ version }) => version === 8n);
  await bring(8n);
  // No grace after an emergency, and no way back.
  expect(await verdicts()).toEqual(refusedBut(8));
  expect(await chain.accept(heldBefore, handover)).toBe('WrongSignerVersion');
  expect([load.failed, await chain.current(), await chain.oldestAccepted()]).toEqual([[], 8n, 8n]);

  await chain.passSeconds(TRUST_SECONDS);
  expect(await verdicts()).toEqual(refusedBut());
  const again = await snapshotBy(8n, ({ version }) => version === 8n);
  expect(await chain.accept(held, again)).toBe('VersionNotAccepted');
});

/** Later answers replace earlier ones of the same version. */
function keep(load: Load): void {
  for (const [version, answer] of load.answers) answers.set(version, answer);
}

async function registryOf(version: number): Promise<RegistryAccount> {
  const registry = await test.reader.registry(BigInt(version));
  if (registry === null) throw new Error('the ledger keeps each version for its grace');
  return registry;
}

/** The gateway's snapshot, once it satisfies the condition. */
async function snapshotBy(
  signerVersion: bigint | undefined,
  holds: (snapshot: RegistrySnapshot) => boolean,
): Promise<SignedRegistrySnapshot> {
  let found: SignedRegistrySnapshot | undefined;
  const check = async (): Promise<boolean> => {
    const options = signerVersion === undefined ? {} : { query: { signerVersion: Number(signerVersion) } };
    const answer = await test.client.call(operations.getRegistrySnapshot, options);
    if (answer.status !== 200) return false;
    const { snapshot, signersBitmap, s, commitment } = answer.body.data;
    const decoded = decodeRegistrySnapshot(fromHex(snapshot));
    if (!holds(decoded)) return false;
    found = { snapshot: decoded, signersBitmap: fromHex(signersBitmap), s: fromHex(s), commitment: fromHex(commitment) };
    return true;
  };
  await expect.poll(check, SEEN).toBe(true);
  if (found === undefined) throw new Error('unreachable: it was found');
  return found;
}

/** Writes lines for people who read the log of a run. */
function tell({ served, told, failed }: Load): void {
  const versions = JSON.stringify(Object.fromEntries(served));
  process.stdout.write(`rounds by version: ${versions}; answered with the version to name: ${told}; failed: ${failed.length}\n`);
}

async function stateOf(roundId: string): Promise<string> {
  const record = await test.client.call(operations.getRound, { path: { roundId } });
  return record.status === 200 ? record.body.data.state : `status ${record.status}`;
}
