import { describe, expect, it } from 'vitest';

import { FlagError, parseFlags, USAGE } from './flags.js';

describe('flags', () => {
  it('have the documented defaults', () => {
    expect(parseFlags([])).toEqual({ once: false, port: 8080, nodes: 5, workers: 1, state: undefined, help: false });
  });

  it('are read', () => {
    const argv = ['--once', '--port', '0', '--nodes', '7', '--workers', '2', '--state', '/tmp/x', '--help'];
    expect(parseFlags(argv)).toEqual({ once: true, port: 0, nodes: 7, workers: 2, state: '/tmp/x', help: true });
  });

  it.each([
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', '80.5'],
    ['--port', ''],
    ['--nodes', '4'],
    ['--nodes', '33'],
    ['--workers', '0'],
    ['--workers', 'many'],
  ])('%s %j is refused, naming the flag and its range', (flag, value) => {
    expect(() => parseFlags([`${flag}=${value}`])).toThrow(FlagError);
    expect(() => parseFlags([`${flag}=${value}`])).toThrow(`${flag}: must be a whole number`);
  });

  it('that are unknown are refused', () => {
    expect(() => parseFlags(['--frobnicate'])).toThrow(FlagError);
    expect(() => parseFlags(['once'])).toThrow(FlagError);
  });

  it('are all in the usage text, which fits a terminal', () => {
    for (const flag of ['--once', '--port', '--nodes', '--workers', '--state', '--help', 'REDIS_URL']) expect(USAGE).toContain(flag);
    expect(Math.max(...USAGE.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });
});
