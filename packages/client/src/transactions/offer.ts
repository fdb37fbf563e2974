import type { Address } from '@oracle-gateway/protocol';
import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import type { LedgerRpc } from '../ledger/read-accounts.js';
import { landingFee } from './land-transaction.js';
import { rentOf } from './read-ledger.js';

/** More than any transaction of a subscriber uses. */
export const OFFER_UNITS = 200_000;

/** Effects and costs of one transaction, before it is signed. Money is in atomic units of the stablecoin; 6 decimal places make a dollar. */
export interface Offer {
  readonly kind: 'offer';
  /** Effects, one sentence each, for people. */
  readonly effects: readonly string[];
  /** Taken from the key's tokens; the transaction cannot take more. */
  readonly priceAtomic: bigint;
  /** Locked in the accounts that it creates. */
  readonly rentLamports: bigint;
  /** Names of the accounts that it creates. */
  readonly creates: readonly string[];
  /** Fee of the transaction. */
  readonly feeLamports: bigint;
  /** Unix seconds until which the result lasts; null where it has no end. */
  readonly untilSeconds: bigint | null;
  /** The key that signs and pays. */
  readonly signer: Address;
  readonly instructions: readonly LedgerInstruction[];
}

/** The ledger already has what was asked for, or the time for it has not come. There is nothing to sign. */
export interface NothingToSign {
  readonly kind: 'nothing to sign';
  readonly statement: string;
}

export interface CreatedPlace {
  readonly what: string;
  readonly bytes: number;
}

interface DescribedOffer extends Pick<Offer, 'effects' | 'signer' | 'instructions'> {
  readonly priceAtomic?: bigint;
  readonly untilSeconds?: bigint;
  readonly creates?: readonly CreatedPlace[];
}

/** Adds the costs. @throws TransportError */
export async function offerOf(
  rpc: LedgerRpc,
  { priceAtomic = 0n, untilSeconds, creates = [], ...described }: DescribedOffer,
  signal?: AbortSignal,
): Promise<Offer> {
  const rents = await Promise.all(creates.map(({ bytes }) => rentOf(rpc, bytes, signal)));
  return {
    kind: 'offer',
    ...described,
    priceAtomic,
    rentLamports: rents.reduce((sum, rent) => sum + rent, 0n),
    creates: creates.map(({ what }) => what),
    feeLamports: landingFee(OFFER_UNITS),
    untilSeconds: untilSeconds ?? null,
  };
}

export function nothingToSign(statement: string): NothingToSign {
  return { kind: 'nothing to sign', statement };
}
