import { type Address, formatAddress, type SourceId, x402RequestMemo } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { SpendingLimitError, VerificationError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';

/** Terms that a payment must have, by the ledger and by the request. */
export interface KnownTerms {
  readonly programId: Address;
  readonly network: string;
  /** Mint of the stablecoin. */
  readonly mint: Address;
  /** Gateway account. */
  readonly gateway: Address;
  readonly sourceId: SourceId;
  readonly quorum: number;
  readonly registryVersion: number;
  /** Base58: who pays, and pays no fee of the transaction. */
  readonly payer: string;
  /** Atomic units. */
  readonly maxAmount: bigint;
}

/** One option of `accepts`, whose members all have been held against the ledger. */
export interface CheckedTerms {
  readonly scheme: 'exact';
  readonly network: `${string}:${string}`;
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly extra: { readonly feePayer: string; readonly memo: string };
}

/**
 * Checks the first option of a 402 before anything is signed.
 *
 * @throws VerificationError `other_terms` for another network, stablecoin, treasury or purpose; SpendingLimitError
 */
export function checkedTerms(body: unknown, known: KnownTerms): CheckedTerms {
  const accepts = memberOf(body, 'accepts');
  const option: unknown = Array.isArray(accepts) ? accepts[0] : undefined;
  const extra = memberOf(option, 'extra');
  const { programId, network, payer, maxAmount } = known;
  const feePayer = textOf(memberOf(extra, 'feePayer'));
  const memo = x402RequestMemo({
    programId,
    gateway: known.gateway,
    sourceId: known.sourceId,
    signaturesRequired: known.quorum,
    registryVersion: BigInt(known.registryVersion),
  });
  const asset = formatAddress(known.mint);
  // The treasury belongs to the program's Config, whatever gateway asks.
  const payTo = formatAddress(configAddress(programId));
  const required = { scheme: 'exact', network, asset, payTo } as const;
  for (const name of ['scheme', 'network', 'asset', 'payTo'] as const)
    if (memberOf(option, name) !== required[name]) throw otherTerms(name);
  if (memberOf(extra, 'memo') !== memo) throw otherTerms('extra.memo');
  // The payment must not make its payer pay the fee as well.
  if (feePayer === undefined || feePayer === payer) throw otherTerms('extra.feePayer');
  const amount = textOf(memberOf(option, 'amount'));
  if (amount === undefined || !/^[1-9]\d{0,19}$/.test(amount)) throw otherTerms('amount');
  if (BigInt(amount) > maxAmount) throw new SpendingLimitError(BigInt(amount), maxAmount);
  const seconds = memberOf(option, 'maxTimeoutSeconds');
  return {
    ...required,
    network: network as `${string}:${string}`,
    amount,
    maxTimeoutSeconds: typeof seconds === 'number' ? seconds : 60,
    extra: { feePayer, memo },
  };
}

function otherTerms(field: string): VerificationError {
  return new VerificationError('other_terms', `${field}: the gateway asks for another payment than the ledger and the request say`);
}
