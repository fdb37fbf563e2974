import { type ObserveResponse, readObservation, type SignRequest, writeObservation } from '@oracle-gateway/node-api';
import { fromHex, type ObservedValue, toHex, unixMs } from '@oracle-gateway/protocol';
import { observationVector } from '@oracle-gateway/protocol/internal';
import { createSigningKey, signObservation } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  NODE_KEYS,
  observeOk,
  observeRequest,
  signOk,
  signRequest,
  startNodeWithSource,
} from '../fixture.js';
import {
  entryOf,
  outsidersVerdict,
  packed,
  type SetEntry,
  startToleranceRound,
  type ToleranceRound,
  toleranceSignRequest,
} from '../tolerance.js';

/**
 * A gateway that wants another value signed than the nodes' own observations give: it withholds, alters, repeats or invents some, feeds those
 * of another session, chooses signers or the moment. The victim is node 0; every refusal has used up its nonce pair.
 */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

type HostileRequest = ReturnType<typeof toleranceSignRequest>;

const PRICES = ['100.00', '100.01', '100.02', '100.03'];
const HONEST = { signers: [0, 1, 2], value: '100.01' };

function start(): Promise<ToleranceRound> {
  return startToleranceRound(cleanup, PRICES);
}

/** The honest request with its set changed. */
function withSet(round: ToleranceRound, change: (entries: SetEntry[]) => SetEntry[], honest = HONEST): HostileRequest {
  const request = toleranceSignRequest(round, honest);
  const { fixedAtMs, observations } = request.observationSet;
  return { ...request, observationSet: { fixedAtMs, observations: change([...observations]) } };
}

function replaced(index: number, change: (entry: SetEntry) => Partial<SetEntry>): (entries: SetEntry[]) => SetEntry[] {
  return (entries) => entries.map((entry) => (entry.index === index ? { ...entry, ...change(entry) } : entry));
}

/** Whatever a key of the attacker's own choice signs. */
function forged(entry: SetEntry, change: Partial<ObservedValue>, sessionId: string, secretKey: Uint8Array): SetEntry {
  const observation = signObservation(
    {
      signingKey: createSigningKey(secretKey),
      sessionId: fromHex(sessionId, 32),
      observation: { index: entry.index, values: [{ ...valueOf(entry), ...change }] },
    },
    { random: (length) => new Uint8Array(randomBytes(length)) },
  );
  return writeObservation(observation);
}

function valueOf(entry: SetEntry): ObservedValue {
  const [value = null] = readObservation(entry).values;
  if (value === null) throw new TypeError('the value is absent');
  return value;
}

/** The entry with its value changed, under the signature of before. */
function altered(entry: SetEntry, change: (value: ObservedValue) => Partial<ObservedValue>): Partial<SetEntry> {
  const value = valueOf(entry);
  return { vector: toHex(observationVector({ values: [{ ...value, ...change(value) }] })) };
}

const high = fromHex(packed('100.9'), 32);
const other = fromHex(packed('100.02'), 32);

interface Attack {
  readonly attack: string;
  readonly make: (round: ToleranceRound) => HostileRequest | Promise<HostileRequest>;
  readonly status: number;
  readonly code: Parameters<typeof expectRefusal>[2];
}

const attacks: readonly Attack[] = [
  {
    attack: "withholds the victim's observation",
    make: (round) => withSet(round, (entries) => entries.slice(1), { signers: [1, 2, 3], value: '100.02' }),
    status: 400,
    code: 'observations_mismatch',
  },
  {
    attack: 'withholds so much that fewer than a quorum are left',
    make: (round) => withSet(round, (entries) => entries.slice(0, 2)),
    status: 400,
    code: 'observations_mismatch',
  },
  {
    attack: "alters another node's value",
    make: (round) =>
      withSet(
        round,
        replaced(1, (entry) => altered(entry, () => ({ value: other }))),
        { ...HONEST, value: '100.02' },
      ),
    status: 400,
    code: 'observations_mismatch',
  },
  {
    attack: "alters the victim's value",
    make: (round) =>
      withSet(
        round,
        replaced(0, (entry) => altered(entry, () => ({ value: other }))),
        { ...HONEST, value: '100.02' },
      ),
    status: 400,
    code: 'observations_mismatch',
  },
  {
    attack: "alters another node's time, to have it dropped as too old",
    make: (round) =>
      withSet(
        round,
        replaced(1, (entry) => altered(entry, ({ receivedAtMs }) => ({ receivedAtMs: unixMs(receivedAtMs - 120_000) }))),
        { signers: [0, 2, 3], value: '100.02' },
      ),
    status: 400,
    code: 'observations_mismatch',
  },
  {
    attack: 'repeats an observation under another index',
    make: (round) => withSet(round, (entries) => replaced(3, () => ({ ...entries[2], index: 3 }))(entries), HONEST),
    status: 400,
    code: 'observations_mismatch',
  },
  {
    attack: 'invents an observation for a node, under a key of its own',
    make: (round) =>
      withSet(
        round,
        replaced(1, (entry) => forged(entry, { value: high }, round.observations[0]?.sessionId ?? '', new Uint8Array(32).fill(0x66))),
        { ...HONEST, value: '100.02' },
      ),
    status: 400,
    code: 'observations_mismatch',
  },
  {
    attack: "feeds a node's observation of another session",
    make: async (round) => {
      const another = await round.observe(['100.9', '100.9', '100.9', '100.9']);
      return withSet(
        round,
        replaced(1, () => entryOf(another.observations[1] as ObserveResponse)),
        { ...HONEST, value: '100.02' },
      );
    },
    status: 400,
    code: 'observations_mismatch',
  },
  {
    attack: 'has a signer outside the survivors',
    make: async (round) =>
      toleranceSignRequest(await round.observe(['100.00', '100.01', '100.02', '103']), { ...HONEST, signers: [0, 1, 3] }),
    status: 400,
    code: 'signers_mismatch',
  },
  {
    attack: 'fixes the set more than two seconds ago',
    make: (round) => fixedAt(round, Date.now() - 2_500),
    status: 409,
    code: 'clock_skew',
  },
  {
    attack: 'fixes the set in more than two seconds',
    make: (round) => fixedAt(round, Date.now() + 30_000),
    status: 409,
    code: 'clock_skew',
  },
  {
    attack: 'names another value than the rule gives',
    make: (round) => toleranceSignRequest(round, { ...HONEST, value: '100.00' }),
    status: 409,
    code: 'value_mismatch',
  },
];

function fixedAt(round: ToleranceRound, fixedAtMs: number): HostileRequest {
  const request = toleranceSignRequest(round, HONEST);
  return { ...request, observationSet: { ...request.observationSet, fixedAtMs } };
}

describe('a gateway that', () => {
  it('is honest gets what the nodes observed', async () => {
    const round = await start();
    const request = toleranceSignRequest(round, HONEST);
    const partials = await Promise.all(round.nodes.slice(0, 3).map((node) => signOk(node, request)));
    expect(outsidersVerdict(round.request, request, partials)).toMatchObject({ ok: true, signers: [0, 1, 2] });
  });

  it.each(attacks)('$attack is refused, and has used up the pair', async ({ make, status, code }) => {
    const round = await start();
    const [victim] = round.nodes;
    if (victim === undefined) throw new TypeError('a node');
    const request = await make(round);
    expectRefusal(await call(victim, 'sign', request), status, code);
    expectRefusal(await call(victim, 'sign', { ...toleranceSignRequest(round, HONEST), sessionId: request.sessionId }), 409, 'nonce_spent');
  });

  it('sends no set in tolerance mode is refused', async () => {
    const round = await start();
    const { sessionId, attempt, value, signers } = toleranceSignRequest(round, HONEST);
    const [victim] = round.nodes;
    if (victim === undefined) throw new TypeError('a node');
    expectRefusal(await call(victim, 'sign', { sessionId, attempt, value, signers }), 400, 'observations_mismatch');
  });

  it('sends a set in exact mode is refused', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const observation = await observeOk(node, observeRequest(source));
    const signature = { s: `0x${'11'.repeat(32)}`, commitment: `0x${'11'.repeat(20)}` };
    const observationSet = { fixedAtMs: Date.now(), observations: [entryOf({ ...observation, signature })] };
    const request: SignRequest = { ...signRequest([observation]), observationSet };
    expectRefusal(await call(node, 'sign', request), 400, 'observations_mismatch');
  });

  it('feeds what a colluding node that was not asked has signed is refused', async () => {
    const round = await (await start()).observe(PRICES, { eligible: [0, 1, 2] });
    const [victim] = round.nodes;
    const [own] = round.observations.map(entryOf);
    if (victim === undefined || own === undefined) throw new TypeError('a node');
    const stranger = forged({ ...own, index: 3 }, {}, round.observations[0]?.sessionId ?? '', NODE_KEYS[3] ?? new Uint8Array());
    const request = withSet(round, (entries) => [...entries, stranger], { ...HONEST, value: '100.00' });
    expectRefusal(await call(victim, 'sign', request), 400, 'observations_mismatch');
  });

  it('withholds up to the buffer moves the value by as many places, and no further', async () => {
    const round = await start();
    const request = withSet(round, (entries) => entries.filter(({ index }) => index !== 1), { signers: [0, 2, 3], value: '100.02' });
    const partials = await Promise.all(round.nodes.filter(({ index }) => [0, 2, 3].includes(index)).map((node) => signOk(node, request)));
    expect(outsidersVerdict(round.request, request, partials)).toMatchObject({ ok: true, signers: [0, 2, 3] });
  });
});
