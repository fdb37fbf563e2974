import { type EscrowRead, type EscrowRoundsRead, rememberedAddresses } from '@oracle-gateway/ledger';
import { CHARGES, quotaKey, type Holder, MAX_HOLDERS, type HoldTotals } from '@oracle-gateway/outbox';
import { type Address, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { BoundedMap, equalBytes } from '@oracle-gateway/protocol/internal';
import type { PathPorts } from '../path-ports.js';
import { createFreshReads } from './fresh-reads.js';
import { createLookupTurns } from '../../admission/ledger-lookup.js';
import { leastAvailable } from '../../answers/record-reads.js';

interface EscrowAddresses {
  readonly escrowAddress: Address;
  /** The escrow's token account, whether it is there or not. */
  readonly tokenAccount: Address;
}

/** State of a payer's escrow, its holding, and the holds on it. */
export interface EscrowFunds extends EscrowRead, EscrowAddresses {
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

const MAX_KNOWN = 10_000;
const FRESH_FLOOR_MS = 400;
const NONE: ReadonlySet<Holder> = new Set();

export function createEscrowFunds(ports: PathPorts): EscrowFundsReader {
  const known = new BoundedMap<string, true>(MAX_KNOWN);
  const nextTurn = createLookupTurns();
  const isKnown = (payer: Address): boolean => known.peek(formatAddress(payer)) === true;
  const remember = (payer: Address, funds: EscrowFunds): EscrowFunds => {
    if (funds.escrow === null && funds.tokens === null) known.delete(formatAddress(payer));
    else known.set(formatAddress(payer), true);
    return funds;
  };

  const afresh = createFreshReads({
    read: async (payer: Address) => remember(payer, await readAfresh(payer, ports)),
    permit: async (payer) => {
      if (!isKnown(payer)) await nextTurn();
    },
    nameOf: formatAddress,
    floorMs: FRESH_FLOOR_MS,
    monotonicMs: ports.clock.monotonicMs,
  });

  return {
    afresh,
    async remembered(payer) {
      if (!isKnown(payer)) return afresh(payer);
      const [read, totals] = await Promise.all([
        ports.ledger.escrow({ payer, gateway: ports.deployment.gateway }),
        readHoldTotals(payer, 0, ports),
      ]);
      return remember(payer, fundsOf(payer, read, totals, NONE, ports));
    },
  };
}

/** The holds are read before the ledger, so that each round that is settled by then is found on it. */
async function readAfresh(payer: Address, ports: PathPorts): Promise<EscrowFunds> {
  const totals = await readHoldTotals(payer, MAX_HOLDERS, ports);
  // The id of an agent round is the address of its account.
  const rounds = totals.holders.map(({ roundId }) => parseAddress(roundId));
  if (rounds.length === 0)
    return fundsOf(payer, await ports.ledger.escrow({ payer, gateway: ports.deployment.gateway }, { fresh: true }), totals, NONE, ports);
  const read = await ports.ledger.escrowRounds({ payer, gateway: ports.deployment.gateway }, rounds);
  return fundsOf(payer, read, totals, await settledHolders(totals.holders, read, ports), ports);
}

/** A round counts as settled only if its account holds the record's own message. */
async function settledHolders(
  holders: readonly Holder[],
  { rounds }: EscrowRoundsRead,
  { records }: PathPorts,
): Promise<ReadonlySet<Holder>> {
  const isSettled = await Promise.all(
    holders.map(async ({ roundId }, position) => {
      const account = rounds[position];
      if (account === undefined || account === null) return false;
      const record = await records.read(roundId);
      return record?.payload !== undefined && equalBytes(record.payload.message, account.message);
    }),
  );
  return new Set(holders.filter((_holder, position) => isSettled[position] === true));
}

function fundsOf(payer: Address, read: EscrowRead, totals: HoldTotals, settled: ReadonlySet<Holder>, ports: PathPorts): EscrowFunds {
  const counted = totals.holders.filter((holder) => settled.has(holder));
  const unsettledCounted = totals.holders.slice(0, totals.unsettledRounds).filter((holder) => settled.has(holder));
  return {
    escrow: read.escrow,
    tokens: read.tokens,
    slot: read.slot,
    balanceAtomic: leastAvailable({ available: read.tokens?.amountAtomic ?? 0n, slot: read.slot }, totals.reading),
    ...addressesOf(payer, ports),
    committedAtomic: counted.reduce((sum, { units }) => sum - BigInt(units), totals.committed),
    unsettledRounds: totals.unsettledRounds - unsettledCounted.length,
    counted,
  };
}

async function readHoldTotals(payer: Address, holders: number, ports: PathPorts): Promise<HoldTotals> {
  return ports.records.holdTotals(quotaKey(CHARGES.escrow.quotas.ofTokenAccount, addressesOf(payer, ports).tokenAccount), { holders });
}

function addressesOf(payer: Address, { deployment: { programId, gateway, mint } }: PathPorts): EscrowAddresses {
  const escrowAddress = rememberedAddresses.escrow(programId, payer, gateway);
  return { escrowAddress, tokenAccount: rememberedAddresses.associatedToken(escrowAddress, mint) };
}
