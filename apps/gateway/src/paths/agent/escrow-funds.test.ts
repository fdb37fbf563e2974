import type { EscrowRead, EscrowRoundsRead } from '@oracle-gateway/ledger';
import type { Holder, RoundRecord, HoldTotals } from '@oracle-gateway/outbox';
import { type Address, roundIdOf, toAddress } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stagePath } from '../../../tests/fakes/staged-path.js';
import { createEscrowFunds } from './escrow-funds.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

function address(fill: number): Address {
  return toAddress(new Uint8Array(32).fill(fill));
}
const [gateway, mint, payer] = [address(2), address(3), address(4)];
const rounds = [address(11), address(12), address(13)];
const message = new Uint8Array(32).fill(7);

/** Three rounds hold 10 each: the first two are not settled, the third waits for a reading. The ledger has the accounts that are given. */
function setUp(onLedger: readonly (Uint8Array | null)[] = [null, null, null], balance: bigint | null = 100n) {
  const clock = { ms: 1_000 };
  const order: string[] = [];
  const holders: Holder[] = rounds.map((round) => ({ roundId: roundIdOf(round), units: 10 }));
  const tokens = balance === null ? null : { mint, owner: payer, amountAtomic: balance, isFrozen: false };
  const read: EscrowRead = { escrow: null, tokens, slot: 9 };
  const totals: HoldTotals = { committed: 30n, unsettledRounds: 2, reading: null, holders };
  const ports = stagePath({
    deployment: { gateway, mint },
    ledger: {
      escrow: (_name, options) => {
        order.push(options?.fresh === true ? 'fresh' : 'cached');
        return Promise.resolve(read);
      },
      escrowRounds: (_name, asked) => {
        order.push(`rounds ${asked.length}`);
        const accounts = onLedger.map((held) => (held === null ? null : { message: held, gateway, timestamp: 1n }));
        return Promise.resolve<EscrowRoundsRead>({ ...read, rounds: accounts });
      },
    },
    records: {
      holdTotals: (_quotaKey, input) => {
        order.push('standing');
        return Promise.resolve(input.holders === 0 ? { ...totals, holders: [] } : totals);
      },
      read: () => Promise.resolve({ payload: { message } } as RoundRecord),
    },
    clock: { monotonicMs: () => clock.ms },
  });
  const funds = createEscrowFunds(ports);
  const afresh = async () => {
    const asked = funds.afresh(payer);
    await vi.advanceTimersByTimeAsync(50);
    return asked;
  };
  return { funds, afresh, order, clock };
}

describe('funds read afresh', () => {
  it('count a round whose account holds its own message as settled: committed no more, and named for the reservation', async () => {
    const { afresh } = setUp([message, null, message]);
    expect(await afresh()).toMatchObject({
      balanceAtomic: 100n,
      committedAtomic: 10n,
      unsettledRounds: 1,
      counted: [{ roundId: roundIdOf(rounds[0]!) }, { roundId: roundIdOf(rounds[2]!) }],
      slot: 9,
    });
  });

  it('count no round whose account holds another message', async () => {
    expect(await setUp([new Uint8Array(32), null, null]).afresh()).toMatchObject({ committedAtomic: 30n, unsettledRounds: 2, counted: [] });
  });

  it('ask for what is held before they ask the ledger', async () => {
    const { afresh, order } = setUp();
    await afresh();
    expect(order).toEqual(['standing', 'rounds 3']);
  });
});

describe('remembered funds', () => {
  it('of a payer who had something when last read come from the cache, without a turn', async () => {
    const { funds, afresh, order } = setUp();
    await afresh();
    order.length = 0;
    expect(await funds.remembered(payer)).toMatchObject({ balanceAtomic: 100n, committedAtomic: 30n, counted: [] });
    expect([...order].sort()).toEqual(['cached', 'standing']);
  });

  it('of a payer who had nothing are read afresh', async () => {
    const { funds, afresh, order, clock } = setUp([null, null, null], null);
    await afresh();
    order.length = 0;
    clock.ms += 400;
    const again = funds.remembered(payer);
    await vi.advanceTimersByTimeAsync(50);
    expect(await again).toMatchObject({ balanceAtomic: 0n, tokens: null });
    expect(order).toEqual(['standing', 'rounds 3']);
  });
});
