import { describeRefusal, type TransactionRefusal } from '@oracle-gateway/ledger';

/** Meaning of a refused transaction for its attestation. */
export type Verdict =
  /** The stamp is ahead of the ledger's clock: to be brought again soon. */
  | { readonly kind: 'ahead'; readonly reason: string }
  /** No transaction will ever bring it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It is about the transaction, such as a payer without lamports. */
  | { readonly kind: 'passing'; readonly reason: string };

/** Refusals of the attestation itself (protocol, "submit"). */
const FOR_GOOD: ReadonlySet<string> = new Set(['InvalidAttestation', 'RegistryExpired']);

export function verdictOf(refusal: TransactionRefusal): Verdict {
  const reason = describeRefusal(refusal);
  if (refusal.kind !== 'program') return { kind: 'passing', reason };
  if (refusal.name === 'AttestationAhead') return { kind: 'ahead', reason };
  return { kind: FOR_GOOD.has(refusal.name) ? 'refused' : 'passing', reason };
}
