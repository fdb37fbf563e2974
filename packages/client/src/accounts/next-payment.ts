import type { CallFailure } from '../rounds/call-failure.js';
import { again, another, type AskState, COMMON_RULES, followVersion, giveUp, nextStepBy, type Step } from '../rounds/next-step.js';

/** A new blockhash, and so another transaction, comes about every half second. */
export const ANOTHER_TRANSACTION_MS = 700;

/**
 * A round that is paid per request. While its outcome is unknown, the same payment is sent again under its name, and no other one is signed.
 */
export const nextStepByPayment = nextStepBy({
  codes: {
    stale_registry_version: (state, failure) => (state.isOpen ? giveUp(state) : followVersion(state, failure)),
    payment_required(state) {
      if (state.hasPayment) return giveUp(state);
      const step = another(state);
      return { ...step, next: { ...step.next, isOpen: state.isOpen } };
    },
    // Nothing was reserved. An open call may still be served.
    payment_refused: payAgain,
    payment_terms_mismatch: payAgain,
    // Another process of this payer made the very same transaction, unless it was this call.
    authorization_used: (state, { roundId }) =>
      state.isOpen ? whileUnknown(state, { roundId }) : { ...another(state), round: 'another-transaction' },
    // Only this call knows the name: the round of its lost call is under way.
    payment_identifier_used: whileUnknown,
  },
  kinds: {
    ...COMMON_RULES,
    unsent(state) {
      if (state.isOpen) return afterLoss(state);
      // The outcome of an earlier process's call under this name stays unknown.
      return { ...again(state, { kind: 'retry-unsent' }), otherwise: state.isEarlier ? 'unknown' : 'failure' };
    },
    lost: afterLoss,
    // Nothing can be charged where nothing was paid with.
    unknown: (state, failure) => (state.hasPayment ? whileUnknown(state, failure) : 'failure'),
  },
});

function afterLoss(state: AskState): Step {
  return state.hasPayment ? whileUnknown(state, {}) : again(state, { kind: 'retry' });
}

function payAgain(state: AskState): Step {
  return state.isOpen ? giveUp(state) : another(state, { kind: 'retry', waitMs: ANOTHER_TRANSACTION_MS });
}

function whileUnknown(state: AskState, { waitMs, roundId = state.roundId }: Omit<CallFailure, 'kind'>): Step {
  return again({ ...state, isOpen: true, roundId }, { kind: 'patience', waitMs });
}
