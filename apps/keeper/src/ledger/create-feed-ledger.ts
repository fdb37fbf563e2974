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
  type PriorityFee,
  submitComputeUnits,
} from '@oracle-gateway/ledger';
import { type Address, type FeedId, signersOf } from '@oracle-gateway/protocol';
import { aggregatePublicKeys } from '@oracle-gateway/schnorr';
import type { FeedLedger, SubmitOutcome } from '../feeds/feed-ledger.js';
import { shownText } from '../feeds/shown-text.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import { packedNumber } from '../feeds/packed-number.js';
import { type Verdict, verdictOf } from './verdict.js';

export interface FeedLedgerDeps {
  readonly programId: Address;
  /** Pays for the transactions. */
  readonly payer: Address;
  readonly reader: Pick<LedgerReader, 'feed' | 'config' | 'registry'>;
  readonly sender: Pick<LedgerSender, 'build' | 'broadcast' | 'statuses' | 'blockHeight'>;
  readonly priorityFee: PriorityFee;
  /** Rejects when the signal aborts. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A slot takes 400 ms. */
const POLL_MS = 400;
/** Checks one transaction at most: longer than a blockhash lives. */
const MAX_POLLS = 250;
/** The same bytes are sent again after so many checks. */
const POLLS_PER_BROADCAST = 5;
/** A cluster's clock can be some seconds behind the gateway's. */
const AHEAD_MS = 500;
const MAX_AHEAD = 40;

type Landing = { readonly kind: 'landed'; readonly signature: string; readonly slot: number } | Extract<SubmitOutcome, { kind: 'refused' }>;

/** The feed accounts of a program, which any key may write. Settlement of a round does not write them. */
export function createFeedLedger(deps: FeedLedgerDeps): FeedLedger {
  const { reader, sender, priorityFee } = deps;
  const wait = deps.wait ?? ((ms, signal) => delay(ms, undefined, { signal }));

  /** Null where the account of the registry version is closed. */
  async function submission(feed: KeptFeed, attestation: StatedRound): Promise<LedgerInstruction | null> {
    const registry = await reader.registry(attestation.registryVersion);
    if (registry === null) {
      // A version of the past whose account is closed never comes back.
      if ((await reader.config()).registryVersion > attestation.registryVersion) return null;
      throw new LedgerUnavailableError('getMultipleAccounts', 'the server does not have the registry version of the answer yet');
    }
    const signers = new Set(signersOf(attestation.signersBitmap));
    const keys = registry.keys.flatMap((key, index) => (key !== null && signers.has(index) ? [key] : []));
    return instructions.submit({
      programId: deps.programId,
      payer: deps.payer,
      feedOwner: feed.feedOwner,
      sourceId: feed.sourceId,
      value: attestation.valuePacked,
      signaturesRequired: feed.quorum,
      form: feed.subject.form,
      timestampMs: BigInt(attestation.timestampMs),
      observedAtMs: BigInt(attestation.observedAtMs),
      registryVersion: attestation.registryVersion,
      registryCount: registry.keys.length,
      signersBitmap: attestation.signersBitmap,
      s: attestation.s,
      commitment: attestation.commitment,
      keyForm: { form: 'sum', aggregateKey: aggregatePublicKeys(keys) },
    });
  }

  /** The text tells readers how values are packed. Settings see to it that it fits. */
  async function showSource(feed: KeptFeed, signal: AbortSignal): Promise<void> {
    const { programId, payer } = deps;
    const { feedOwner, quorum: signaturesRequired, subject } = feed;
    await land(instructions.showSource({ programId, payer, feedOwner, signaturesRequired, text: shownText(subject) }), feed, signal);
  }

  function build(instruction: LedgerInstruction, quorum: number): Promise<BuiltTransaction> {
    const options = { computeUnitLimit: submitComputeUnits(quorum), computeUnitPriceMicroLamports: priorityFee.current() };
    return sender.build([instruction], options);
  }

  /** Sends the instruction until it has landed. While the ledger's clock is behind it, other transactions are sent. */
  async function land(instruction: LedgerInstruction, feed: KeptFeed, signal: AbortSignal): Promise<Landing> {
    for (let tries = 1; tries <= MAX_AHEAD; tries += 1) {
      const transaction = await build(instruction, feed.quorum);
      try {
        await sender.broadcast(transaction);
      } catch (error) {
        if (error instanceof LedgerUnavailableError && error.effect === 'unknown') return untilLanded(transaction, signal);
        if (!(error instanceof BroadcastRefusedError)) throw error;
        const verdict = verdictOf(error.refusal);
        if (verdict.kind !== 'ahead') return refusedBy(verdict, error);
        await wait(AHEAD_MS, signal);
        continue;
      }
      return untilLanded(transaction, signal);
    }
    throw new LedgerUnavailableError('sendTransaction', "the ledger's clock stays behind the stamp that was signed");
  }

  async function untilLanded(transaction: BuiltTransaction, signal: AbortSignal): Promise<Landing> {
    const { signature } = transaction;
    for (let poll = 1; poll <= MAX_POLLS; poll += 1) {
      await wait(POLL_MS, signal);
      try {
        const [status] = await sender.statuses([signature]);
        if (status?.kind === 'succeeded') return { kind: 'landed', signature, slot: status.slot };
        if (status?.kind === 'failed') return refusedBy(verdictOf(status.error));
        if (poll % POLLS_PER_BROADCAST !== 0) continue;
        if ((await sender.blockHeight('confirmed')) > transaction.lastValidBlockHeight) break;
        await sender.broadcast(transaction);
      } catch (error) {
        // The status decides, not a refusal of the same bytes.
        if (!(error instanceof LedgerUnavailableError) && !(error instanceof BroadcastRefusedError)) throw error;
      }
    }
    throw new LedgerUnavailableError('sendTransaction', 'the transaction did not land before it expired');
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

  return {
    async read(feed) {
      const [{ value: held }, { oldestAcceptedVersion }] = await Promise.all([reader.feed(feed.feedId), reader.config()]);
      if (held === null || held.observedAtMs === 0n) return null;
      const { value, observedAtMs, registryVersion } = held;
      return {
        value: packedNumber(value, feed.subject),
        observedAtMs: Number(observedAtMs),
        isEnded: registryVersion < oldestAcceptedVersion,
      };
    },
    async submit(feed, attestation, signal) {
      void priorityFee.refresh();
      const { value: held } = await reader.feed(feed.feedId);
      const stamp = BigInt(attestation.observedAtMs);
      if (held !== null && held.observedAtMs >= stamp) return { kind: 'not-newer' };
      const instruction = await submission(feed, attestation);
      if (instruction === null) return { kind: 'refused', reason: 'its registry version is closed' };
      if (held === null || held.mode === null) await showSource(feed, signal);
      const landing = await land(instruction, feed, signal);
      if (landing.kind === 'refused') return landing;
      // The program succeeds where another party was first, and the signature proves nothing.
      const { signature, slot } = landing;
      return (await stampSince(feed.feedId, slot, signal)) === stamp ? { kind: 'written', signature } : { kind: 'not-newer' };
    },
  };
}

/** Throws where another transaction may land. */
function refusedBy(verdict: Verdict, cause?: unknown): Landing {
  if (verdict.kind === 'refused') return verdict;
  throw new LedgerUnavailableError('sendTransaction', `the transaction failed (${verdict.reason})`, { cause });
}
