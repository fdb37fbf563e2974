import { formatSignature, parseAddress } from '@oracle-gateway/protocol';
import type { EscrowTerms } from '../accounts/escrow-terms.js';
import { toBase64 } from '../base/base64.js';
import { ClientUsageError, TransportError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';
import { isAborted, type Wait } from '../base/wait.js';
import { askLedger, type LedgerRpc } from '../ledger/read-accounts.js';
import { encodeTransaction } from './encode-transaction.js';
import { blockHeight, decimalsOf, fateOf, latestBlockhash } from './read-ledger.js';
import { computeUnitLimit, computeUnitPrice, createTokenAccount, transferChecked } from './token-instructions.js';
import { signedBy, type WalletSigner } from './wallet-signer.js';

/** More than the account's creation and the transfer use. */
const UNITS = 100_000;
/** A fee of at most 1,000 lamports, so that the transaction is not the last in its line. */
const MICRO_LAMPORTS_PER_UNIT = 10_000n;
const CHECK_MS = 800;
/** A blockhash lives 150 blocks, which is about a minute. */
const MAX_CHECKS = 200;

interface PayInDeps {
  readonly rpc: LedgerRpc;
  readonly signer: WalletSigner;
  readonly wait: Wait;
}

/**
 * Pays into an escrow from a wallet, and waits until the transfer has landed. The wallet pays the fee, and the rent of the escrow's token
 * account where that is missing.
 *
 * @throws ClientUsageError when the wallet refuses, or the transfer failed or can no longer land: nothing was moved; TransportError when it is not
 * known
 */
export async function payIn(
  deps: PayInDeps,
  { asset, escrow, amount }: Pick<EscrowTerms, 'asset' | 'escrow' | 'amount'>,
  signal?: AbortSignal,
): Promise<string> {
  const { rpc, signer } = deps;
  const [payer, mint, owner] = [parseAddress(signer.address), parseAddress(asset), parseAddress(escrow)];
  const [decimals, life] = await Promise.all([decimalsOf(rpc, mint, signal), latestBlockhash(rpc, signal)]);
  const transaction = encodeTransaction({
    feePayer: payer,
    blockhash: life.blockhash,
    instructions: [
      computeUnitLimit(UNITS),
      computeUnitPrice(MICRO_LAMPORTS_PER_UNIT),
      createTokenAccount({ payer, owner, mint }),
      transferChecked({ from: payer, to: owner, mint, amount, decimals }),
    ],
  });
  const { bytes, signature } = await signedBy(signer, transaction);
  const name = formatSignature(signature);
  await send(rpc, bytes, signal);
  for (let check = 0; check < MAX_CHECKS; check += 1) {
    // Read before the fate: a transaction that is absent after its last block stays absent.
    const height = await blockHeight(rpc, signal);
    const fate = await fateOf(rpc, name, signal);
    if (fate === 'landed') return name;
    if (fate === 'failed') throw new ClientUsageError('fund', `the transfer ${name} failed on the ledger, and moved nothing`);
    if (height > life.lastBlockHeight) throw new ClientUsageError('fund', `the transfer ${name} did not land in time, and moved nothing`);
    await deps.wait(CHECK_MS, signal);
  }
  throw new TransportError('ledger', `it is not known whether the transfer ${name} has landed; check the escrow before you pay again`);
}

/** An answer that is lost tells nothing: the checks that follow find the transaction. @throws ClientUsageError when the ledger refuses */
async function send(rpc: LedgerRpc, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  const params = [toBase64(bytes), { encoding: 'base64', preflightCommitment: 'confirmed' }];
  const body = await askLedger(rpc, { method: 'sendTransaction', params }, signal).then(
    (answer) => answer.body,
    (error: unknown) => {
      if (isAborted(signal)) throw error;
    },
  );
  const reason = textOf(memberOf(memberOf(body, 'error'), 'message'));
  if (reason !== undefined) throw new ClientUsageError('fund', `the ledger refused the transfer: ${reason}`);
}
