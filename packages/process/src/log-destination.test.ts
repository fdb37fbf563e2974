import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogDestination } from './log-destination.js';

let folder = '';
let removeExitListener: () => void = () => undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  removeExitListener();
  rmSync(folder, { recursive: true });
});

function logging() {
  const path = join(folder, 'lines');
  const before = new Set(process.listeners('exit'));
  const log = pino({ base: null, timestamp: false }, createLogDestination(path));
  const [onExit = () => undefined] = process.listeners('exit').filter((listener) => !before.has(listener));
  removeExitListener = () => void process.off('exit', onExit);
  const written = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line));
  return { log, written, onExit };
}

describe('createLogDestination', () => {
  it('writes lines below warn together, a tenth of a second after the first', () => {
    const { log, written } = logging();
    log.info('one');
    log.info('two');
    vi.advanceTimersByTime(99);
    expect(written()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written()).toEqual([
      { level: 30, msg: 'one' },
      { level: 30, msg: 'two' },
    ]);
  });

  it('writes a warning at once, after what came before it', () => {
    const { log, written } = logging();
    log.info('before');
    log.warn('now');
    expect(written()).toEqual([
      { level: 30, msg: 'before' },
      { level: 40, msg: 'now' },
    ]);
  });

  it('writes what is left when the process ends', () => {
    const { log, written, onExit } = logging();
    log.info('last');
    onExit(0);
    expect(written()).toEqual([{ level: 30, msg: 'last' }]);
  });

  it('holds no more than a few kilobytes back', () => {
    const { log, written } = logging();
    for (let line = 0; line < 200; line += 1) log.info('x'.repeat(100));
    expect(written().length).toBeGreaterThan(100);
  });
});
