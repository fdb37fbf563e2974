import { expect, it } from 'vitest';
import { reportTrouble } from './report-trouble.js';

it('one line a minute says that spans are lost, in the form of the log and without the exporter’s words', () => {
  const lines: string[] = [];
  const clock = { ms: 1_000 };
  const logger = reportTrouble({ name: 'gateway', write: (line) => void lines.push(line), nowMs: () => clock.ms });
  for (clock.ms of [1_000, 60_999, 61_000]) logger.error('http://user:planted@collector');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { level: 40, time: 1_000, app: 'gateway', msg: expect.stringContaining('could not be exported') as string },
    { level: 40, time: 61_000, app: 'gateway', msg: expect.any(String) as string },
  ]);
});
