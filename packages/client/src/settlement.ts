import { OracleGatewayError, TransportError } from './errors.js';
import { integerOf, memberOf, textOf } from './json.js';
import type { RoundStatus } from './reads.js';

/** How a round ended. */
export type Settlement =
  /** The program verified the round again and took its charge. `final`: the ledger can no longer lose it. */
  | { readonly kind: 'settled'; readonly signature: string | null; readonly slot: number | null; readonly final: boolean }
  /** The payment of a round that is paid per request has landed. */
  | { readonly kind: 'paid'; readonly signature: string; readonly slot: number | null };

/** The round will not be settled: it failed, or its time on the ledger has passed. It is not charged. */
export class NotSettledError extends OracleGatewayError {
  override readonly name = 'NotSettledError';
  readonly code = 'not_settled';
  constructor(
    readonly roundId: string,
    readonly state: RoundStatus['state'],
    reason: string | undefined,
  ) {
    super(`the round is ${state}${reason === undefined ? '' : `: ${reason}`}`);
  }
}

/** Undefined while it is under way. */
export function settlementIn({ roundId, state, reason, settlement, payment }: RoundStatus): Settlement | undefined {
  switch (state) {
    case 'settled':
      return settlement === undefined ? undefined : settledIn(settlement);
    case 'paid':
      return payment === undefined ? undefined : paidIn(payment);
    case 'failed':
    case 'expired':
    case 'lapsed':
    case 'unpaid':
      throw new NotSettledError(roundId, state, reason);
    case 'reserved':
    case 'pending':
    case 'signed':
    case 'settling':
    case 'payment_unknown':
      return undefined;
  }
}

/** What a gateway says is no more than that, and its form is checked. */
function settledIn(settlement: unknown): Settlement {
  const final = memberOf(settlement, 'final');
  const signature = memberOf(settlement, 'signature') === null ? null : signatureIn(settlement);
  if (typeof final !== 'boolean') throw malformed('settlement.final');
  return { kind: 'settled', signature, slot: slotIn(settlement), final };
}

function paidIn(payment: unknown): Settlement {
  return { kind: 'paid', signature: signatureIn(payment), slot: slotIn(payment) };
}

function signatureIn(members: unknown): string {
  const signature = textOf(memberOf(members, 'signature'));
  if (signature === undefined || !/^[1-9A-HJ-NP-Za-km-z]{1,88}$/.test(signature)) throw malformed('signature');
  return signature;
}

function slotIn(members: unknown): number | null {
  const slot = memberOf(members, 'slot');
  const number = integerOf(slot);
  if (slot !== null && number === undefined) throw malformed('slot');
  return number ?? null;
}

function malformed(field: string): TransportError {
  return new TransportError('gateway', `the gateway tells a settlement whose ${field} breaks its form`);
}
