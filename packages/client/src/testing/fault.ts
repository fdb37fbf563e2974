import { type ErrorCode, errorTable } from '@oracle-gateway/gateway-api/errors';
import { ClientUsageError } from '../base/errors.js';
import { GatewayRefused } from './gateway-refused.js';

/** Failures of a request that no answer of the gateway tells. */
const KINDS = [
  /** The connection is refused: nothing was sent. */
  'unreachable',
  /** The connection breaks before the gateway has read the request. */
  'lost_request',
  /** The round is served and charged, and its answer is lost. */
  'lost_answer',
  /** The value of the answer is another than the one that was signed. */
  'tampered',
  /** The answer is signed by keys that the registry does not have. */
  'forged',
  /** A 402 asks for a payment to another party. */
  'other_terms',
] as const;

export type FaultKind = (typeof KINDS)[number];

/** A failure of one request. */
export type FakeFault =
  | FaultKind
  | ({
      /** Requests that it waits for: the beginning of a path, or `ledger`. A request for a round unless set. */
      readonly at?: string;
    } & (
      | { readonly kind: FaultKind }
      /** The answer comes so many milliseconds later. */
      | { readonly delayMs: number }
      /** A refusal of the table of errors, with its status and its fate. */
      | { readonly code: ErrorCode; readonly retryAfterSeconds?: number; readonly members?: Readonly<Record<string, unknown>> }
    ));

/** A fault that has met its request. */
export type MetFault = { readonly kind: FaultKind } | { readonly delayMs: number } | { readonly refusal: GatewayRefused };

export interface FaultQueue {
  /** @throws ClientUsageError */
  add(faults: readonly FakeFault[]): void;
  /**
   * Takes the first fault that waits for this place: a path, or `ledger`.
   *
   * @param isWanted leaves a fault of another kind where it is
   */
  take(place: string, isWanted?: (kind: FaultKind | undefined) => boolean): MetFault | undefined;
}

const LEDGER = 'ledger';

/** @param input `rounds`: the paths that a fault without `at` waits for; `known`: members that refusals of some codes have */
export function createFaultQueue(input: {
  readonly rounds: readonly string[];
  readonly known: Readonly<Partial<Record<ErrorCode, () => Readonly<Record<string, unknown>>>>>;
}): FaultQueue {
  const waiting: Exclude<FakeFault, string>[] = [];
  return {
    add(faults) {
      for (const fault of faults) waiting.push(checked(typeof fault === 'string' ? { kind: fault } : fault));
    },
    take(place, isWanted = () => true) {
      const isThere = (at: string | undefined): boolean => (at === undefined ? input.rounds.includes(place) : isAt(place, at));
      const found = waiting.findIndex((one) => isThere(one.at) && isWanted('kind' in one ? one.kind : undefined));
      const [fault] = found < 0 ? [] : waiting.splice(found, 1);
      if (fault === undefined) return undefined;
      if (!('code' in fault)) return fault;
      const { code, retryAfterSeconds = errorTable[code].retryAfterSeconds, members } = fault;
      const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
      return { refusal: new GatewayRefused(code, { members: { ...input.known[code]?.(), ...members }, headers }) };
    },
  };
}

function isAt(place: string, at: string): boolean {
  return place === LEDGER ? at === LEDGER : place.startsWith(at);
}

function checked(fault: Exclude<FakeFault, string>): Exclude<FakeFault, string> {
  if ('code' in fault && !Object.hasOwn(errorTable, fault.code))
    throw new ClientUsageError('faults.code', 'must be a code of the table of errors');
  if ('kind' in fault && !KINDS.includes(fault.kind)) throw new ClientUsageError('faults.kind', `must be one of ${KINDS.join(', ')}`);
  return fault;
}
