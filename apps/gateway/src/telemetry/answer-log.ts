import { formatAddress, toHex } from '@oracle-gateway/protocol';
import type { Logger } from 'pino';
import type { GatewayError, RefusedRound } from '../errors/gateway-error.js';
import type { NameSources } from './name-sources.js';

/** A refused request, as the log tells it. */
export interface RefusedAnswer {
  readonly operation: string;
  readonly requestId: string;
  readonly client: string;
  readonly status: number;
  readonly seconds: number;
  readonly refusal: GatewayError;
}

/** Members of a line that tell a round: its owner, its feed and its source. */
export interface RoundOfAnswer {
  readonly owner: string;
  readonly feedId: string;
  readonly source: string;
}

const WINDOW_MS = 60_000;
/** Lines of one caller with one code in a window; the first ones answer why. */
const LINES_OF_CALLER = 10;
/** Lines in a window, of all callers. */
const MAX_LINES = 3_000;
/** Pairs of a caller and a code that are counted in a window; beyond, they are one. */
const MAX_PAIRS = 4_096;
const OTHERS = { client: 'others', code: 'others' };
const SERVER_ERROR = 500;
const TOO_MANY_REQUESTS = 429;

interface Counted {
  readonly client: string;
  readonly code: string;
  lines: number;
  leftOut: number;
}

export function roundOfAnswer({ feedOwner, feedId, subject }: RefusedRound, nameSources: NameSources): RoundOfAnswer {
  return { owner: formatAddress(feedOwner), feedId: toHex(feedId), source: nameSources(subject) };
}

/**
 * Writes why a request was refused: 5xx and 429 as warnings, other refusals as information, and no step that callers take on their way to a
 * round. A caller that is refused without end writes ten lines a minute for each code; a line at the end of the minute counts the others.
 */
export function createAnswerLog({
  logger,
  nameSources,
}: {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly nameSources: NameSources;
}): (answer: RefusedAnswer) => void {
  const counts = new Map<string, Counted>();
  let lines = 0;

  const endWindow = (): void => {
    for (const { client, code, leftOut: count } of counts.values())
      if (count > 0) logger.warn({ code, client, count, seconds: WINDOW_MS / 1_000 }, 'answers left out of the log');
    counts.clear();
    lines = 0;
  };

  const countedOf = (client: string, code: string): Counted => {
    const key = `${code} ${client}`;
    if (counts.size === 0) setTimeout(endWindow, WINDOW_MS).unref();
    const place = counts.size < MAX_PAIRS || counts.has(key) ? key : 'others';
    const found = counts.get(place) ?? { ...(place === key ? { client, code } : OTHERS), lines: 0, leftOut: 0 };
    counts.set(place, found);
    return found;
  };

  return ({ refusal, ...answer }) => {
    const { code, rule, details, message: detail } = refusal;
    if (rule.isStepOnTheWay === true) return;
    const counted = countedOf(answer.client, code);
    if (counted.lines >= LINES_OF_CALLER || lines >= MAX_LINES) {
      counted.leftOut += 1;
      return;
    }
    counted.lines += 1;
    lines += 1;
    const { scope, authorization } = rule;
    const roundId = details.members?.['roundId'];
    const ofRound = details.round === undefined ? {} : roundOfAnswer(details.round, nameSources);
    const level = rule.status >= SERVER_ERROR || rule.status === TOO_MANY_REQUESTS ? 'warn' : 'info';
    logger[level]({ ...answer, code, scope, authorization, detail, roundId, ...ofRound }, 'answered with an error');
  };
}
