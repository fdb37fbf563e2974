import { describe, expect, it } from 'vitest';
import { fakeIo, refusal } from '../../tests/fake-io.js';
import { agentReads } from './agent-reads.js';

const PAYER = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const reads = agentReads(PAYER);

describe('an agent', () => {
  it('reads its rounds page by page', async () => {
    const page = { rounds: [{ roundId: 'Round1', state: 'pending', createdAt: 7, amount: '11' }], next: 'next' };
    const io = fakeIo(() => ({ data: page }));
    expect(await reads.rounds({ limit: 1, before: 'a' }, io)).toEqual(page);
    expect(io.asked[0]?.path).toBe(`/v1/agent/${PAYER}/rounds?limit=1&before=a`);
  });

  it('reads what its escrow holds, which has no envelope', async () => {
    const status = { payer: PAYER, ataBalance: '2500', status: 'Active' };
    const io = fakeIo(() => status);
    expect(await reads.quota(io)).toEqual(status);
    expect(io.asked[0]?.path).toBe(`/v1/agent/${PAYER}/status`);
  });

  it('is not told of another payer’s escrow', async () => {
    await expect(reads.quota(fakeIo(() => ({ payer: 'another' })))).rejects.toMatchObject({ name: 'TransportError' });
  });

  it('hears why nothing is told', async () => {
    await expect(reads.quota(fakeIo(() => refusal('not_found', { status: 404 })))).rejects.toMatchObject({ code: 'not_found' });
  });
});
