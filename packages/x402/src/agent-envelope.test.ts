import { type FeedId, toAddress, unixSeconds } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { agentEnvelope, type AgentEnvelopeInput, agentShortfall } from './agent-envelope.js';

function address(fill: number) {
  return toAddress(new Uint8Array(32).fill(fill));
}
const input: AgentEnvelopeInput = {
  payer: address(1),
  gateway: address(2),
  mint: address(3),
  escrow: address(4),
  tokenAccount: address(5),
  tokenAccountExists: true,
  network: 'local',
  feedId: new Uint8Array(32).fill(6) as FeedId,
  signaturesRequired: 3,
  timestampSeconds: unixSeconds(1_700_000_000),
  amountAtomic: 10n,
  balanceAtomic: 8n,
  committedAtomic: 5n,
};

describe('agentEnvelope', () => {
  it('has every member of the interface document, of version 1', () => {
    // 32 equal bytes in base58, by another implementation.
    const [payer, gateway, asset, agent, payTo] = [
      '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
      '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
      'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8',
      'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq',
      'LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY',
    ];
    const feedId = `0x${'06'.repeat(32)}`;
    expect(agentEnvelope(input)).toEqual({
      x402Version: 1,
      accepts: [
        {
          scheme: 'exact',
          network: 'local',
          maxAmountRequired: '10',
          payTo,
          asset,
          resource: '/v1/agent/execute',
          description: `One round of feed ${feedId}, signed by 3 nodes`,
          maxTimeoutSeconds: 60,
          extra: {
            payer,
            agent,
            gateway,
            feedId,
            canonicalTimestamp: 1_700_000_000,
            amount: '10',
            currentAtaBalance: '8',
            committedAmount: '5',
            note: expect.stringContaining('canonical_timestamp 1700000000') as string,
          },
        },
      ],
    });
  });

  it.each([
    [true, /^Transfer at least 7 atomic [^.]+\.$/],
    [false, /^Create the associated token account [^.]+ transfer at least 7 atomic [^.]+\.$/],
  ])('tells a note in one sentence (the account is there: %s): to create it first, else only to pay in what is missing', (exists, told) => {
    expect(agentEnvelope({ ...input, tokenAccountExists: exists }).accepts[0].extra.note).toMatch(told);
  });
});

it.each([
  [10n, 0n, 0n],
  [9n, 0n, 1n],
  [15n, 5n, 0n],
  [15n, 6n, 1n],
  [12n, 0n, -2n],
])('the shortfall of a balance of %s with %s committed is %s', (balanceAtomic, committedAtomic, expected) => {
  expect(agentShortfall({ amountAtomic: 10n, balanceAtomic, committedAtomic })).toBe(expected);
});
