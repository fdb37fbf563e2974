import { setTimeout as delay } from 'node:timers/promises';
import type { StatedRound } from '@oracle-gateway/client';
import {
  BroadcastRefusedError,
  type BuiltTransaction,
  instructions,
  type LedgerInstruction,
  type LedgerReader,
  type LedgerSender,
  LedgerUnavailableError,
  shownGroups,
  submitComputeUnits,
  submitManyComputeUnits,
  TransactionTooLargeError,
} from '@oracle-gateway/ledger';
import { type Address, type FeedId, formatAddress, signersOf, isList } from '@oracle-gateway/protocol';
import { LIST_GROUP, ruleOf } from '@oracle-gateway/protocol/internal';
import { feedAddress } from '@oracle-gateway/protocol/accounts';
import { aggregatePublicKeys } from '@oracle-gateway/schnorr';
import type { Basket } from '../../feeds/basket.js';
import type { Bought } from '../../feeds/feed-client.js';
import { shownText } from '../../feeds/shown-text.js';
import type { KeptFeed } from '../../feeds/kept-feed.js';
import { packedNumber } from '../../feeds/packed-number.js';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { SubmitOutcome, Target } from '../../feeds/target.js';
import type { FeeBudget } from '../../state/fee-budget.js';
import { lamportsOf } from './lamports.js';
import type { RaisedFees } from './raised-fees.js';
import { type Verdict, verdictOf } from './verdict.js';

export interface SolanaTargetDeps {
  readonly name: string;
  readonly programId: Address;
  /** Pays for the transactions. */
  readonly payer: Address;
  readonly reader: Pick<LedgerReader, 'feed' | 'config' | 'registry' | 'lamports'>;
  readonly sender: Pick<LedgerSender, 'build' | 'broadcast' | 'statuses' | 'blockHeight'>;
  readonly fees: RaisedFees;
  readonly budget: Pick<FeeBudget, 'take' | 'giveBack'>;
  readonly nowMs: () => number;
  /** Cost of the dearest transaction. */
  readonly mostLamports: bigint;
  /** Rejects when the signal aborts. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A slot takes 400 ms. */
const POLL_MS = 400;
/** Checks one transaction at most: longer than a blockhash lives. */
const MAX_POLLS = 250;
/** The same bytes are sent again after so many checks. */
const POLLS_PER_BROADCAST = 5;
/** A transaction that has not landed after so many checks is sent with a higher fee: six seconds, as two of their kind are harmless. */
const POLLS_PER_RAISE = 15;
/** A cluster's clock can be some seconds behind the gateway's. */
const AHEAD_MS = 500;
const MAX_AHEAD = 40;

type Landing = { readonly kind: 'landed'; readonly signature: string; readonly slot: number } | Extract<SubmitOutcome, { kind: 'refused' }>;

/** An instruction of its own transaction. */
interface Sending {
  /** Account that it writes, base58: one of the feeds. */
  readonly feed: string;
  readonly instruction: LedgerInstruction;
  readonly computeUnitLimit: number;
}

/** A transaction that brings values to the feeds at these places of a basket. */
interface Bringing extends Sending {
  readonly places: readonly number[];
}

/** The feed accounts of a program, which any key may write. Settlement of a round does not write them. */
export function createSolanaTarget(deps: SolanaTargetDeps): Target {
  const { name, programId, payer, reader, sender, fees, budget, nowMs } = deps;
  const wait = deps.wait ?? ((ms, signal) => delay(ms, undefined, { signal }));

  /** Members of every instruction that brings the answer. Null where the account of the registry version is closed. */
  async function signedTerms({ quorum, feedOwner, subject }: Basket, attestation: StatedRound) {
    const registry = await reader.registry(attestation.registryVersion);
    if (registry === null) {
      // A version of the past whose account is closed never comes back.
      if ((await reader.config()).registryVersion > attestation.registryVersion) return null;
      throw new LedgerUnavailableError('getMultipleAccounts', 'the server does not have the registry version of the answer yet');
    }
    const signers = new Set(signersOf(attestation.signersBitmap));
    const keys = registry.keys.flatMap((key, index) => (key !== null && signers.has(index) ? [key] : []));
    const { registryVersion, signersBitmap, s, commitment, timestampMs, observedAtMs } = attestation;
    return {
      ...{ programId, payer, feedOwner, sourceId: subject.sourceId, signaturesRequired: quorum },
      ...{ registryVersion, registryCount: registry.keys.length, signersBitmap, s, commitment },
      ...{ timestampMs: BigInt(timestampMs), observedAtMs: BigInt(observedAtMs) },
      keyForm: { form: 'sum', aggregateKey: aggregatePublicKeys(keys) } as const,
    };
  }

  /** The transactions that write these places: one of a source or an index, as few as have room of a list. */
  async function bringings(
    { subject, quorum, places: all }: Basket,
    { attestation, values }: Bought,
    terms: NonNullable<Awaited<ReturnType<typeof signedTerms>>>,
    places: readonly number[],
  ): Promise<readonly Bringing[]> {
    const { form, sources } = subject;
    const feedAt = (place: number | undefined): string => accountOf(place === undefined ? undefined : all[place]?.feedId);
    if (!isList(form)) {
      const instruction = instructions.submit({ ...terms, value: attestation.valuePacked, form });
      return [{ instruction, computeUnitLimit: submitComputeUnits(quorum), places, feed: feedAt(places[0]) }];
    }
    const bringing = (shown: readonly number[]): Bringing => {
      const written = places.filter((place) => shown.includes(groupOf(place)));
      const entries = sources.map(({ sourceId }, place) => {
        const value = values[place];
        return { sourceId, value: value === undefined || value.value === null ? null : value.packed, write: written.includes(place) };
      });
      const instruction = instructions.submitMany({ ...terms, sources: sources.length, groups: shownGroups(entries) });
      return { instruction, computeUnitLimit: submitManyComputeUnits(quorum, written.length), places: written, feed: feedAt(written[0]) };
    };
    const packed: number[][] = [];
    for (const group of new Set(places.map(groupOf))) {
      const last = packed.at(-1);
      if (last !== undefined && (await fits(bringing([...last, group])))) last.push(group);
      else packed.push([group]);
    }
    return packed.map(bringing);
  }

  async function fits(sending: Sending): Promise<boolean> {
    try {
      await build(sending);
      return true;
    } catch (error) {
      if (error instanceof TransactionTooLargeError) return false;
      throw error;
    }
  }

  /** The text tells readers how values are packed. Settings see to it that it fits. */
  async function showSource({ feedId, feedOwner, quorum, subject }: KeptFeed, signal: AbortSignal): Promise<void> {
    const instruction = instructions.showSource({ programId, payer, feedOwner, signaturesRequired: quorum, text: shownText(subject) });
    await land({ instruction, computeUnitLimit: submitComputeUnits(quorum), feed: accountOf(feedId) }, signal);
  }

  function accountOf(feedId: FeedId | undefined): string {
    if (feedId === undefined) throw new TypeError('a transaction of no feed');
    return formatAddress(feedAddress(programId, feedId));
  }

  function build({ instruction, computeUnitLimit, feed }: Sending): Promise<BuiltTransaction> {
    return sender.build([instruction], { computeUnitLimit, computeUnitPriceMicroLamports: fees.current(feed) });
  }

  /** Lands it with a fee that rises while it does not land, and that the day's fees have room for. */
  async function land(sending: Sending, signal: AbortSignal): Promise<Landing> {
    const { feed } = sending;
    const cost = costOf(sending);
    if (!(await budget.take(cost, nowMs())))
      throw new TargetUnavailableError(
        name,
        'max_fees_per_day: transactions have cost as much today; raise it, or wait for the next day (UTC)',
      );
    try {
      const landing = await untilSent(sending, signal);
      fees.landed(feed);
      return landing;
    } catch (error) {
      // A transaction that was refused before it was sent costs nothing.
      if (error instanceof BroadcastRefusedError || isUnsent(error)) await budget.giveBack(cost, nowMs());
      fees.failed(feed);
      throw error;
    }
  }

  function costOf({ feed, computeUnitLimit }: Sending): bigint {
    return lamportsOf(computeUnitLimit, fees.current(feed));
  }

  /** Sends the instruction until it has landed. While the ledger's clock is behind it, other transactions are sent. */
  async function untilSent(sending: Sending, signal: AbortSignal): Promise<Landing> {
    for (let tries = 1; tries <= MAX_AHEAD; tries += 1) {
      const transaction = await build(sending);
      try {
        await sender.broadcast(transaction);
      } catch (error) {
        if (error instanceof LedgerUnavailableError && error.effect === 'unknown') return untilLanded(sending, transaction, signal);
        if (!(error instanceof BroadcastRefusedError)) throw error;
        const verdict = verdictOf(error.refusal);
        if (verdict.kind !== 'ahead') return refusedBy(verdict, error);
        await wait(AHEAD_MS, signal);
        continue;
      }
      return untilLanded(sending, transaction, signal);
    }
    throw new LedgerUnavailableError('sendTransaction', "the ledger's clock stays behind the stamp that was signed");
  }

  /** Any of the transactions may land, and so may several: the program writes a value once. */
  async function untilLanded(sending: Sending, first: BuiltTransaction, signal: AbortSignal): Promise<Landing> {
    const sent = [first];
    let last = first;
    for (let poll = 1; poll <= MAX_POLLS; poll += 1) {
      await wait(POLL_MS, signal);
      try {
        const statuses = await sender.statuses(sent.map(({ signature }) => signature));
        for (const [place, status] of statuses.entries()) {
          const { signature } = sent[place] ?? first;
          if (status.kind === 'succeeded') return { kind: 'landed', signature, slot: status.slot };
          if (status.kind === 'failed') return refusedBy(verdictOf(status.error));
        }
        if (poll % POLLS_PER_BROADCAST !== 0) continue;
        if ((await sender.blockHeight('confirmed')) > last.lastValidBlockHeight) break;
        const raised = poll % POLLS_PER_RAISE === 0 ? await buildRaised(sending) : null;
        if (raised !== null) {
          last = raised;
          sent.push(raised);
        }
        await sender.broadcast(last);
      } catch (error) {
        // The status decides, not a refusal of the same bytes.
        if (!(error instanceof LedgerUnavailableError) && !(error instanceof BroadcastRefusedError)) throw error;
      }
    }
    throw new LedgerUnavailableError('sendTransaction', 'the transaction did not land before it expired');
  }

  /** The same instruction at a higher fee, which is counted. Null where the fee is the highest, or the day's fees have no room. */
  async function buildRaised(sending: Sending): Promise<BuiltTransaction | null> {
    const before = fees.current(sending.feed);
    fees.failed(sending.feed);
    if (fees.current(sending.feed) === before || !(await budget.take(costOf(sending), nowMs()))) return null;
    return build(sending);
  }

  /** The feed's stamp in a slot, or later. A server can be behind the one that told of the slot. */
  async function stampSince(feedId: FeedId, slot: number, signal: AbortSignal): Promise<bigint> {
    for (let poll = 1; poll <= MAX_POLLS; poll += 1) {
      const read = await reader.feed(feedId);
      if (read.slot >= slot) return read.value?.observedAtMs ?? 0n;
      await wait(POLL_MS, signal);
    }
    throw new LedgerUnavailableError('getMultipleAccounts', 'the server stays behind the transaction that landed');
  }

  /** Lands it and reads its feeds: the program succeeds where another party was first, and the signature proves nothing. */
  async function bring(bringing: Bringing, { places }: Basket, stamp: bigint, signal: AbortSignal) {
    const landing = await land(bringing, signal);
    if (landing.kind === 'refused') return landing;
    const { signature, slot } = landing;
    const written = await Promise.all(
      bringing.places.map(async (place) => {
        const feedId = places[place]?.feedId;
        return feedId !== undefined && (await stampSince(feedId, slot, signal)) === stamp ? [place] : [];
      }),
    );
    return { kind: 'landed', signature, written: written.flat() } as const;
  }

  return {
    name,
    async read(feed) {
      const [{ value: held }, { oldestAcceptedVersion }] = await Promise.all([reader.feed(feed.feedId), reader.config()]);
      if (held === null || held.observedAtMs === 0n) return null;
      const { value, observedAtMs, registryVersion } = held;
      return {
        value: packedNumber(value, ruleOf(feed.subject)),
        observedAtMs: Number(observedAtMs),
        isEnded: registryVersion < oldestAcceptedVersion,
      };
    },
    async payerWrites() {
      const { lamports } = await reader.lamports([payer]);
      return Number((lamports[0] ?? 0n) / deps.mostLamports);
    },
    async submit(basket, bought, signal) {
      for (const { feedId } of basket.places) fees.refresh(accountOf(feedId));
      const stamp = BigInt(bought.attestation.observedAtMs);
      const given = basket.places.flatMap(({ feed }, place) =>
        feed === null || bought.values[place]?.value === null ? [] : [{ feed, place }],
      );
      const held = await Promise.all(given.map(async ({ feed }) => (await reader.feed(feed.feedId)).value));
      const older = given.filter((_, at) => (held[at]?.observedAtMs ?? -1n) < stamp);
      const none = basket.places.map(() => null);
      if (older.length === 0) return { kind: 'brought', signatures: none };
      const terms = await signedTerms(basket, bought.attestation);
      if (terms === null) return { kind: 'refused', reason: 'its registry version is closed' };
      const unshown = older.filter(({ feed }) => (held[given.findIndex((one) => one.feed === feed)]?.mode ?? null) === null);
      await allEnded(unshown.map(({ feed }) => showSource(feed, signal)));
      const transactions = await bringings(
        basket,
        bought,
        terms,
        older.map(({ place }) => place),
      );
      const landings = await allEnded(transactions.map((one) => bring(one, basket, stamp, signal)));
      const signatures: (string | null)[] = none;
      for (const landing of landings) {
        if (landing.kind === 'refused') return landing;
        for (const place of landing.written) signatures[place] = landing.signature;
      }
      return { kind: 'brought', signatures };
    },
  };
}

function isUnsent(error: unknown): boolean {
  return error instanceof LedgerUnavailableError && error.effect === 'none';
}

/** Place of the group that shows the entry at this place of a list. */
function groupOf(place: number): number {
  return Math.floor(place / LIST_GROUP);
}

/** Waits for all of them. Then it throws what one of them threw. */
async function allEnded<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Throws where another transaction may land. */
function refusedBy(verdict: Verdict, cause?: unknown): Landing {
  if (verdict.kind === 'refused') return verdict;
  throw new LedgerUnavailableError('sendTransaction', `the transaction failed (${verdict.reason})`, { cause });
}
