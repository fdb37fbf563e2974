import { TransportError } from '../base/errors.js';
import { integerOf, memberOf, textOf } from '../base/json.js';
import type { RoundStatus } from './reads.js';
import { NotSettledError, type Settlement } from './settlement.js';

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
    case 'settling':
    case 'payment_unknown':
      return undefined;
  }
}

/** Checks the form of a settlement; its content stays the gateway's word. */
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
