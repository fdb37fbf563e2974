import { expect, it } from 'vitest';
import { type EndingOperation, tellEachEndOnce } from './ending-operation.js';

const [SINCE_MS, SUNSET_MS] = [Date.UTC(2027, 0, 31), Date.UTC(2027, 11, 31)];

function hear() {
  const told: EndingOperation[] = [];
  return { told, onDeprecated: tellEachEndOnce('this command', (end) => void told.push(end)) };
}

it('a user is told once of each operation, with its end and what to do', () => {
  const { told, onDeprecated } = hear();
  for (const operation of ['GET /v1/info', 'POST /v1/session', 'GET /v1/info'])
    onDeprecated({ operation, sinceMs: SINCE_MS, sunsetMs: SUNSET_MS });
  expect(told.map(({ text }) => text)).toEqual([
    'GET /v1/info of the gateway is deprecated and ends on 2027-12-31; install a later version of this command before it ends',
    'POST /v1/session of the gateway is deprecated and ends on 2027-12-31; install a later version of this command before it ends',
  ]);
  expect(told[0]).toMatchObject({ operation: 'GET /v1/info', endsAt: '2027-12-31T00:00:00.000Z' });
});

it('no end is told where the gateway names none', () => {
  const { told, onDeprecated } = hear();
  onDeprecated({ operation: 'GET /v1/info', sinceMs: null, sunsetMs: null });
  expect(told).toMatchObject([
    { endsAt: null, text: 'GET /v1/info of the gateway is deprecated; install a later version of this command before it ends' },
  ]);
});

it('the operations that a user is told of have a limit', () => {
  const { told, onDeprecated } = hear();
  for (let place = 0; place < 1_000; place += 1) onDeprecated({ operation: `GET /v1/${place}`, sinceMs: null, sunsetMs: null });
  expect(told).toHaveLength(256);
});
