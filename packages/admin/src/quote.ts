import { readMint } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';

import { ADMIN_COMMITMENT, readLedgerAccount, type AdminLedger } from './admin-ledger.js';
import { NotPossibleError, WouldBeRefusedError } from './errors.js';
import type { Change } from './plan.js';

/** Costs of a change for its signer. */
export interface Quote {
  /** Signature and priority fee. */
  readonly feeLamports: bigint;
  /** Locked in the created accounts. */
  readonly rentLamports: bigint;
  readonly tokens: { readonly mint: Address; readonly amountAtomic: bigint; readonly decimals: number } | null;
  /** Limit of the transaction: a quarter above the units of a simulation. */
  readonly computeUnitLimit: number;
}

/** Largest limit of a transaction. */
export const MAX_COMPUTE_UNITS = 1_400_000;
const SPARE_UNITS = 5_000;

async function rentOf({ cluster, readAccounts }: AdminLedger, { creates }: Change): Promise<bigint> {
  if (creates.length === 0) return 0n;
  const { accounts } = await readAccounts(
    creates.map(({ address }) => address),
    ADMIN_COMMITMENT,
  );
  const rents = await Promise.all(creates.map(({ bytes }) => cluster.minimumRent(bytes)));
  // Lamports that the address holds already stay there, and count.
  return rents.reduce((sum, rent, index) => {
    const held = accounts[index]?.lamports ?? 0n;
    return sum + (rent > held ? rent - held : 0n);
  }, 0n);
}

async function tokensOf(ledger: AdminLedger, { payment }: Change): Promise<Quote['tokens']> {
  if (payment === null) return null;
  const mint = await readLedgerAccount(ledger, payment.mint);
  return { ...payment, decimals: (mint === null ? null : readMint(mint))?.decimals ?? 0 };
}

/**
 * Reads the costs of a change and simulates it. Sends nothing. Throws WouldBeRefusedError, NotPossibleError when the signer has too few
 * lamports, LedgerUnavailableError, TransactionTooLargeError.
 */
export async function quote(ledger: AdminLedger, change: Change): Promise<Quote> {
  const { sender, signer, cluster, priorityFeeMicroLamports: computeUnitPriceMicroLamports } = ledger;
  const [rentLamports, tokens, payer] = await Promise.all([
    rentOf(ledger, change),
    tokensOf(ledger, change),
    readLedgerAccount(ledger, signer.address),
  ]);
  const trial = await sender.build(change.instructions, { computeUnitLimit: MAX_COMPUTE_UNITS });
  const trialFee = await cluster.fee(trial);
  const held = payer?.lamports ?? 0n;
  if (held < rentLamports + trialFee)
    throw new NotPossibleError('key', `holds ${held} lamports, needs ${rentLamports + trialFee}: send lamports to the key`);
  const simulation = await sender.simulate(trial);
  if (!simulation.ok) throw new WouldBeRefusedError(simulation.refusal);
  const computeUnitLimit = Math.min(MAX_COMPUTE_UNITS, Math.ceil(simulation.unitsConsumed * 1.25) + SPARE_UNITS);
  const transaction = await sender.build(change.instructions, { computeUnitLimit, computeUnitPriceMicroLamports });
  return { feeLamports: await cluster.fee(transaction), rentLamports, tokens, computeUnitLimit };
}
