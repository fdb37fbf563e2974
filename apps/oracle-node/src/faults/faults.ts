import { nodeOperations, parseObserveResponse, parseSignResponse } from '@oracle-gateway/node-api';
import { fromHex, toHex } from '@oracle-gateway/protocol';
import { OBSERVE_DEADLINE_MS, SIGN_DEADLINE_MS } from '@oracle-gateway/protocol/internal';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { HandleRequest, NodeAnswer, NodeRequest } from '../http/exchange.js';
import { SourceError } from '../errors/node-error.js';
import { isFailure, type ObserveSubject, type SubjectValue } from '../source/observe-subject.js';

/** Faults that a node can show, for tests of the gateway. A production configuration cannot switch them on. */
export const FAULTS = ['none', 'lie', 'lie-of-first', 'lack-first', 'garbage', 'late', 'bad-partial', 'die-between'] as const;
export type Fault = (typeof FAULTS)[number];

/** Just after a gateway has stopped waiting for the step. */
const LATE_MS: ReadonlyMap<string, number> = new Map([
  [nodeOperations.observe.path, OBSERVE_DEADLINE_MS + 500],
  [nodeOperations.sign.path, SIGN_DEADLINE_MS + 500],
]);

const FAULTS_PATH = '/faults';

export interface FaultsDeps {
  readonly token: string;
  readonly delay: (ms: number) => Promise<void>;
  /** Ends the process at once. */
  readonly die: () => void;
}

export interface Faults {
  /**
   * `lie` replaces every value of the subject, `lie-of-first` that of the first source of a list; the node observes and signs the other value
   * consistently. `lack-first`: the node has no value of that source.
   */
  wrapSubject(observeSubject: ObserveSubject): ObserveSubject;
  /** The other faults, and `POST /faults {"fault": "<name>"}` with the token as bearer, which chooses one. */
  wrapHandler(handle: HandleRequest): HandleRequest;
}

/** Faults around an honest node, whose own code is unchanged. */
export function createFaults(deps: FaultsDeps): Faults {
  let fault: Fault = 'none';

  const choose = (request: NodeRequest): NodeAnswer => {
    if (request.method !== 'POST' || !equalSecrets(request.header('authorization') ?? '', `Bearer ${deps.token}`)) {
      return { status: 401, body: '{}' };
    }
    const text = new TextDecoder().decode(request.body);
    const chosen = FAULTS.find((name) => text === JSON.stringify({ fault: name }));
    if (chosen === undefined) {
      return { status: 400, body: JSON.stringify({ error: `fault: must be one of ${FAULTS.join(', ')}` }) };
    }
    fault = chosen;
    return { status: 200, body: JSON.stringify({ fault }) };
  };

  return {
    wrapSubject: (observeSubject) => async (asked) => {
      const seen = await observeSubject(asked);
      return seen.map((value, place) => (place === 0 || fault === 'lie' ? falsified(fault, value) : value));
    },
    wrapHandler: (handle) => async (request) => {
      if (request.path === FAULTS_PATH) {
        return choose(request);
      }
      const lateMs = LATE_MS.get(request.path);
      if (lateMs === undefined) {
        return await handle(request);
      }
      if (fault === 'late') {
        await deps.delay(lateMs);
      }
      if (fault === 'die-between' && request.path === nodeOperations.sign.path) {
        deps.die();
      }
      const answer = await handle(request);
      // One exchange has no other moment between observing and signing.
      if (fault === 'die-between' && request.path === nodeOperations.observe.path && partialOf(answer) !== null) {
        deps.die();
      }
      return spoiled(fault, request.path, answer);
    },
  };
}

function falsified(fault: Fault, seen: SubjectValue): SubjectValue {
  if (fault === 'lack-first') return new SourceError('fetch', 'the source could not be reached');
  const isLie = fault === 'lie' || fault === 'lie-of-first';
  return isLie && !isFailure(seen) ? { ...seen, value: flipLastBit(seen.value) } : seen;
}

function spoiled(fault: Fault, path: string, answer: NodeAnswer): NodeAnswer {
  if (fault === 'garbage') {
    return { status: 200, body: '<html>not what you asked for</html>' };
  }
  if (fault === 'bad-partial' && path === nodeOperations.sign.path && answer.status === 200) {
    const signed = parseSignResponse(JSON.parse(answer.body));
    return { ...answer, body: JSON.stringify({ ...signed, partial: spoiledPartial(signed.partial) }) };
  }
  const partial = fault === 'bad-partial' && path === nodeOperations.observe.path ? partialOf(answer) : null;
  if (partial !== null) {
    return { ...answer, body: JSON.stringify({ ...parseObserveResponse(JSON.parse(answer.body)), partial: spoiledPartial(partial) }) };
  }
  return answer;
}

/** The partial signature that comes with an observation, or null. */
function partialOf({ status, body }: NodeAnswer): string | null {
  return status === 200 ? (parseObserveResponse(JSON.parse(body)).partial ?? null) : null;
}

function spoiledPartial(partial: string): string {
  return toHex(flipLastBit(fromHex(partial, 32)));
}

function flipLastBit(bytes: Uint8Array): Uint8Array {
  const flipped = bytes.slice();
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
  return flipped;
}

function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
