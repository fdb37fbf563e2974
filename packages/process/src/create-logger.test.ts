import { expect, it } from 'vitest';
import { createLogger } from './create-logger.js';
import { roundTrace } from './round-trace.js';

function logging(level: string, members: Readonly<Record<string, string | number>> = {}) {
  const lines: unknown[] = [];
  const log = createLogger({ app: 'gateway', level, members, destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  return { log, lines };
}

it('every line names the app and its further members, and no host', () => {
  const { log, lines } = logging('info', { node: 3 });
  log.info({ round: 'r' }, 'served');
  expect(lines).toEqual([{ level: 30, time: expect.any(Number) as number, app: 'gateway', node: 3, round: 'r', msg: 'served' }]);
});

it('lines below the level are not written', () => {
  const { log, lines } = logging('warn');
  log.info('unseen');
  log.warn('seen');
  expect(lines).toMatchObject([{ msg: 'seen' }]);
});

it('an error is written without what else it carries', () => {
  const { log, lines } = logging('info');
  log.error({ err: Object.assign(new TypeError('failed'), { command: 'auth planted' }) }, 'the outbox failed');
  expect(lines).toMatchObject([{ err: { type: 'TypeError', message: 'failed' } }]);
  expect(JSON.stringify(lines)).not.toContain('planted');
});

it('a line of a round names the trace of the round', () => {
  const { log, lines } = logging('info');
  log.info({ roundId: 'r' }, 'served');
  expect(lines).toMatchObject([{ roundId: 'r', traceId: roundTrace('r').traceId }]);
});
