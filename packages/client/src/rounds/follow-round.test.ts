import { describe, expect, it } from 'vitest';
import { fakeIo, NOW_SECONDS, type Stream } from '../../tests/fake-io.js';
import { TransportError } from '../base/errors.js';
import { followRound, followToItsEnd } from './follow-round.js';

const ROUND = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const CUT = new TransportError('gateway', 'cut');

function state(name: string, roundId = ROUND) {
  return { roundId, path: 'subscription', state: name, createdAt: 1 };
}

async function follow(streams: readonly Stream[], patienceMs = 60_000) {
  const io = fakeIo(() => ({}), { streams });
  const told: string[] = [];
  const endMs = NOW_SECONDS * 1000 + patienceMs;
  const error = await (async () => {
    for await (const status of followRound(io, { roundId: ROUND, beginsInMs: 7, endMs })) {
      told.push(status.state);
      if (status.state === 'settled') return undefined;
    }
    return 'the time is up';
  })().catch((thrown: unknown) => thrown);
  return { told, error, opened: io.opened, waited: io.waited };
}

describe('the states of a round', () => {
  it('are told as they come, by one stream', async () => {
    const { told, error, opened } = await follow([[state('pending'), state('settling'), state('settled')]]);
    expect({ told, error }).toEqual({ told: ['pending', 'settling', 'settled'], error: undefined });
    expect(opened).toEqual([{ path: `/v1/rounds/${ROUND}/events`, headers: {}, beginsInMs: 7, lifeMs: 60_000, signal: undefined }]);
  });

  it('go on after the last one that was told, where a stream ends early', async () => {
    const { told, opened } = await follow([[state('pending'), state('settling')], [state('settled')]]);
    expect(told).toEqual(['pending', 'settling', 'settled']);
    expect(opened.map(({ headers }) => headers)).toEqual([{}, { 'last-event-id': '2' }]);
  });

  it('end with their time', async () => {
    const { told, error, opened } = await follow(Array<Stream>(99).fill([state('pending')]), 4_000);
    expect(error).toBe('the time is up');
    expect(told.length).toBe(opened.length);
    expect(opened.length).toBeLessThan(6);
  });

  it('end after many streams, whatever the time', async () => {
    expect((await follow(Array<Stream>(99).fill([state('pending')]), 1e9)).opened).toHaveLength(32);
  });

  it.each<[string, Stream]>([
    ['breaks off', [state('pending'), CUT]],
    ['tells nothing', []],
    ['is of another round', [state('settled', 'another')]],
    ['is no JSON', ['pending']],
    ['is no state', [{ roundId: ROUND }]],
    ['is null', ['null']],
    ['never ends', Array<object>(1_000).fill(state('pending'))],
  ])('are an error where a stream %s', async (_what, stream) => {
    expect((await follow([stream])).error).toBeInstanceOf(TransportError);
  });
});

describe('the states of a round up to its end', () => {
  it.each<[string, readonly object[]]>([
    [
      'a settlement that is final',
      [state('pending'), { ...state('settled'), settlement: { final: false } }, { ...state('settled'), settlement: { final: true } }],
    ],
    ['a payment', [state('payment_unknown'), state('paid')]],
    ['a failure', [state('failed')]],
  ])('end with %s', async (_what, told) => {
    const io = fakeIo(() => ({}), { streams: [[...told, state('pending')]] });
    const seen: object[] = [];
    for await (const status of followToItsEnd(io, { roundId: ROUND, beginsInMs: 7, endMs: Infinity })) seen.push(status);
    expect(seen).toEqual(told);
  });
});
