import { describe, expect, it } from 'vitest';
import { readCommandLine, USAGE } from './command-line.js';

it.each<[string, object]>([
  ['--help', { command: 'help' }],
  ['--version', { command: 'version' }],
  ['--config a', { command: 'serve', config: 'a' }],
  ['check-config --config a', { command: 'check-config', config: 'a' }],
  ['sessions --config a --authority b', { command: 'sessions', config: 'a', authority: 'b', end: false }],
  ['sessions --end --config a --authority b', { command: 'sessions', config: 'a', authority: 'b', end: true }],
  ['payments --config a', { command: 'payments', config: 'a', conclude: null }],
  [
    'payments --config a --round r --paid s',
    { command: 'payments', config: 'a', conclude: { roundId: 'r', conclusion: { kind: 'paid', signature: 's' } } },
  ],
  [
    'payments --config a --round r --unpaid why',
    { command: 'payments', config: 'a', conclude: { roundId: 'r', conclusion: { kind: 'unpaid', reason: 'why' } } },
  ],
])('%s', (line, command) => {
  expect(readCommandLine(line.split(' '))).toEqual(command);
});

describe('the usage is told for', () => {
  it.each([
    '',
    'serve --config a',
    '--help --config a',
    '--config',
    '--config a --end',
    '--config a --round r',
    'check-config',
    'check-config --config a --end',
    'sessions --config a',
    'sessions --config a --authority b more',
    'sessions --config a --authority b --round r',
    'payments',
    'payments --config a --round r',
    'payments --config a --paid s',
    'payments --config a --round r --paid s --unpaid why',
    'payments --config a --authority b',
  ])('%j', (line) => {
    expect(() => readCommandLine(line === '' ? [] : line.split(' '))).toThrow(USAGE);
  });
});
