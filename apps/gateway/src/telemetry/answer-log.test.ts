import { parseAddress } from '@oracle-gateway/protocol';
import { parseSubject } from '@oracle-gateway/protocol/internal';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GatewayError, type RefusedRound } from '../errors/gateway-error.js';
import { createAnswerLog, type RefusedAnswer } from './answer-log.js';

const OWNER = 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK';
const round: RefusedRound = {
  feedOwner: parseAddress(OWNER),
  feedId: new Uint8Array(32).fill(7) as RefusedRound['feedId'],
  subject: parseSubject({ apiConfig: { url: 'https://api.example/price', method: 'GET', responseParser: '$.price' } }),
};

let lines: Record<string, unknown>[];
let write: (answer: RefusedAnswer) => void;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const line = (level: string) => (members: object, msg: string) => void lines.push({ level, msg, ...members });
  const logger = { info: line('info'), warn: line('warn') } as never;
  write = createAnswerLog({ logger, nameSources: () => 'tag-0123456789ab' });
});
afterEach(() => {
  vi.useRealTimers();
});

function refused(refusal: GatewayError, client = '192.0.2.1'): RefusedAnswer {
  return { operation: 'executeRound', requestId: 'r', client, status: refusal.rule.status, seconds: 0.1, refusal };
}

it('a refusal by us is a warning with the request, the code, the caller, and its round and source', () => {
  write(refused(new GatewayError('node_timeout', { detail: 'late' }).about('3xRound').ofRound(round)));
  expect(lines).toEqual([
    {
      level: 'warn',
      msg: 'answered with an error',
      operation: 'executeRound',
      requestId: 'r',
      client: '192.0.2.1',
      status: 503,
      seconds: 0.1,
      code: 'node_timeout',
      scope: undefined,
      authorization: 'spent',
      detail: expect.stringMatching(/: late$/) as unknown,
      roundId: '3xRound',
      owner: OWNER,
      feedId: `0x${'07'.repeat(32)}`,
      source: 'tag-0123456789ab',
    },
  ]);
});

it('a refusal whose reservation is given back leaves the authorization unused', () => {
  write(refused(new GatewayError('node_share_used').givenBack(true)));
  expect(lines).toMatchObject([{ code: 'node_share_used', authorization: 'unused' }]);
});

it.each([
  ['rate_limited', 'warn'],
  ['share_used', 'warn'],
  ['internal', 'warn'],
  ['duplicate_round', 'info'],
  ['invalid_request', 'info'],
] as const)('%s is told at level %s', (code, level) => {
  write(refused(new GatewayError(code)));
  expect(lines.map((line) => [line['level'], line['code']])).toEqual([[level, code]]);
});

it.each(['payment_required', 'escrow_underfunded'] as const)('%s is a step on the way to a round, and no line', (code) => {
  write(refused(new GatewayError(code)));
  expect(lines).toEqual([]);
});

it('a caller that is refused without end has ten lines a minute for each code, and a line that counts the others', () => {
  for (let time = 0; time < 500; time += 1) write(refused(new GatewayError('rate_limited')));
  write(refused(new GatewayError('node_failure')));
  write(refused(new GatewayError('rate_limited'), '192.0.2.2'));
  expect(lines).toHaveLength(12);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(12)).toEqual([
    { level: 'warn', msg: 'answers left out of the log', code: 'rate_limited', client: '192.0.2.1', count: 490, seconds: 60 },
  ]);
  write(refused(new GatewayError('rate_limited')));
  expect(lines).toHaveLength(14);
});

it('callers from ever new addresses write a bounded number of lines, and every answer is told or counted', () => {
  const answers = 20_000;
  for (let place = 0; place < answers; place += 1) write(refused(new GatewayError('rate_limited'), `192.0.2.${place}`));
  expect(lines.length).toBeLessThanOrEqual(3_000);
  vi.advanceTimersByTime(60_000);
  const counted = lines.map((line) => (line['msg'] === 'answered with an error' ? 1 : Number(line['count'])));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(answers);
});
