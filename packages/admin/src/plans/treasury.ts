import { createAssociatedTokenAccount, instructions, readTokenHolding, TOKEN_ACCOUNT_BYTES, treasuryAddress } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { configAddress } from '@oracle-gateway/protocol/accounts';

import { readLedgerAccount, readConfig, type AdminLedger, type AdminLedgerView } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { requireAdministrator } from './signer-role.js';

/** Holding of the treasury; null while it has no token account. */
export async function treasuryHolding(ledger: AdminLedgerView, mint: Address): Promise<bigint | null> {
  const account = await readLedgerAccount(ledger, treasuryAddress(ledger.programId, mint));
  return (account === null ? null : readTokenHolding(account))?.amountAtomic ?? null;
}

/** Creates the token account that collects payments. Any key may sign. Throws ProtocolNotInitialisedError, LedgerUnavailableError. */
export async function planTreasuryCreate(ledger: AdminLedger): Promise<Plan> {
  const { programId, signer } = ledger;
  const { mint } = await readConfig(ledger);
  const address = treasuryAddress(programId, mint);
  if ((await treasuryHolding(ledger, mint)) !== null) return alreadySo(`the treasury exists: ${formatAddress(address)}`);
  return change({
    effects: [`creates the treasury ${formatAddress(address)}, the token account that collects payments`],
    instructions: [createAssociatedTokenAccount({ payer: signer.address, owner: configAddress(programId), mint })],
    creates: [{ what: 'treasury', address, bytes: TOKEN_ACCOUNT_BYTES }],
  });
}

/** The amount that the treasury keeps, and the account that gets the rest. */
export interface TreasuryWithdrawInput {
  /** Token account of the mint that receives. */
  readonly destination: Address;
  /** Atomic units that stay in the treasury; the rest is withdrawn. */
  readonly leaveAtomic: bigint;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planTreasuryWithdraw(ledger: AdminLedger, { destination, leaveAtomic }: TreasuryWithdrawInput): Promise<Plan> {
  const config = await readConfig(ledger);
  requireAdministrator(ledger, config);
  const { programId, signer } = ledger;
  const { mint } = config;
  const held = await treasuryHolding(ledger, mint);
  if (held === null) throw new NotPossibleError('treasury', 'has no token account yet: run `treasury create` first');
  const receiver = await readLedgerAccount(ledger, destination);
  const receiving = receiver === null ? null : readTokenHolding(receiver);
  if (receiving === null || !equalBytes(receiving.mint, mint))
    throw new NotPossibleError('to', `must be a token account of mint ${formatAddress(mint)}`);
  if (equalBytes(destination, treasuryAddress(programId, mint))) throw new NotPossibleError('to', 'must not be the treasury itself');
  const amountAtomic = held - leaveAtomic;
  if (amountAtomic <= 0n) return alreadySo(`the treasury holds ${held}, no more than the amount to leave`);
  return change({
    effects: [
      `moves ${amountAtomic} of ${held} atomic units out of the treasury`,
      `to ${formatAddress(destination)}, which belongs to ${formatAddress(receiving.owner)}`,
    ],
    instructions: [instructions.withdrawTreasury({ programId, authority: signer.address, mint, destination, amountAtomic })],
  });
}
