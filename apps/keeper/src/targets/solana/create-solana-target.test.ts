import type { StatedRound } from '@oracle-gateway/client';
import {
  BroadcastRefusedError,
  createLedgerSender,
  LedgerUnavailableError,
  MAX_TRANSACTION_BYTES,
  signerFromSecretKey,
  submitComputeUnits,
  type TransactionRefusal,
  type TransactionStatus,
} from '@oracle-gateway/ledger';
import {
  type Address,
  formatAddress,
  fromHex,
  NO_OWNER,
  parseAddress,
  parseApiConfig,
  toHex,
  unixMs,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { type ConfigAccount, decodeConfig, decodeRegistry, feedAddress, type FeedAccount } from '@oracle-gateway/protocol/accounts';
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import accounts from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { simulatedFeed, simulatedFeeds } from '../../../tests/support/simulated-world.js';
import { basketOf } from '../../feeds/basket.js';
import type { KeptFeed } from '../../feeds/kept-feed.js';
import { shownText } from '../../feeds/shown-text.js';
import { lamportsOf } from './lamports.js';
import { createRaisedFees, type RaisedFees } from './raised-fees.js';
import { createSolanaTarget, type SolanaTargetDeps } from './create-solana-target.js';

const REGISTRY = decodeRegistry(Uint8Array.from(atob(vector.registryAccount), (one) => one.charCodeAt(0)));
const CONFIG: ConfigAccount = {
  ...decodeConfig(fromHex(accounts.valid.find(({ account }) => account === 'Config')!.data)),
  registryVersion: REGISTRY.version,
  oldestAcceptedVersion: 0n,
};
const STAMP = unixMs(1_763_683_200_400);
const payer: Address = parseAddress(vector.programId);
const feed = simulatedFeed({ subject: sourceSubject(parseApiConfig(vector.apiConfig)) });
const bitmap = new Uint8Array(32);
bitmap[31] = 0b111;
const attestation: StatedRound = {
  ...{ value: '1', valuePacked: new Uint8Array(32).fill(1), sourceId: feed.sourceId, configHash: feed.sourceId },
  ...{
    timestampMs: unixMs(1_763_683_200_000),
    observedAtMs: STAMP,
    registryVersion: REGISTRY.version,
    signaturesRequired: 3,
    signersBitmap: bitmap,
  },
  ...{ s: new Uint8Array(32).fill(2), commitment: new Uint8Array(20).fill(3) },
};
const SLOT = 7;

function newKey(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return Uint8Array.from([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

function refusedBy(name: string): BroadcastRefusedError {
  return new BroadcastRefusedError({ kind: 'program', instructionIndex: 1, code: 6_000, name }, name);
}

function heldFeed(changes: Partial<FeedAccount> = {}): FeedAccount {
  return {
    ...{ mode: 'exact', decimals: 18, signaturesRequired: 3, feedId: feed.feedId, owner: NO_OWNER, sourceId: feed.sourceId },
    ...{ value: new Uint8Array(32).fill(9), form: SOURCE_FORM, timestampMs: 5n, observedAtMs: 6n, registryVersion: 2n, slot: 1n },
    ...changes,
  };
}

const FEES = { current: () => 1_234n, refresh: () => undefined, failed: () => undefined, landed: () => undefined };

interface Setting {
  /** Whether the day's fees are used up. */
  readonly isSpent?: boolean;
  readonly fees?: RaisedFees;
  /** Result of each broadcast, in turn; the last one again and again. */
  readonly broadcasts?: readonly (Error | 'sent')[];
  readonly statuses?: readonly (TransactionStatus | Error)[];
  readonly held?: FeedAccount | null;
  /** The feed once a transaction was sent, in turn; by default with the stamp that was sent. */
  readonly after?: readonly { readonly stamp: bigint; readonly slot: number }[];
  readonly registry?: typeof REGISTRY | null;
  readonly height?: number;
  readonly config?: Partial<ConfigAccount>;
}

function inTurn<T>(said: readonly T[]): () => T {
  let count = 0;
  return () => {
    count += 1;
    return said[Math.min(count, said.length) - 1]!;
  };
}

/** A ledger that says these things, and what was sent to it. */
function openLedger(setting: Setting = {}) {
  const { broadcasts = ['sent'], statuses = [{ kind: 'succeeded', slot: SLOT }], held = heldFeed(), registry = REGISTRY } = setting;
  const { after = [{ stamp: BigInt(STAMP), slot: SLOT }] } = setting;
  const [nextBroadcast, nextStatus, nextRead] = [inTurn(broadcasts), inTurn(statuses), inTurn(after)];
  const [built, options, waited]: [Uint8Array[], unknown[], number[]] = [[], [], []];
  const taken: bigint[] = [];
  const budget: SolanaTargetDeps['budget'] = {
    take: (amount) => Promise.resolve(setting.isSpent !== true && taken.push(amount) > 0),
    giveBack: (amount) => Promise.resolve(void taken.push(-amount)),
  };
  let sent = 0;
  const deps: SolanaTargetDeps = {
    ...{ name: 'solana', mostLamports: 10_000n, programId: payer, payer },
    reader: {
      feed() {
        if (sent === 0) return Promise.resolve({ value: held, slot: 1 });
        const { stamp, slot } = nextRead();
        return Promise.resolve({ value: heldFeed({ observedAtMs: stamp }), slot });
      },
      config: () => Promise.resolve({ ...CONFIG, ...setting.config }),
      registry: () => Promise.resolve(registry),
      lamports: () => Promise.resolve({ lamports: [25_000n], slot: 1 }),
    },
    sender: {
      build([instruction], asked) {
        const data = instruction?.data ?? new Uint8Array();
        built.push(data);
        options.push(asked);
        return Promise.resolve({ signature: `signature-${built.length}`, wire: new Uint8Array(), lastValidBlockHeight: 100 });
      },
      broadcast() {
        sent += 1;
        const said = nextBroadcast();
        return said === 'sent' ? Promise.resolve() : Promise.reject(said);
      },
      statuses(signatures) {
        const said = nextStatus();
        if (said instanceof Error) return Promise.reject(said);
        return Promise.resolve(signatures.map((_, place) => (place === signatures.length - 1 ? said : { kind: 'unseen' })));
      },
      blockHeight: () => Promise.resolve(setting.height ?? 1),
    },
    ...{ fees: setting.fees ?? FEES, budget, nowMs: () => STAMP },
    wait: (ms) => Promise.resolve(void waited.push(ms)),
  };
  const ledger = createSolanaTarget(deps);
  const bought = { answer: null, values: [{ value: '1', packed: attestation.valuePacked }], attestation };
  const submit = () => ledger.submit(basketOf([feed]), bought, new AbortController().signal);
  return { ledger, submit, built, options, waited, taken, sent: () => sent };
}

function failedBy(error: TransactionRefusal): TransactionStatus {
  return { kind: 'failed', slot: SLOT, error };
}

describe('a value is brought to its feed', () => {
  it('by one transaction, which has landed', async () => {
    const { submit, options, sent } = openLedger({ statuses: [{ kind: 'unseen' }, { kind: 'succeeded', slot: SLOT }] });
    expect(await submit()).toEqual({ kind: 'brought', signatures: ['signature-1'] });
    expect(sent()).toBe(1);
    expect(options).toEqual([{ computeUnitLimit: 160_000, computeUnitPriceMicroLamports: 1_234n }]);
  });

  it('after the source where the feed does not tell its packing', async () => {
    const known = openLedger();
    await known.submit();
    const [submission] = known.built;
    const [text, tag] = [shownText(feed.subject), 36];
    for (const held of [null, heldFeed({ mode: null, decimals: null }), heldFeed({ mode: null, decimals: null, observedAtMs: 0n })]) {
      const unknown = openLedger({ held });
      expect(await unknown.submit()).toEqual({ kind: 'brought', signatures: ['signature-2'] });
      const [shown, ...rest] = unknown.built;
      expect([shown![0], Buffer.from(shown!).includes(Buffer.from(text))]).toEqual([tag, true]);
      expect(rest).toEqual([submission]);
    }
  });

  it('is read once the server has the slot of the transaction', async () => {
    const { submit, waited } = openLedger({
      after: [
        { stamp: 6n, slot: SLOT - 1 },
        { stamp: BigInt(STAMP), slot: SLOT },
      ],
    });
    expect(await submit()).toMatchObject({ kind: 'brought', signatures: [expect.any(String)] });
    expect(waited).toHaveLength(2);
  });

  it('again and again while it is not seen, and never by other bytes', async () => {
    const unseen = Array.from({ length: 11 }, (): TransactionStatus => ({ kind: 'unseen' }));
    const { submit, built, sent } = openLedger({ statuses: [...unseen, { kind: 'succeeded', slot: SLOT }] });
    expect(await submit()).toMatchObject({ kind: 'brought', signatures: [expect.any(String)] });
    expect([built.length, sent()]).toEqual([1, 3]);
  });

  it('at a higher fee each time that it does not land, at once, to the highest; what each may cost is counted', async () => {
    const unseen = Array.from({ length: 120 }, (): TransactionStatus => ({ kind: 'unseen' }));
    const asked = { current: () => 1_000n, refresh: () => Promise.resolve() };
    const fees = createRaisedFees({ feeOf: () => asked }, { capMicroLamports: 10_000n });
    const { submit, options, taken } = openLedger({ fees, statuses: [...unseen, { kind: 'succeeded', slot: SLOT }] });
    expect(await submit()).toEqual({ kind: 'brought', signatures: ['signature-5'] });
    const prices = [1_000n, 2_000n, 4_000n, 8_000n, 10_000n];
    expect(options).toEqual(prices.map((price) => ({ computeUnitLimit: 160_000, computeUnitPriceMicroLamports: price })));
    expect(taken).toEqual(prices.map((price) => lamportsOf(160_000, price)));
    // It has landed.
    expect(fees.current(formatAddress(feedAddress(payer, feed.feedId)))).toBe(1_000n);
  });

  it('although the answer to its broadcast, or a search for it, is lost', async () => {
    const lost = new LedgerUnavailableError('sendTransaction', 'cut');
    const { submit } = openLedger({ broadcasts: [lost], statuses: [lost, { kind: 'succeeded', slot: SLOT }] });
    expect(await submit()).toMatchObject({ kind: 'brought', signatures: [expect.any(String)] });
  });

  it("by another transaction while the ledger's clock is behind", async () => {
    const { submit, built, waited } = openLedger({ broadcasts: [refusedBy('AttestationAhead'), refusedBy('AttestationAhead'), 'sent'] });
    expect(await submit()).toMatchObject({ kind: 'brought', signatures: [expect.any(String)] });
    expect([built.length, waited.slice(0, 2)]).toEqual([3, [500, 500]]);
  });
});

describe('a value that is not newer is success', () => {
  it.each([STAMP, STAMP + 1])('before it is sent: the feed has %i', async (stamp) => {
    const { submit, sent } = openLedger({ held: heldFeed({ observedAtMs: BigInt(stamp) }) });
    expect(await submit()).toEqual({ kind: 'brought', signatures: [null] });
    expect(sent()).toBe(0);
  });

  it('once the transaction has landed, which proves nothing: another party was first', async () => {
    const after = [{ stamp: BigInt(STAMP) + 1n, slot: SLOT }];
    expect(await openLedger({ after }).submit()).toEqual({ kind: 'brought', signatures: [null] });
  });
});

describe('a value is not brought', () => {
  it.each(['InvalidAttestation', 'RegistryExpired'])('where the program refuses it for good: %s', async (name) => {
    const outcome = await openLedger({ broadcasts: [refusedBy(name)] }).submit();
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(outcome.kind === 'refused' && outcome.reason).toContain(name);
  });

  it('where the account of its registry version is closed', async () => {
    const config = { registryVersion: REGISTRY.version + 1n };
    expect(await openLedger({ registry: null, config }).submit()).toMatchObject({ kind: 'refused' });
  });

  it.each([
    [
      'a payer without lamports',
      { broadcasts: [new BroadcastRefusedError({ kind: 'transaction', error: 'InsufficientFundsForFee' }, 'no funds')] },
    ],
    ['a program of another kind', { broadcasts: [refusedBy('Custom(1)')] }],
    ['a registry version that the server does not have yet', { registry: null }],
    ['a transaction that has expired', { statuses: [{ kind: 'unseen' }], height: 101 }],
    ['a server that is gone', { broadcasts: [new LedgerUnavailableError('sendTransaction', 'refused', { effect: 'none' })] }],
    [
      'a program that fails once it is sent',
      { statuses: [failedBy({ kind: 'program', instructionIndex: 1, code: 6_049, name: 'AttestationAhead' })] },
    ],
    ['a server that stays behind its transaction', { after: [{ stamp: 6n, slot: SLOT - 1 }] }],
    ['a clock that stays behind', { broadcasts: [refusedBy('AttestationAhead')] }],
  ] as const)('for now: %s', async (_what, setting) => {
    await expect(openLedger(setting).submit()).rejects.toThrow(LedgerUnavailableError);
  });
});

describe('the values of a list are brought', () => {
  const MANY = 37;
  const signer = signerFromSecretKey(newKey());
  const sender = createLedgerSender({
    signer,
    rpc: () => Promise.resolve({ context: { slot: 1 }, value: { blockhash: formatAddress(payer), lastValidBlockHeight: 100 } }),
  });

  function listed(count: number, absent: readonly number[] = []) {
    const feeds = simulatedFeeds(count);
    const basket = basketOf(feeds);
    const values = feeds.map((_, place) =>
      absent.includes(place)
        ? { value: null, reason: 'upstream_failure' }
        : { value: `${place}`, packed: new Uint8Array(32).fill(place + 1) },
    );
    return { feeds, basket, bought: { answer: null, values, attestation } };
  }

  /** A ledger whose transactions are built as they are sent. It keeps each that was broadcast. */
  function openChain(held: readonly (FeedAccount | null)[], feeds: readonly KeptFeed[], refusedAt = Infinity) {
    const accounts = new Map(feeds.map(({ feedId }, place) => [toHex(feedId), held[place] === undefined ? heldFeed() : held[place]]));
    const wires = new Map<Uint8Array, { readonly tag: number; readonly feeds: readonly string[] }>();
    const landed: { readonly tag: number; readonly feeds: readonly string[]; readonly bytes: number }[] = [];
    const addresses = new Map(feeds.map(({ feedId }) => [formatAddress(feedAddress(payer, feedId)), toHex(feedId)]));
    const deps: SolanaTargetDeps = {
      ...{ name: 'solana', mostLamports: 10_000n, programId: payer, payer: signer.address },
      reader: {
        feed: (feedId) => Promise.resolve({ value: accounts.get(toHex(feedId)) ?? null, slot: SLOT }),
        config: () => Promise.resolve(CONFIG),
        registry: () => Promise.resolve(REGISTRY),
        lamports: () => Promise.resolve({ lamports: [25_000n], slot: 1 }),
      },
      sender: {
        async build([instruction], options) {
          const transaction = await sender.build([instruction!], options);
          const written = instruction!.accounts.flatMap(({ address }) => addresses.get(formatAddress(address)) ?? []);
          wires.set(transaction.wire, { tag: instruction!.data[0]!, feeds: written });
          return transaction;
        },
        broadcast({ wire }) {
          const sent = wires.get(wire)!;
          if (landed.length >= refusedAt) return Promise.reject(new LedgerUnavailableError('sendTransaction', 'down', { effect: 'none' }));
          landed.push({ ...sent, bytes: wire.length });
          const observedAtMs = sent.tag === MANY ? BigInt(STAMP) : 0n;
          for (const id of sent.feeds)
            if ((accounts.get(id)?.observedAtMs ?? -1n) < BigInt(STAMP)) accounts.set(id, heldFeed({ observedAtMs }));
          return Promise.resolve();
        },
        statuses: () => Promise.resolve([{ kind: 'succeeded', slot: SLOT }]),
        blockHeight: () => Promise.resolve(1),
      },
      ...{ fees: FEES, budget: { take: () => Promise.resolve(true), giveBack: () => Promise.resolve() }, nowMs: () => STAMP },
      wait: () => Promise.resolve(),
    };
    return { ledger: createSolanaTarget(deps), landed };
  }

  const { signal } = new AbortController();
  const idsOf = (feeds: readonly KeptFeed[]) => feeds.map(({ feedId }) => toHex(feedId));

  it.each([
    [2, [2]],
    [4, [4]],
    [6, [6]],
    [8, [4, 4]],
    [10, [4, 6]],
    [20, [4, 4, 4, 4, 4]],
    [32, [4, 4, 4, 4, 4, 4, 4, 4]],
  ])('to the feeds of %i sources by as few transactions as have room: %j feeds each', async (count, sizes) => {
    const { feeds, basket, bought } = listed(count);
    const { ledger, landed } = openChain([], feeds);
    const outcome = await ledger.submit(basket, bought, signal);
    expect(landed.map((one) => one.feeds.length)).toEqual(sizes);
    expect(landed.flatMap((one) => one.feeds)).toEqual(idsOf(feeds));
    for (const { tag, bytes } of landed) expect([tag, bytes <= MAX_TRANSACTION_BYTES]).toEqual([MANY, true]);
    expect(outcome.kind === 'brought' && new Set(outcome.signatures).size).toBe(sizes.length);
    expect(outcome.kind === 'brought' && outcome.signatures.includes(null)).toBe(false);
  });

  it('but to feeds that have one as new, that have none in the list, or that the file has no more', async () => {
    const { feeds, basket, bought } = listed(9, [1, 8]);
    const places = basket.places.map((place, at) => (at === 2 ? { ...place, feed: null } : place));
    const { ledger, landed } = openChain([heldFeed({ observedAtMs: BigInt(STAMP) })], feeds);
    const outcome = await ledger.submit({ ...basket, places }, bought, signal);
    expect(landed.flatMap((one) => one.feeds)).toEqual(idsOf(feeds).filter((_, place) => ![0, 1, 2, 8].includes(place)));
    const isWritten = outcome.kind === 'brought' ? outcome.signatures.map((signature) => signature !== null) : [];
    expect(isWritten).toEqual(feeds.map((_, place) => ![0, 1, 2, 8].includes(place)));
  });

  it('after the source of each feed that does not tell its packing', async () => {
    const { feeds, basket, bought } = listed(3);
    const { ledger, landed } = openChain([null, heldFeed(), heldFeed({ mode: null, decimals: null })], feeds);
    await ledger.submit(basket, bought, signal);
    expect(landed.map(({ tag, feeds: of }) => [tag, of])).toEqual([
      [36, [toHex(feeds[0].feedId)]],
      [36, [toHex(feeds[2]!.feedId)]],
      [MANY, idsOf(feeds)],
    ]);
  });

  it('in part where the server is gone after one of them, and the rest later', async () => {
    const { feeds, basket, bought } = listed(8);
    const first = openChain([], feeds, 1);
    await expect(first.ledger.submit(basket, bought, signal)).rejects.toThrow(LedgerUnavailableError);
    expect(first.landed.flatMap((one) => one.feeds)).toEqual(idsOf(feeds.slice(0, 4)));
    const later = openChain(
      feeds.map((_, place) => heldFeed(place < 4 ? { observedAtMs: BigInt(STAMP) } : {})),
      feeds,
    );
    const outcome = await later.ledger.submit(basket, bought, signal);
    const isWritten = outcome.kind === 'brought' ? outcome.signatures.map((signature) => signature !== null) : [];
    expect(isWritten).toEqual(feeds.map((_, place) => place >= 4));
    expect(later.landed.flatMap((one) => one.feeds)).toEqual(idsOf(feeds.slice(4)));
  });
});

it('fees of the day are counted before a transaction is sent, given back where none was, and stop it where they are used up', async () => {
  const landed = openLedger();
  await landed.submit();
  expect(landed.taken).toEqual([lamportsOf(submitComputeUnits(3), 1_234n)]);
  const refused = openLedger({ broadcasts: [new BroadcastRefusedError({ kind: 'other', text: 'no lamports' } as never, 'no lamports')] });
  await expect(refused.submit()).rejects.toThrow();
  const spent = openLedger({ isSpent: true });
  await expect(spent.submit()).rejects.toThrow(/max_fees_per_day/);
  expect(spent.sent()).toBe(0);
});

it('the key pays for as many of the dearest transactions as it has lamports for', async () => {
  expect(await openLedger().ledger.payerWrites()).toBe(2);
});

describe('a feed that is read', () => {
  it('has its number and its stamp', async () => {
    const { ledger } = openLedger({ held: heldFeed({ value: new Uint8Array(32).fill(0, 0, 31).fill(9, 31), observedAtMs: 12n }) });
    expect(await ledger.read(feed)).toEqual({ value: 9n, observedAtMs: 12, isEnded: false });
    // Its source was shown, and no value was brought.
    expect(await openLedger({ held: heldFeed({ observedAtMs: 0n }) }).ledger.read(feed)).toBeNull();
    expect(await openLedger({ held: null }).ledger.read(feed)).toBeNull();
  });

  it('says where an emergency has ended its version', async () => {
    const { ledger } = openLedger({ config: { oldestAcceptedVersion: 3n } });
    expect(await ledger.read(feed)).toMatchObject({ isEnded: true });
  });
});
