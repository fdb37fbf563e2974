import { parseAddress } from '@oracle-gateway/protocol';
import { createAssociatedTokenAccount } from '@oracle-gateway/protocol/instructions';
import type { EscrowTerms } from '../accounts/escrow-terms.js';
import { ClientUsageError, TransportError } from '../base/errors.js';
import { abortReason, isAborted } from '../base/wait.js';
import { landTransaction, type LandingDeps } from './land-transaction.js';
import { decimalsOf } from './read-ledger.js';
import { transferChecked } from './token-instructions.js';

/** More than the account's creation and the transfer use. */
const UNITS = 100_000;

/**
 * Pays into an escrow from a wallet, and waits until the transfer has landed. The wallet pays the fee, and the rent of the escrow's token
 * account where that is missing.
 *
 * @throws ClientUsageError when the wallet refuses, or the transfer failed or can no longer land: nothing was moved; TransportError when it is not
 * known
 */
export async function payIn(
  deps: LandingDeps,
  { asset, escrow, amount }: Pick<EscrowTerms, 'asset' | 'escrow' | 'amount'>,
  signal?: AbortSignal,
): Promise<string> {
  const { rpc, signer } = deps;
  const [payer, mint, owner] = [parseAddress(signer.address), parseAddress(asset), parseAddress(escrow)];
  const decimals = await decimalsOf(rpc, mint, signal);
  const instructions = [
    createAssociatedTokenAccount({ payer, owner, mint }),
    transferChecked({ from: payer, to: owner, mint, amount, decimals }),
  ];
  const landing = await landTransaction(deps, { instructions, units: UNITS }, signal);
  const name = landing.signature;
  switch (landing.kind) {
    case 'landed':
      return name;
    case 'refused':
      throw new ClientUsageError('fund', `the ledger refused the transfer: ${landing.reason}`);
    case 'failed':
      throw new ClientUsageError('fund', `the transfer ${name} failed on the ledger, and moved nothing`);
    case 'expired':
      throw new ClientUsageError('fund', `the transfer ${name} did not land in time, and moved nothing`);
    case 'unknown':
      if (isAborted(signal)) throw abortReason(signal);
      throw new TransportError('ledger', `it is not known whether the transfer ${name} has landed; check the escrow before you pay again`);
  }
}
