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
  TransactionTooLargeError,
} from '@oracle-gateway/ledger';
import { type Address, canonicalApiConfig, signersOf } from '@oracle-gateway/protocol';
import { aggregatePublicKeys } from '@oracle-gateway/schnorr';
import type { FeedLedger, SubmitOutcome } from '../feeds/feed-ledger.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import { packedNumber } from '../feeds/packed-number.js';
import { verdictOf } from './verdict.js';

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

/** The feed accounts of a program, which any key may write. Settlement of a round does not write them. */
export function createFeedLedger(deps: FeedLedgerDeps): FeedLedger {
  const { reader, sender, priorityFee } = deps;
  const wait = deps.wait ?? ((ms, signal) => delay(ms, undefined, { signal }));

  async function instructionsOf(feed: KeptFeed, attestation: StatedRound): Promise<readonly LedgerInstruction[] | null> {
    const [registry, { value: held }] = await Promise.all([reader.registry(attestation.registryVersion), reader.feed(feed.feedId)]);
    if (registry === null) {
      // A version of the past whose account is closed never comes back.
      if ((await reader.config()).registryVersion > attestation.registryVersion) return null;
      throw new LedgerUnavailableError('getMultipleAccounts', 'the server does not have the registry version of the answer yet');
    }
    const signers = new Set(signersOf(attestation.signersBitmap));
    const keys = registry.keys.flatMap((key, index) => (key !== null && signers.has(index) ? [key] : []));
    const input = {
      programId: deps.programId,
      payer: deps.payer,
      feedOwner: feed.feedOwner,
      sourceId: feed.sourceId,
      value: attestation.valuePacked,
      signaturesRequired: feed.quorum,
      timestampMs: BigInt(attestation.timestampMs),
      registryVersion: attestation.registryVersion,
      registryCount: registry.keys.length,
      signersBitmap: attestation.signersBitmap,
      s: attestation.s,
      commitment: attestation.commitment,
      keyForm: { form: 'sum', aggregateKey: aggregatePublicKeys(keys) },
    } as const;
    // The source tells readers how the value is packed; it is brought once.
    const isKnown = held !== null && held.mode !== null;
    const bare = instructions.submit(input);
    return isKnown ? [bare] : [instructions.submit({ ...input, canonicalApiConfig: canonicalApiConfig(feed.source) }), bare];
  }

  /** The first of the instructions that fits in a transaction. */
  async function build(choices: readonly LedgerInstruction[], quorum: number): Promise<BuiltTransaction> {
    const options = { computeUnitLimit: submitComputeUnits(quorum), computeUnitPriceMicroLamports: priorityFee.current() };
    for (const [place, instruction] of choices.entries()) {
      try {
        return await sender.build([instruction], options);
      } catch (error) {
        if (!(error instanceof TransactionTooLargeError) || place === choices.length - 1) throw error;
      }
    }
    throw new RangeError('choices: must not be empty');
  }

  async function untilLanded(transaction: BuiltTransaction, signal: AbortSignal): Promise<SubmitOutcome> {
    const { signature } = transaction;
    for (let poll = 1; poll <= MAX_POLLS; poll += 1) {
      await wait(POLL_MS, signal);
      try {
        const [status] = await sender.statuses([signature]);
        if (status?.kind === 'succeeded') return { kind: 'written', signature };
        if (status?.kind === 'failed') return outcomeOf(verdictOf(status.error));
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

  return {
    async read(feed) {
      const [{ value: held }, { oldestAcceptedVersion }] = await Promise.all([reader.feed(feed.feedId), reader.config()]);
      if (held === null) return null;
      const { value, timestampMs, registryVersion } = held;
      return {
        value: packedNumber(value, feed.source),
        timestampMs: Number(timestampMs),
        isEnded: registryVersion < oldestAcceptedVersion,
      };
    },
    async submit(feed, attestation, signal) {
      void priorityFee.refresh();
      const choices = await instructionsOf(feed, attestation);
      if (choices === null) return { kind: 'refused', reason: 'its registry version is closed' };
      for (let tries = 1; tries <= MAX_AHEAD; tries += 1) {
        const transaction = await build(choices, feed.quorum);
        try {
          await sender.broadcast(transaction);
        } catch (error) {
          if (error instanceof LedgerUnavailableError && error.effect === 'unknown') return untilLanded(transaction, signal);
          if (!(error instanceof BroadcastRefusedError)) throw error;
          const verdict = verdictOf(error.refusal);
          if (verdict.kind !== 'ahead') return outcomeOf(verdict, error);
          await wait(AHEAD_MS, signal);
          continue;
        }
        return untilLanded(transaction, signal);
      }
      throw new LedgerUnavailableError('sendTransaction', "the ledger's clock stays behind the time that was signed");
    },
  };
}

function outcomeOf(verdict: ReturnType<typeof verdictOf>, cause?: unknown): SubmitOutcome {
  switch (verdict.kind) {
    case 'not-newer':
      return { kind: 'not-newer' };
    case 'refused':
      return { kind: 'refused', reason: verdict.reason };
    case 'ahead':
    case 'passing':
      throw new LedgerUnavailableError('sendTransaction', `the transaction failed (${verdict.reason})`, { cause });
  }
}
