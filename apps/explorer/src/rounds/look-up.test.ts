import {
  type Client,
  NotSettledError,
  type Round,
  type RoundStatus,
  UnknownOutcomeError,
  type VerifiedValue,
  type VerifiedValues,
} from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import type { Asked } from '../source/asked.js';
import { subscription as way } from '../ways/subscription.js';
import type { OpenedWay } from '../ways/way.js';
import { lookUpRound } from './look-up.js';

const source = { url: 'https://a.example/', method: 'GET' };
const verified = { value: '1' } as VerifiedValue;

/** Looks up with a gateway that tells this of the round. */
async function lookUp(status: Partial<RoundStatus>, lookUpPayment?: OpenedWay['lookUp'], question: Asked = { source }) {
  let isOver = false;
  const asked: unknown[] = [];
  const client = {
    roundStatus: () => Promise.resolve({ roundId: 'r', ...status } as RoundStatus),
    verify: (answer: unknown, expected: unknown) => {
      asked.push({ answer, expected });
      return Promise.resolve(verified);
    },
    verifyValues: (answer: unknown, expected: unknown) => {
      asked.push({ answer, expected });
      return Promise.resolve({ values: [] as VerifiedValues['values'] } as VerifiedValues);
    },
  } as Partial<Client> as Client;
  const identity = { address: 'k', way, client, feedOwner: 'owner', ...(lookUpPayment === undefined ? {} : { lookUp: lookUpPayment }) };
  const request = { asked: question, quorum: 3, secrets: () => undefined, identity };
  const outcome: unknown = await lookUpRound(
    { request, roundId: 'r', paymentId: 'p' },
    { signal: new AbortController().signal, onOver: () => (isOver = true) },
  ).catch((error: unknown) => error);
  return { outcome, isOver, asked };
}

describe('a round whose outcome was unknown', () => {
  it('is verified where it was served', async () => {
    const result = { status: 'completed' } as never;
    const { outcome, asked } = await lookUp({ state: 'pending', result });
    expect(outcome).toMatchObject({ value: '1', roundId: 'r', answer: result });
    expect(asked).toEqual([{ answer: result, expected: { source, quorum: 3, owner: 'owner' } }]);
  });

  it('is verified as a list where a list was asked for', async () => {
    const result = { status: 'completed' } as never;
    const list = { sources: [source, { ...source, url: 'https://b.example/' }], minValues: 1 };
    const { outcome, asked } = await lookUp({ state: 'pending', result }, undefined, list);
    expect(outcome).toMatchObject({ values: [], roundId: 'r', answer: result });
    expect(asked).toEqual([{ answer: result, expected: { ...list, quorum: 3, owner: 'owner' } }]);
  });

  it('stays open while the gateway tells no end', async () => {
    const { outcome, isOver } = await lookUp({ state: 'payment_unknown' });
    expect([outcome instanceof UnknownOutcomeError, isOver]).toEqual([true, false]);
  });

  it.each(['failed', 'expired', 'unpaid'] as const)('is over where it is %s', async (state) => {
    const { outcome, isOver } = await lookUp({ state });
    expect([outcome instanceof NotSettledError, isOver]).toEqual([true, true]);
  });

  it('goes on with its payment where the way to pay can', async () => {
    const round = { value: '2' } as Round;
    const asked: unknown[] = [];
    const lookUpPayment = (_source: unknown, { paymentId }: { readonly paymentId: string }) => {
      asked.push(paymentId);
      return Promise.resolve(round);
    };
    expect((await lookUp({}, lookUpPayment)).outcome).toBe(round);
    expect(asked).toEqual(['p']);
  });
});
