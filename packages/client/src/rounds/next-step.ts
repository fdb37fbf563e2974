import type { CallFailure, FailureKind } from './call-failure.js';

/** Facts about the round under way, on which the next step depends. */
export interface AskState {
  /** An earlier call for it may have been served. */
  readonly isOpen: boolean;
  /** Registry versions that the gateway named. */
  readonly versions: number;
  /** Seconds that others had taken. */
  readonly taken: number;
  /** The clock was corrected. */
  readonly isClockRight?: boolean;
  /** A payment goes along with the next call. */
  readonly hasPayment?: boolean;
  /** Its idempotency key is that of an earlier call, which may have reached the gateway. */
  readonly isEarlier?: boolean;
  /** Its id, where the gateway told it and the outcome is unknown. */
  readonly roundId?: string | undefined;
}

export interface AskEvent {
  /** Failure of the last call; null before the first. */
  readonly failure: CallFailure | null;
  /** Result of the look-up since then; null where it was not looked up. A round that was served has its end there. */
  readonly found: 'not-served' | 'absent' | null;
  /** Whether one more timestamp may be paid for, should every timestamp signed so far be charged. */
  readonly mayTakeAnother: boolean;
}

/** Condition of a further call. */
export type CallCondition =
  /** One more call, as the retry policy allows. */
  | { readonly kind: 'retry'; readonly waitMs?: number | undefined }
  /** One more call after one that was not sent, as the retry policy allows. */
  | { readonly kind: 'retry-unsent' }
  /** A wait while the outcome of a payment may stay unknown. */
  | { readonly kind: 'patience'; readonly waitMs?: number | undefined }
  /** The ledger has the version. */
  | { readonly kind: 'version'; readonly registryVersion: number }
  /** The ledger says that the clock is wrong. */
  | { readonly kind: 'clock'; readonly gatewayMs: number | undefined };

/** End of asking: with the error of the last call, or with an UnknownOutcomeError. */
export type GivenUp = 'failure' | 'unknown';

export interface AskStep {
  /** The round to ask for: the same, one of another second or payment, or one of another transaction of the same payment. */
  readonly round: 'same' | 'another' | 'another-transaction';
  readonly condition: CallCondition | null;
  /** End of asking if the condition is not met. */
  readonly otherwise: GivenUp;
  /** State for the further call. */
  readonly next: AskState;
}

export type Step = GivenUp | 'look-up' | AskStep;

/** Chooses the step after a call that did not serve. */
export type NextStep = (state: AskState, event: AskEvent) => Step;

type Rule = (state: AskState, failure: CallFailure, event: AskEvent) => Step;

/** Steps after codes that say more than the fate of the request, and after each kind of failure otherwise. A call without a rule ends. */
export interface Rules {
  readonly codes: Readonly<Record<string, Rule>>;
  readonly kinds: Readonly<Partial<Record<FailureKind, Rule>>>;
}

/** Seconds that others took before a caller gives up. */
const MAX_TAKEN = 12;
const MAX_VERSIONS = 3;

/** The rules of seconds and of payments. */
export const COMMON_RULES = {
  busy: (state, { waitMs }) => again(state, { kind: 'retry', waitMs }),
  'used-up': (state, { waitMs }, { mayTakeAnother }) => (mayTakeAnother ? another(state, { kind: 'retry', waitMs }) : 'failure'),
} satisfies Rules['kinds'];

export function followVersion(state: AskState, { registryVersion }: CallFailure): Step {
  const versions = state.versions + 1;
  if (registryVersion === undefined || versions > MAX_VERSIONS) return giveUp(state);
  // The memo of a payment names the version: the terms are asked for again. A payment that was signed stays counted.
  return again({ ...state, versions, hasPayment: false }, { kind: 'version', registryVersion });
}

/**
 * A round whose caller names its second. A second whose fate is unknown is never left behind: it is looked up, and asked for again under the
 * same identity, which is charged once.
 */
export const nextStepBySecond = nextStepBy(
  {
    codes: {
      stale_registry_version: followVersion,
      // The ledger decides whose clock is wrong.
      timestamp_out_of_range: (state, { gatewayMs }, event) =>
        leaveSecond(state, event, state.isClockRight ? 'failure' : another({ ...state, isClockRight: true }, { kind: 'clock', gatewayMs })),
      duplicate_round: (state, _, event) =>
        leaveSecond(state, event, state.taken === MAX_TAKEN ? 'failure' : another({ ...state, taken: state.taken + 1 })),
    },
    kinds: {
      ...COMMON_RULES,
      // An earlier call of this second that may have arrived stays open.
      unsent: (state) => again(state, { kind: 'retry-unsent' }),
      lost: afterLoss,
      unknown: afterLoss,
    },
  },
  (state, { found }) => {
    if (state.isOpen && found === null) return 'look-up';
    return found === 'not-served' ? another(state) : again(state);
  },
);

/** One set of rules as a function; `first` decides before the first call. */
export function nextStepBy({ codes, kinds }: Rules, first: NextStep = (state) => again(state)): NextStep {
  return (state, event) => {
    const { failure } = event;
    if (failure === null) return first(state, event);
    const { code = '', kind } = failure;
    // A gateway may answer any text as a code, `constructor` too.
    const rule = Object.hasOwn(codes, code) ? codes[code] : kinds[kind];
    return (rule ?? giveUp)(state, failure, event);
  };
}

/** The second cannot serve: another one is asked for once it is known that no call for this one was served. */
function leaveSecond({ isOpen }: AskState, { found, mayTakeAnother }: AskEvent, step: Step): Step {
  if (isOpen && found === null) return 'look-up';
  return mayTakeAnother ? step : 'failure';
}

function afterLoss(state: AskState, _: CallFailure, { found, mayTakeAnother }: AskEvent): Step {
  if (found === null) return 'look-up';
  if (found === 'absent') return again({ ...state, isOpen: true }, { kind: 'retry' });
  return mayTakeAnother ? another(state, { kind: 'retry' }) : 'failure';
}

/** A refusal for which nothing was reserved says nothing of an earlier call. */
export function giveUp({ isOpen }: AskState): GivenUp {
  return isOpen ? 'unknown' : 'failure';
}

export function again(next: AskState, condition: CallCondition | null = null): AskStep {
  return { round: 'same', condition, otherwise: giveUp(next), next };
}

/** Another second or payment. */
export function another(state: AskState, condition: CallCondition | null = null): AskStep {
  return { round: 'another', condition, otherwise: 'failure', next: { ...state, isOpen: false, hasPayment: true } };
}
