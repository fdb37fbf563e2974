import { OBSERVE_DEADLINE_MS } from '@oracle-gateway/protocol/internal';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Cleanup } from '../../tests/cleanup.js';
import { asked, newSafeFetch, startSource } from '../../tests/source-servers.js';
import { NodeError, SourceError } from '../errors/node-error.js';
import { createFetchAdmission } from './fetch-admission.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('a fetch behind others of its requester at one origin', () => {
  /** A source that answers when the test says so, and one fetch at a time. */
  async function start(timeoutMs: number) {
    const held: ServerResponse[] = [];
    const server = await startSource(cleanup, (_, response) => void held.push(response));
    const safeFetch = newSafeFetch(cleanup, [server.name], { timeoutMs });
    const monotonicMs = () => performance.now();
    const admission = createFetchAdmission({ timeoutMs, paidTimeoutMs: timeoutMs, maxPerRequesterAndOrigin: 1, monotonicMs });
    const begin = (requester = 'requester', signal?: AbortSignal) => {
      const config = { url: `${server.url}/`, method: 'GET' } as const;
      const particulars = asked(requester, signal);
      const fetched = admission.run(config, particulars, (waitedMs) => safeFetch.fetchSource(config, { ...particulars, waitedMs }));
      fetched.catch(() => undefined);
      return fetched;
    };
    const arrived = async (count: number): Promise<void> => {
      while (held.length < count) await new Promise((resolve) => setImmediate(resolve));
    };
    return { begin, held, arrived };
  }

  it('waits no longer than leaves it its whole time, and is then refused before the source is asked', async () => {
    const { begin, held, arrived } = await start(OBSERVE_DEADLINE_MS);
    const first = begin();
    await arrived(1);
    await expect(begin()).rejects.toEqual(new NodeError('share_used'));
    const other = begin('another requester');
    await arrived(2);
    for (const response of held) response.end('1');
    await Promise.all([first, other]);
    expect(held).toHaveLength(2);
  });

  it('has its time from its begin', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanup.add(() => Promise.resolve(void vi.useRealTimers()));
    const { begin, held, arrived } = await start(4_000);
    const [first, second] = [begin(), begin()];
    await arrived(1);
    vi.advanceTimersByTime(3_900);
    held[0]?.end('1');
    await first;
    await arrived(2);
    vi.advanceTimersByTime(3_900);
    held[1]?.end('2');
    expect(new TextDecoder().decode(await second)).toBe('2');
  });

  it('is left where its round is over, and the source is not asked', async () => {
    const { begin, held, arrived } = await start(5_000);
    const first = begin();
    await arrived(1);
    const round = new AbortController();
    const second = begin('requester', round.signal);
    round.abort();
    await expect(second).rejects.toEqual(SourceError.ofEndedSession());
    held[0]?.end('1');
    await first;
    await begin('requester', AbortSignal.abort()).catch(() => undefined);
    expect(held).toHaveLength(1);
  });
});
