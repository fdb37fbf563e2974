import { describe, expect, it } from 'vitest';
import { fakeIo, refusal, type Said } from '../../tests/fake-io.js';
import { ClientUsageError, TransportError } from '../base/errors.js';
import { lookUp } from './look-up.js';

const ROUND = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const PATH = `/v1/rounds/${ROUND}`;
const RESULT = { status: 'completed', data: { value: '1' } };
const PENDING = { data: { state: 'pending' } };

/** Checks a gateway that says these things in turn, the last one again and again. */
async function check(said: readonly Said[], { signal, authorize }: { signal?: AbortSignal; authorize?: () => Promise<string> } = {}) {
  const io = fakeIo((_request, asked) => said[Math.min(asked, said.length) - 1]!);
  let shown = 0;
  const show = (): Promise<string> => Promise.resolve(`shown ${(shown += 1)}`);
  const outcome = await lookUp({ ...io, authorize: authorize ?? show }, { roundId: ROUND, signal }).then(
    (found) => ({ found, error: undefined }),
    (error: unknown) => ({ found: undefined, error }),
  );
  return { ...outcome, asked: io.asked, waited: io.waited };
}

describe('a round that is looked up', () => {
  it('was served where the gateway has its result', async () => {
    const { found, asked, waited } = await check([{ data: { state: 'settled', result: RESULT } }]);
    expect(found).toEqual({ kind: 'served', answer: RESULT });
    expect(asked).toEqual([{ method: 'GET', path: PATH, headers: {}, signal: undefined }]);
    expect(waited).toEqual([]);
  });

  it.each(['failed', 'expired', 'unpaid'])('was not served where it is %s', async (state) => {
    expect((await check([{ data: { state } }])).found).toEqual({ kind: 'not-served' });
  });

  it('is absent where the gateway has no record', async () => {
    expect((await check([refusal('round_not_found', { status: 404 })])).found).toEqual({ kind: 'absent' });
  });

  it.each(['reserved', 'pending', 'settling', 'payment_unknown', 'a_state_of_a_later_gateway'])(
    'is waited for while it is %s',
    async (state) => {
      const { found, asked } = await check([{ data: { state } }, { data: { state } }, { data: { state, result: RESULT } }]);
      expect(found).toEqual({ kind: 'served', answer: RESULT });
      expect(asked).toHaveLength(3);
    },
  );

  it('is checked less and less often, and not for ever', async () => {
    const { error, waited } = await check([PENDING]);
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', roundId: ROUND });
    expect(waited.slice(0, 7)).toEqual([150, 300, 600, 1_200, 2_400, 3_000, 3_000]);
    const patienceMs = waited.reduce((sum, ms) => sum + ms, 0);
    expect(patienceMs).toBeGreaterThan(45_000);
    expect(patienceMs).toBeLessThan(49_000);
  });

  it('shows a private result to its requester, by a new authorization each time', async () => {
    const secret = { data: { state: 'pending', private: true } };
    const { found, asked, waited } = await check([secret, PENDING, { data: { state: 'settled', private: true, result: RESULT } }]);
    expect(found).toEqual({ kind: 'served', answer: RESULT });
    expect(asked.map(({ headers }) => headers)).toEqual([{}, { authorization: 'shown 1' }, { authorization: 'shown 2' }]);
    expect(waited).toHaveLength(1);
  });

  it('may fail to be told some times', async () => {
    const cut = new TransportError('gateway', 'cut');
    const { found } = await check([cut, refusal('too_many_lookups', { status: 503 }), {}, { data: { state: 'failed' } }]);
    expect(found).toEqual({ kind: 'not-served' });
  });

  it('is of unknown outcome after eight failures, by the last of them', async () => {
    const cut = new TransportError('gateway', 'cut');
    const { error, asked } = await check([cut]);
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', roundId: ROUND, cause: cut });
    expect(asked).toHaveLength(8);
  });

  it('is not checked again where the fault is the caller’s own', async () => {
    const own = new ClientUsageError('signer', 'did not sign');
    const { error, asked } = await check([{ data: { private: true } }], { authorize: () => Promise.reject(own) });
    expect(error).toBe(own);
    expect(asked).toHaveLength(1);
  });

  it('is let go with the signal', async () => {
    const reason = new Error('enough');
    expect((await check([PENDING], { signal: AbortSignal.abort(reason) })).error).toBe(reason);
  });
});
