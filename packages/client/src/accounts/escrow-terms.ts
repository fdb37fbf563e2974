import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';
import { type GatewayError, VerificationError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';

/** Shortfall of an escrow for one round, by the ledger's accounts: never by the word of the gateway. */
export interface EscrowTerms {
  /** Atomic units of the stablecoin that are missing; never more than the round costs. */
  readonly amount: bigint;
  /** Mint of the stablecoin, base58. */
  readonly asset: string;
  /** Token account of the escrow, base58; it may have to be created. */
  readonly payTo: string;
  /** The escrow that owns it, base58; an address off the curve. */
  readonly escrow: string;
  /** CAIP-2. */
  readonly network: string;
}

/**
 * The terms of the agent path's 402, held against the ledger.
 *
 * @throws VerificationError `other_terms` when the gateway names another token account, mint, escrow, network or price
 */
export function escrowTerms(
  refusal: GatewayError,
  known: {
    readonly programId: Address;
    readonly network: string;
    readonly mint: Address;
    readonly payer: Address;
    readonly gateway: Address;
    readonly price: bigint;
  },
): EscrowTerms {
  const { network, price } = known;
  const escrow = escrowAddress(known.programId, known.payer, known.gateway);
  const terms = {
    asset: formatAddress(known.mint),
    payTo: formatAddress(associatedTokenAddress(escrow, known.mint)),
    escrow: formatAddress(escrow),
    network,
  };
  const accepts = refusal.body['accepts'];
  const option: unknown = Array.isArray(accepts) ? accepts[0] : undefined;
  const extra = memberOf(option, 'extra');
  const named = {
    asset: memberOf(option, 'asset'),
    payTo: memberOf(option, 'payTo'),
    escrow: memberOf(extra, 'agent'),
    network: memberOf(option, 'network'),
  };
  for (const name of ['asset', 'payTo', 'escrow', 'network'] as const)
    if (named[name] !== terms[name]) throw new VerificationError('other_terms', `${name}: the gateway names another one than the ledger`);
  if (memberOf(option, 'maxAmountRequired') !== price.toString())
    throw new VerificationError('other_terms', 'maxAmountRequired: the gateway names another price than the one it asked for');
  const free = amountIn(memberOf(extra, 'currentAtaBalance')) - amountIn(memberOf(extra, 'committedAmount'));
  const missing = price - (free > 0n ? free : 0n);
  return { ...terms, amount: missing > 0n ? missing : 1n };
}

function amountIn(value: unknown): bigint {
  const text = textOf(value);
  return text !== undefined && /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}
