import { type EscrowName, type EscrowRead, type EscrowRoundsRead, type LedgerReader, rememberedAddresses } from '@oracle-gateway/ledger';
import { CHARGES, quotaKey, type Holder, MAX_HOLDERS, type Outbox, type HoldTotals } from '@oracle-gateway/outbox';
import { type Address, BoundedMap, equalBytes, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { GatewayError } from '../../errors/gateway-error.js';
import { createFreshReads } from './fresh-reads.js';
import { createLookupTurns } from '../../admission/lookup-turns.js';
import { leastAvailable } from '../../charges/least-available.js';

/** State of a payer's escrow, its holding, and the holds on it. */
export interface EscrowFunds extends EscrowRead {
  readonly escrowAddress: Address;
  /** The escrow's token account, whether it is there or not. */
  readonly tokenAccount: Address;
  /** Balance as it was read, or less where a settlement has told less since. */
  readonly balanceAtomic: bigint;
  /** The part of the balance that rounds hold and that it does not count yet. */
  readonly committedAtomic: bigint;
  readonly unsettledRounds: number;
  /** Rounds that still hold and that the balance counts already. */
  readonly counted: readonly Holder[];
}

/** Throws `too_many_lookups`, `outbox_unavailable`, or what the ledger reader throws. */
export interface EscrowFundsReader {
  /** Funds at most as old as the ledger reader's cache; read afresh for a payer who had nothing when last read. */
  remembered(payer: Address): Promise<EscrowFunds>;
  /**
   * Read after the call, with rounds that are settled on the ledger and not yet in the outbox: used before a refusal for want of funds. Any
   * caller may ask for any payer. So reads of one payer are a floor apart, and payers without funds take turns.
   */
  afresh(payer: Address): Promise<EscrowFunds>;
}

export interface EscrowFundsDeps {
  readonly ledger: Pick<LedgerReader, 'escrow' | 'escrowRounds'>;
  readonly outbox: Pick<Outbox, 'holdTotals' | 'read'>;
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly mint: Address;
  readonly monotonicMs: () => number;
}

const MAX_KNOWN = 10_000;
const FRESH_FLOOR_MS = 400;
const NONE: ReadonlySet<Holder> = new Set();

export function createEscrowFunds(deps: EscrowFundsDeps): EscrowFundsReader {
  const known = new BoundedMap<string, true>(MAX_KNOWN);
  const nextTurn = createLookupTurns();
  const isKnown = (payer: Address): boolean => known.peek(formatAddress(payer)) === true;
  const remember = (payer: Address, funds: EscrowFunds): EscrowFunds => {
    if (funds.escrow === null && funds.tokens === null) known.delete(formatAddress(payer));
    else known.set(formatAddress(payer), true);
    return funds;
  };

  const afresh = createFreshReads({
    read: async (payer: Address) => remember(payer, await readAfresh(payer, deps)),
    permit: async (payer) => {
      if (!isKnown(payer)) await nextTurn();
    },
    nameOf: formatAddress,
    floorMs: FRESH_FLOOR_MS,
    monotonicMs: deps.monotonicMs,
  });

  return {
    afresh,
    async remembered(payer) {
      if (!isKnown(payer)) return afresh(payer);
      const [read, totals] = await Promise.all([deps.ledger.escrow(nameOf(payer, deps)), readHoldTotals(payer, 0, deps)]);
      return remember(payer, fundsOf(payer, read, totals, NONE, deps));
    },
  };
}

/** The holds are read before the ledger, so that each round that is settled by then is found on it. */
async function readAfresh(payer: Address, deps: EscrowFundsDeps): Promise<EscrowFunds> {
  const totals = await readHoldTotals(payer, MAX_HOLDERS, deps);
  // The id of an agent round is the address of its account.
  const rounds = totals.holders.map(({ roundId }) => parseAddress(roundId));
  if (rounds.length === 0) return fundsOf(payer, await deps.ledger.escrow(nameOf(payer, deps), { fresh: true }), totals, NONE, deps);
  const read = await deps.ledger.escrowRounds(nameOf(payer, deps), rounds);
  return fundsOf(payer, read, totals, await settledHolders(totals.holders, read, deps), deps);
}

/** A round counts as settled only if its account holds the record's own message. */
async function settledHolders(
  holders: readonly Holder[],
  { rounds }: EscrowRoundsRead,
  { outbox }: Pick<EscrowFundsDeps, 'outbox'>,
): Promise<ReadonlySet<Holder>> {
  const isSettled = await Promise.all(
    holders.map(async ({ roundId }, position) => {
      const account = rounds[position];
      if (account === undefined || account === null) return false;
      const record = await orUnavailable(outbox.read(roundId));
      return record?.payload !== undefined && equalBytes(record.payload.message, account.message);
    }),
  );
  return new Set(holders.filter((_holder, position) => isSettled[position] === true));
}

function fundsOf(payer: Address, read: EscrowRead, totals: HoldTotals, settled: ReadonlySet<Holder>, deps: EscrowFundsDeps): EscrowFunds {
  const counted = totals.holders.filter((holder) => settled.has(holder));
  const unsettledCounted = totals.holders.slice(0, totals.unsettledRounds).filter((holder) => settled.has(holder));
  return {
    escrow: read.escrow,
    tokens: read.tokens,
    slot: read.slot,
    balanceAtomic: leastAvailable({ available: read.tokens?.amountAtomic ?? 0n, slot: read.slot }, totals),
    ...addressesOf(payer, deps),
    committedAtomic: counted.reduce((sum, { units }) => sum - BigInt(units), totals.committed),
    unsettledRounds: totals.unsettledRounds - unsettledCounted.length,
    counted,
  };
}

async function readHoldTotals(payer: Address, holders: number, deps: EscrowFundsDeps): Promise<HoldTotals> {
  return orUnavailable(
    deps.outbox.holdTotals(quotaKey(CHARGES.escrow.quotas.ofTokenAccount, addressesOf(payer, deps).tokenAccount), { holders }),
  );
}

async function orUnavailable<T>(read: Promise<T>): Promise<T> {
  return read.catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause });
  });
}

function nameOf(payer: Address, { gateway }: Pick<EscrowFundsDeps, 'gateway'>): EscrowName {
  return { payer, gateway };
}

function addressesOf(payer: Address, deps: EscrowFundsDeps): Pick<EscrowFunds, 'escrowAddress' | 'tokenAccount'> {
  const escrowAddress = rememberedAddresses.escrow(deps.programId, payer, deps.gateway);
  return { escrowAddress, tokenAccount: rememberedAddresses.associatedToken(escrowAddress, deps.mint) };
}
