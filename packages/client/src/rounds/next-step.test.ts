import { describe, expect, it } from 'vitest';
import { nextStepByPayment } from '../accounts/next-payment.js';
import type { CallFailure } from './call-failure.js';
import { type AskEvent, type AskState, type NextStep, nextStepBySecond, type Step } from './next-step.js';

const ROUND = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const TOLD = { waitMs: 1_000, roundId: ROUND, registryVersion: 4, gatewayMs: 5_000 };

function refused(code: string, kind: CallFailure['kind'] = 'final'): CallFailure {
  return { kind, code, ...TOLD };
}

const KINDS = {
  final: { kind: 'final' },
  busy: refused('at_capacity', 'busy'),
  'used-up': refused('no_quorum_value', 'used-up'),
  unsent: { kind: 'unsent' },
  lost: { kind: 'lost' },
  unknown: refused('payment_unknown', 'unknown'),
  'a code that is the name of a kind': refused('unsent', 'unknown'),
  'a code that every object has': refused('constructor'),
  stale_registry_version: refused('stale_registry_version'),
  timestamp_out_of_range: refused('timestamp_out_of_range'),
  duplicate_round: refused('duplicate_round'),
  payment_required: refused('payment_required'),
  payment_refused: refused('payment_refused'),
  payment_terms_mismatch: refused('payment_terms_mismatch'),
  authorization_used: refused('authorization_used'),
  payment_identifier_used: refused('payment_identifier_used'),
} satisfies Readonly<Record<CallFailure['kind'] | (string & {}), CallFailure>>;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** A step in a line: how asking ends, or the round and its condition, the end without it, and what is known then. */
function lineOf(step: Step): string {
  if (typeof step === 'string') return step;
  const { round, condition, otherwise, next } = step;
  const known = `${next.isOpen ? 'open' : 'closed'}${next.hasPayment === true ? ' paid' : ''}`;
  return `${round} if ${condition?.kind ?? 'nothing'} else ${otherwise}: ${known}`;
}

function stepAfter(nextStep: NextStep, state: AskState, event: Partial<AskEvent> = {}): Step {
  return nextStep(state, { failure: null, found: null, mayTakeAnother: true, ...event });
}

const CLOSED: AskState = { isOpen: false, versions: 0, taken: 0, hasPayment: false };
const OPEN: AskState = { ...CLOSED, isOpen: true };
const PAID: AskState = { ...CLOSED, hasPayment: true };
const OPEN_PAYMENT: AskState = { ...OPEN, hasPayment: true };

const GIVES_UP = ['failure', 'unknown'] as const;
const [RETRY, RETRY_OPEN] = ['same if retry else failure: closed', 'same if retry else unknown: open'];
const ANOTHER = 'another if retry else failure: closed paid';
const WAITS = 'same if patience else unknown: open';
/** Step after each failure of a second: at first, and where an earlier call may have been served. */
const AFTER_SECOND: { readonly [Name in keyof typeof KINDS]: readonly [closed: string, open: string] } = {
  final: GIVES_UP,
  busy: [RETRY, RETRY_OPEN],
  'used-up': [ANOTHER, ANOTHER],
  unsent: ['same if retry-unsent else failure: closed', 'same if retry-unsent else unknown: open'],
  lost: ['look-up', 'look-up'],
  unknown: ['look-up', 'look-up'],
  'a code that is the name of a kind': ['look-up', 'look-up'],
  'a code that every object has': GIVES_UP,
  stale_registry_version: ['same if version else failure: closed', 'same if version else unknown: open'],
  timestamp_out_of_range: ['another if clock else failure: closed paid', 'look-up'],
  duplicate_round: ['another if nothing else failure: closed paid', 'look-up'],
  payment_required: GIVES_UP,
  payment_refused: GIVES_UP,
  payment_terms_mismatch: GIVES_UP,
  authorization_used: GIVES_UP,
  payment_identifier_used: GIVES_UP,
};
/** Step after a look-up that found no round, and after one that found it not served. */
const AFTER_LOOK_UP: readonly (readonly [name: keyof typeof KINDS | null, absent: string, notServed: string])[] = [
  [null, 'same if nothing else unknown: open', 'another if nothing else failure: closed paid'],
  ['timestamp_out_of_range', 'another if clock else failure: closed paid', 'another if clock else failure: closed paid'],
  ['duplicate_round', 'another if nothing else failure: closed paid', 'another if nothing else failure: closed paid'],
  ['lost', RETRY_OPEN, ANOTHER],
  ['unknown', RETRY_OPEN, ANOTHER],
];
/** Step after each failure: before a payment, with one, where it may have been made, and where an earlier process may have made one. */
const AFTER_PAYMENT: { readonly [Name in keyof typeof KINDS]: readonly [unpaid: string, paid: string, open: string, resumed: string] } = {
  final: ['failure', 'failure', 'unknown', 'unknown'],
  busy: [RETRY, `${RETRY} paid`, `${RETRY_OPEN} paid`, RETRY_OPEN],
  'used-up': [ANOTHER, ANOTHER, ANOTHER, ANOTHER],
  unsent: [
    'same if retry-unsent else failure: closed',
    'same if retry-unsent else failure: closed paid',
    `${WAITS} paid`,
    'same if retry else unknown: open',
  ],
  lost: [RETRY, `${WAITS} paid`, `${WAITS} paid`, RETRY_OPEN],
  unknown: ['failure', `${WAITS} paid`, `${WAITS} paid`, 'failure'],
  'a code that is the name of a kind': ['failure', `${WAITS} paid`, `${WAITS} paid`, 'failure'],
  'a code that every object has': ['failure', 'failure', 'unknown', 'unknown'],
  stale_registry_version: ['same if version else failure: closed', 'same if version else failure: closed', 'unknown', 'unknown'],
  timestamp_out_of_range: ['failure', 'failure', 'unknown', 'unknown'],
  duplicate_round: ['failure', 'failure', 'unknown', 'unknown'],
  payment_required: ['another if nothing else failure: closed paid', 'failure', 'unknown', 'another if nothing else failure: open paid'],
  payment_refused: [ANOTHER, ANOTHER, 'unknown', 'unknown'],
  payment_terms_mismatch: [ANOTHER, ANOTHER, 'unknown', 'unknown'],
  authorization_used: [
    'another-transaction if nothing else failure: closed paid',
    'another-transaction if nothing else failure: closed paid',
    `${WAITS} paid`,
    WAITS,
  ],
  payment_identifier_used: [WAITS, `${WAITS} paid`, `${WAITS} paid`, WAITS],
};

describe('what follows a failure', () => {
  it.each(NAMES)('of a second is in the table: %s', (name) => {
    const lines = [CLOSED, OPEN].map((state) => lineOf(stepAfter(nextStepBySecond, state, { failure: KINDS[name] })));
    expect(lines).toEqual(AFTER_SECOND[name]);
  });

  it.each(AFTER_LOOK_UP)('of a second that was looked up is in the table: %s', (name, ...lines) => {
    const failure = name === null ? null : KINDS[name];
    const found = (['absent', 'not-served'] as const).map((one) => lineOf(stepAfter(nextStepBySecond, OPEN, { failure, found: one })));
    expect(found).toEqual(lines);
  });

  it.each(NAMES)('of a payment is in the table: %s', (name) => {
    const states = [CLOSED, PAID, OPEN_PAYMENT, OPEN];
    const lines = states.map((state) => lineOf(stepAfter(nextStepByPayment, state, { failure: KINDS[name] })));
    expect(lines).toEqual(AFTER_PAYMENT[name]);
  });
});

describe('the first call', () => {
  it.each([
    [nextStepBySecond, CLOSED],
    [nextStepByPayment, CLOSED],
    [nextStepByPayment, OPEN],
  ])('is made at once: %o %j', (nextStep, state) => {
    expect(stepAfter(nextStep, state)).toMatchObject({ round: 'same', condition: null, next: state });
  });

  it('of a second that an earlier process asked for is a look-up', () => {
    expect(stepAfter(nextStepBySecond, OPEN)).toBe('look-up');
  });

  it('leaves an earlier call of the same idempotency key unknown where it was not sent', () => {
    const step = stepAfter(nextStepByPayment, { ...CLOSED, isEarlier: true }, { failure: KINDS.unsent });
    expect(lineOf(step)).toBe('same if retry-unsent else unknown: closed');
  });
});

describe('another second', () => {
  it.each([
    [{ failure: KINDS.timestamp_out_of_range }],
    [{ failure: KINDS.duplicate_round }],
    [{ failure: KINDS['used-up'] }],
    [{ failure: KINDS.lost, found: 'not-served' as const }],
  ])('is not asked for where it may not be paid for: %j', (event) => {
    expect(stepAfter(nextStepBySecond, CLOSED, { ...event, mayTakeAnother: false })).toBe('failure');
  });

  it('is asked for twelve times where others take each one, and once for the clock', () => {
    const [taken, clock] = [{ failure: KINDS.duplicate_round }, { failure: KINDS.timestamp_out_of_range }];
    expect(stepAfter(nextStepBySecond, { ...CLOSED, taken: 11 }, taken)).toMatchObject({ next: { taken: 12 } });
    expect(stepAfter(nextStepBySecond, { ...CLOSED, taken: 12 }, taken)).toBe('failure');
    expect(stepAfter(nextStepBySecond, CLOSED, clock)).toMatchObject({ next: { isClockRight: true } });
    expect(stepAfter(nextStepBySecond, { ...CLOSED, isClockRight: true }, clock)).toBe('failure');
  });
});

describe('a step', () => {
  it.each([
    [nextStepBySecond, CLOSED],
    [nextStepByPayment, PAID],
  ])('follows three registry versions that the gateway names: %o %j', (nextStep, state) => {
    const stale = { failure: KINDS.stale_registry_version };
    expect(stepAfter(nextStep, { ...state, versions: 2 }, stale)).toMatchObject({
      condition: { kind: 'version', registryVersion: 4 },
      next: { versions: 3 },
    });
    expect(stepAfter(nextStep, { ...state, versions: 3 }, stale)).toBe('failure');
    expect(stepAfter(nextStep, state, { failure: { ...stale.failure, registryVersion: undefined } })).toBe('failure');
  });

  it('waits as long as the gateway asks', () => {
    for (const name of ['busy', 'used-up', 'unknown', 'payment_identifier_used'] as const)
      expect(stepAfter(nextStepByPayment, PAID, { failure: KINDS[name] })).toMatchObject({ condition: { waitMs: 1_000 } });
    expect(stepAfter(nextStepBySecond, CLOSED, { failure: KINDS.timestamp_out_of_range })).toMatchObject({
      condition: { gatewayMs: 5_000 },
    });
  });

  it('keeps the id of a round whose outcome is unknown', () => {
    expect(stepAfter(nextStepByPayment, PAID, { failure: KINDS.unknown })).toMatchObject({ next: { roundId: ROUND } });
    const step = stepAfter(nextStepByPayment, { ...OPEN_PAYMENT, roundId: ROUND }, { failure: KINDS.lost });
    expect(step).toMatchObject({ next: { roundId: ROUND } });
  });
});
