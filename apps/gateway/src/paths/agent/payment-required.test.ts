import { type FeedId, toAddress, unixSeconds } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import type { GatewayError } from '../../errors/gateway-error.js';
import { agentPaymentOvertaken, coversRound } from './payment-required.js';
import type { EscrowFunds } from './escrow-funds.js';

const [payer, gateway, mint, escrowAddress, tokenAccount] = [1, 2, 3, 4, 5].map((fill) => toAddress(new Uint8Array(32).fill(fill)));
const payment = {
  payer: payer!,
  gateway: gateway!,
  mint: mint!,
  network: 'local',
  feedId: new Uint8Array(32) as FeedId,
  signaturesRequired: 3,
  timestampSeconds: unixSeconds(1_700_000_000),
  amountAtomic: 10n,
};
function funds(balanceAtomic: bigint | null, committedAtomic = 0n): EscrowFunds {
  return {
    escrow: null,
    tokens: balanceAtomic === null ? null : { mint: mint!, owner: escrowAddress!, amountAtomic: balanceAtomic, isFrozen: false },
    slot: 1,
    escrowAddress: escrowAddress!,
    tokenAccount: tokenAccount!,
    balanceAtomic: balanceAtomic ?? 0n,
    committedAtomic,
    unsettledRounds: 0,
    counted: [],
  };
}
function extraOf(error: GatewayError) {
  const { accepts } = error.details.members as { accepts: { extra: Record<string, string> }[] };
  return accepts[0]?.extra;
}

describe('coversRound', () => {
  it.each([
    [funds(10n), true],
    [funds(9n), false],
    [funds(15n, 5n), true],
    [funds(15n, 6n), false],
    [funds(null), false],
  ])('is balance less committed against the price', (held, expected) => {
    expect(coversRound(held, 10n)).toBe(expected);
  });
});

describe('the 402 of the agent path', () => {
  it.each([
    [20n, 0n, '11'],
    [20n, 15n, '15'],
    [4n, 0n, '0'],
  ])('of a reservation that found less than %s − %s free tells at least so much committed: %s', (balance, committed, told) => {
    expect(extraOf(agentPaymentOvertaken(payment, funds(balance, committed)))).toMatchObject({
      currentAtaBalance: String(balance),
      committedAmount: told,
    });
  });
});
