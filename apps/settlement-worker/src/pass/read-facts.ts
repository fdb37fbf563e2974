import {
  addressText,
  CLOCK_SYSVAR,
  LedgerUnavailableError,
  MAX_BATCH_ADDRESSES,
  MAX_STATUS_SIGNATURES,
  readTokenHoldingOf,
  rememberedAddresses,
  RpcRefusalError,
  type StoredAccount,
  type TransactionStatus,
} from '@oracle-gateway/ledger';
import type { Address, RoundId } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { QuotaReading, QuotaKey } from '@oracle-gateway/outbox';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import { messageOfRound, recipientOf } from '../charges/charge-forms.js';
import { isWindowPassed, readWindow, type SettleWindow } from '../ledger/settle-window.js';
import type { Payers } from '../ledger/payers.js';
import type { SettlementLedger } from '../ledger/settlement-ledger.js';
import type { RoundFacts } from './decide.js';
import { readingSources, decodeReading, type ReadingSource } from './hold-readings.js';
import { ageAtClaimMs, type ClaimedRound } from './claimed-round.js';

export interface FactsReading {
  /** Facts of the rounds, without those whose share of the reading failed. */
  readonly facts: ReadonlyMap<RoundId, RoundFacts>;
  /** Why something is missing. */
  readonly failure: LedgerUnavailableError | null;
}

export interface FactsDeps {
  readonly ledger: SettlementLedger;
  readonly payers: Pick<Payers, 'addresses' | 'note'>;
}

export interface FactsInput {
  readonly rounds: readonly ClaimedRound[];
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  /** Config.mint. */
  readonly mint: Address;
  /** The lease of the claims, from which the age by Redis' clock follows. */
  readonly leaseMs: number;
  readonly nowMs: number;
}

/** An operator has a day to configure a server that keeps the ledger's history. Then the units of the round are released. */
const UNKNOWN_OUTCOME_SECONDS = 86_400;
/** No transaction expires sooner: 150 blocks at 100 ms. */
const YOUNGEST_EXPIRY_MS = 15_000;

/**
 * Reads the facts for decisions on all rounds: one block height, one call for each hundred accounts and for each 256 statuses, each only
 * where it can change a decision. The order is height, accounts, statuses: a transaction that lands in between must not count as expired.
 * Rejects only when nothing could be read.
 */
export async function readFacts(deps: FactsDeps, input: FactsInput): Promise<FactsReading> {
  const { ledger, payers } = deps;
  const finalizedHeight = input.rounds.some((round) => mayHaveExpired(round, input.nowMs))
    ? await ledger.sender.blockHeight('finalized')
    : null;
  const readings = await Promise.allSettled(shares(input, payers.addresses()).map((share) => readShare(deps, input, share)));
  const found = new Map<RoundId, Omit<RoundFacts, 'statuses' | 'finalizedHeight'>>();
  let failure: LedgerUnavailableError | null = null;
  for (const reading of readings) {
    if (reading.status === 'fulfilled') for (const [roundId, facts] of reading.value) found.set(roundId, facts);
    else failure = unavailable(reading.reason);
  }
  if (found.size === 0 && failure !== null) throw failure;

  const asked = input.rounds.filter((round) => {
    const receipt = found.get(round.claim.roundId)?.receipt;
    return receipt === 'own' || (receipt !== undefined && isDue(round, input.nowMs));
  });
  const settled = asked.filter(({ claim }) => found.get(claim.roundId)?.receipt === 'own');
  const statuses = await readStatuses(ledger, { asked, settled });
  return { facts: new Map([...found].map(([roundId, facts]) => [roundId, { ...facts, statuses, finalizedHeight }])), failure };
}

/** Whether the round's transaction must be sent again unless it has landed. */
function isDue({ transaction }: ClaimedRound, nowMs: number): boolean {
  return transaction !== null && nowMs >= transaction.sendAgainAtMs;
}

function mayHaveExpired(round: ClaimedRound, nowMs: number): boolean {
  const builtAtMs = round.transaction?.builtAtMs ?? null;
  return isDue(round, nowMs) && (builtAtMs === null || nowMs - builtAtMs >= YOUNGEST_EXPIRY_MS);
}

/** A round with the accounts that must be read together for it. */
interface Wanted {
  readonly round: ClaimedRound;
  readonly sources: readonly ReadingSource[];
  readonly addresses: readonly Address[];
  /** The token account that the round is paid into, and its owner; null where a settlement moves no tokens. */
  readonly recipient: { readonly owner: Address; readonly tokens: Address } | null;
}

/** Splits the rounds so that all accounts of a round, and all that pay, are in one call: they must be of one slot. */
function shares({ rounds, programId, gateway, mint }: FactsInput, payers: readonly Address[]): readonly (readonly Wanted[])[] {
  const all: Wanted[][] = [];
  let names = new Set<string>();
  for (const round of rounds) {
    const sources = readingSources(round.claim.holds, { programId, gateway, payers });
    const windowAddresses = round.purpose === 'lapse' ? [CLOCK_SYSVAR, rememberedAddresses.config(programId)] : [];
    const owner = recipientOf(round.claim.settlement.charge, { programId });
    const recipient = owner === null ? null : { owner, tokens: rememberedAddresses.associatedToken(owner, mint) };
    const paid = recipient === null ? [] : [recipient.tokens];
    const addresses = [round.proof.receipt, ...sources.flatMap((source) => source.addresses), ...windowAddresses, ...paid, ...payers];
    const wanted: Wanted = { round, sources, addresses, recipient };
    const own = new Set(addresses.map(addressText));
    const added = [...own].filter((name) => !names.has(name));
    const current = all.at(-1);
    if (current === undefined || names.size + added.length > MAX_BATCH_ADDRESSES) {
      all.push([wanted]);
      names = own;
    } else {
      current.push(wanted);
      for (const name of added) names.add(name);
    }
  }
  return all;
}

async function readShare(
  { ledger, payers }: FactsDeps,
  { programId, mint, leaseMs }: FactsInput,
  share: readonly Wanted[],
): Promise<readonly (readonly [RoundId, Omit<RoundFacts, 'statuses' | 'finalizedHeight'>])[]> {
  const distinct = new Map(share.flatMap(({ addresses }) => addresses.map((address) => [addressText(address), address] as const)));
  const { slot, accounts } = await ledger.read([...distinct.values()], 'confirmed');
  const byName = new Map([...distinct.keys()].map((name, index) => [name, accounts[index] ?? null]));
  const at = (address: Address): StoredAccount | null => byName.get(addressText(address)) ?? null;
  for (const payer of payers.addresses())
    if (distinct.has(addressText(payer))) payers.note(payer, { lamports: at(payer)?.lamports ?? 0n, slot });
  const readings = new Map<QuotaKey, QuotaReading | null>();
  /** Rounds of one payer share their readings: each is decoded once. */
  const readingOf = (source: ReadingSource): QuotaReading | null => {
    const known = readings.get(source.quotaKey);
    const reading = known === undefined ? decodeReading(source, { held: source.addresses.map(at), slot, programId }) : known;
    readings.set(source.quotaKey, reading);
    return reading;
  };
  return share.map(({ round, sources, recipient }) => [
    round.claim.roundId,
    {
      receipt: judgeReceipt(at(round.proof.receipt), round, programId),
      slot,
      recipientFault: recipient === null ? null : recipientFault(at(recipient.tokens), { ...recipient, mint }),
      readings: sources.map(readingOf).filter((reading) => reading !== null),
      ...windowFacts(round, { at, programId, leaseMs }),
    },
  ]);
}

/** Only an account that the program owns counts: anyone can send lamports to a predictable address. */
function judgeReceipt(held: StoredAccount | null, { claim, proof }: ClaimedRound, programId: Address): RoundFacts['receipt'] {
  if (held === null || !equalBytes(held.owner, programId)) return 'absent';
  try {
    return equalBytes(messageOfRound(claim.settlement.charge, held.data), proof.message) ? 'own' : 'other';
  } catch (error) {
    if (error instanceof AccountDecodeError) return 'other';
    throw error;
  }
}

/** Every payment goes to the treasury. While it is missing or frozen, no round that pays tokens can be settled. */
function recipientFault(held: StoredAccount | null, expected: { readonly owner: Address; readonly mint: Address }): string | null {
  const holding = held === null ? null : readTokenHoldingOf(held, expected);
  if (holding === null) return 'the treasury is missing';
  return holding.isFrozen ? 'the treasury is frozen' : null;
}

function windowFacts(
  round: ClaimedRound,
  ledger: { readonly at: (address: Address) => StoredAccount | null; readonly programId: Address; readonly leaseMs: number },
): Pick<RoundFacts, 'isWindowClosed' | 'isWindowLongClosed'> {
  const { at, programId, leaseMs } = ledger;
  const window =
    round.purpose === 'lapse'
      ? readWindow({ clock: at(CLOCK_SYSVAR), config: at(rememberedAddresses.config(programId)), programId })
      : null;
  if (window === null) return { isWindowClosed: null, isWindowLongClosed: null };
  const hasPassed = (longest: SettleWindow): boolean =>
    isWindowPassed(longest, { timestampSeconds: round.proof.timestampSeconds, ageMs: ageAtClaimMs(round, leaseMs) });
  return {
    isWindowClosed: hasPassed(window),
    isWindowLongClosed: hasPassed({ ...window, windowSeconds: window.windowSeconds + UNKNOWN_OUTCOME_SECONDS }),
  };
}

/**
 * A settlement whose status the server has forgotten is searched for in its history once. If the search has no answer, the round settles
 * without a signature in its record.
 */
async function readStatuses(
  ledger: SettlementLedger,
  { asked, settled }: { readonly asked: readonly ClaimedRound[]; readonly settled: readonly ClaimedRound[] },
): Promise<ReadonlyMap<string, TransactionStatus>> {
  const statuses = await ask(ledger, signaturesOf(asked), false);
  const isForgotten = ({ broadcasts }: ClaimedRound): boolean =>
    broadcasts.every(({ signature }) => statuses.get(signature)?.kind !== 'succeeded');
  return new Map([...statuses, ...(await ask(ledger, signaturesOf(settled.filter(isForgotten)), true))]);
}

/** Rounds that were sent together share a signature. */
function signaturesOf(rounds: readonly ClaimedRound[]): readonly string[] {
  return [...new Set(rounds.flatMap(({ broadcasts }) => broadcasts.map(({ signature }) => signature)))];
}

async function ask(
  { sender }: SettlementLedger,
  signatures: readonly string[],
  searchHistory: boolean,
): Promise<ReadonlyMap<string, TransactionStatus>> {
  const found = new Map<string, TransactionStatus>();
  for (let start = 0; start < signatures.length; start += MAX_STATUS_SIGNATURES) {
    const page = signatures.slice(start, start + MAX_STATUS_SIGNATURES);
    try {
      const statuses = await sender.statuses(page, { searchHistory });
      page.forEach((signature, index) => found.set(signature, statuses[index] ?? { kind: 'unseen' }));
    } catch (error) {
      if (!(error instanceof RpcRefusalError)) throw error;
    }
  }
  return found;
}

function unavailable(reason: unknown): LedgerUnavailableError {
  if (reason instanceof LedgerUnavailableError) return reason;
  throw reason;
}
