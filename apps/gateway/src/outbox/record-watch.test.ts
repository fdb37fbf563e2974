import type { TransitionListenerInput, RoundRecord } from '@oracle-gateway/outbox';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import { expect, it, vi } from 'vitest';
import { createRecordWatch } from './record-watch.js';

const roundId = sampleRoundId();

/** A watch over an outbox that counts reads, and the listener's own events. */
function watched(checkAgainMs = 60_000) {
  const read = vi.fn(() => Promise.resolve<RoundRecord | null>(null));
  const readFeed = vi.fn(() => Promise.resolve(null));
  const listener = { start: vi.fn(() => Promise.resolve()), stop: vi.fn() };
  let hears: Pick<TransitionListenerInput, 'onTransition' | 'onValue' | 'onGap'> = {
    onTransition: () => undefined,
    onGap: () => undefined,
  };
  const createListener = (given: typeof hears): typeof listener => {
    hears = given;
    return listener;
  };
  const watch = createRecordWatch({ outbox: { read }, feeds: { feed: readFeed }, createListener, checkAgainMs, lingerMs: 0 });
  return { read, readFeed, listener, hears, watch };
}

it('many who watch a round share one read for each change', async () => {
  const { read, hears, watch } = watched();
  const endings = Array.from({ length: 20 }, () => new AbortController());
  const watchers = endings.map(({ signal }) => watch.rounds.watch(roundId, signal));
  await Promise.all(watchers.map((records) => records.next()));
  expect(read).toHaveBeenCalledTimes(1);
  const next = watchers.map((records) => records.next());
  hears.onTransition(sampleRoundId());
  hears.onTransition(roundId);
  await Promise.all(next);
  expect(read).toHaveBeenCalledTimes(2);
  const afterGap = watchers.map((records) => records.next());
  hears.onGap();
  await Promise.all(afterGap);
  expect(read).toHaveBeenCalledTimes(3);
  for (const ending of endings) ending.abort();
  watch.close();
});

it('a change during a read is read again, and a lost message is made good by a later read', async () => {
  const { read, hears, watch } = watched(1);
  const ending = new AbortController();
  const records = watch.rounds.watch(roundId, ending.signal);
  read.mockImplementationOnce(() => {
    hears.onTransition(roundId);
    return Promise.resolve(null);
  });
  for (const reads of [1, 2, 3]) {
    await records.next();
    expect(read.mock.calls.length).toBeGreaterThanOrEqual(reads);
  }
  ending.abort();
  expect(await records.next()).toEqual({ value: undefined, done: true });
  watch.close();
});

it('listens before the first read, and no longer than it is watched', async () => {
  const { read, listener, watch } = watched();
  listener.start.mockRejectedValueOnce(new Error('no server'));
  await expect(watch.rounds.watch(roundId, new AbortController().signal).next()).rejects.toThrow('no server');
  expect(read).not.toHaveBeenCalled();
  await expect.poll(() => listener.stop).toHaveBeenCalled();
});

it('one subscription hears of rounds and of feeds, and ends with the last who watches either', async () => {
  const { readFeed, listener, hears, watch } = watched();
  const endings = [new AbortController(), new AbortController()] as const;
  const records = watch.rounds.watch(roundId, endings[0].signal);
  const feeds = watch.feeds.watch('0x01', endings[1].signal);
  await Promise.all([records.next(), feeds.next()]);
  const changed = feeds.next();
  hears.onValue?.('0x02');
  hears.onValue?.('0x01');
  await changed;
  expect(readFeed).toHaveBeenCalledTimes(2);
  endings[0].abort();
  await records.next();
  expect(listener.stop).not.toHaveBeenCalled();
  endings[1].abort();
  await feeds.next();
  await expect.poll(() => listener.stop).toHaveBeenCalledTimes(1);
  watch.close();
});
