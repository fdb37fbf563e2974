import { FEE_BALANCE_RESERVE_LAMPORTS } from '@oracle-gateway/ledger';
import { quotaKey, type KeptHold } from '@oracle-gateway/outbox';
import { toAddress } from '@oracle-gateway/protocol';
import { subscriptionAddress, TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { delegateAccountData, subscriptionAccount as subscriptionData, tokenAccountData } from '../../tests/support/program-accounts.js';
import { readingSources, decodeReading } from './hold-readings.js';

const PROGRAM_ID = toAddress(new Uint8Array(32).fill(7));
const OWNER = toAddress(new Uint8Array(32).fill(1));
const DELEGATE = toAddress(new Uint8Array(32).fill(2));
const GATEWAY = toAddress(new Uint8Array(32).fill(4));
const PAYERS = [5, 6].map((byte) => toAddress(new Uint8Array(32).fill(byte)));
const PLACES = { programId: PROGRAM_ID, gateway: GATEWAY, payers: PAYERS };
const ESCROW_TOKENS = toAddress(new Uint8Array(32).fill(3));

function hold(key: string, basis: KeptHold['basis'] = 'ledger'): KeptHold {
  return { quotaKey: key, units: 1, until: 'settled', basis };
}
function held(data: Uint8Array, owner = PROGRAM_ID) {
  return { data, owner, lamports: 1n };
}

describe('the reading of a hold', () => {
  it('of a subscription is read at the subscription of its owner, of a delegate at the account it names', () => {
    const sources = readingSources([hold(quotaKey('subscription', OWNER)), hold(quotaKey('delegate', DELEGATE))], PLACES);
    expect(sources.flatMap(({ addresses }) => addresses)).toEqual([subscriptionAddress(PROGRAM_ID, OWNER), DELEGATE]);
    const [subscription, delegate] = sources;
    if (subscription === undefined || delegate === undefined) throw new Error('two are known');
    const read = { slot: 9, programId: PROGRAM_ID };
    expect(decodeReading(subscription, { ...read, held: [held(subscriptionData(OWNER, 5n))] })).toEqual({
      quotaKey: quotaKey('subscription', OWNER),
      available: 5n,
      slot: 9,
    });
    expect(decodeReading(delegate, { ...read, held: [held(delegateAccountData({ rounds: 9n, roundsSettled: 2n }))] })).toEqual({
      quotaKey: quotaKey('delegate', DELEGATE),
      available: 7n,
      slot: 9,
    });
    // A bound that was lowered below what is settled leaves nothing.
    expect(decodeReading(delegate, { ...read, held: [held(delegateAccountData({ rounds: 1n, roundsSettled: 2n }))] })?.available).toBe(0n);
  });

  it('of an account that is gone or another program’s is nothing, of one that cannot be read is unknown', () => {
    const [delegate] = readingSources([hold(quotaKey('delegate', DELEGATE))], PLACES);
    if (delegate === undefined) throw new Error('it is known');
    const read = { slot: 9, programId: PROGRAM_ID };
    expect(decodeReading(delegate, { ...read, held: [null] })?.available).toBe(0n);
    expect(
      decodeReading(delegate, { ...read, held: [held(delegateAccountData({ rounds: 9n, roundsSettled: 0n }), OWNER)] })?.available,
    ).toBe(0n);
    expect(decodeReading(delegate, { ...read, held: [held(subscriptionData(OWNER, 5n))] })).toBeNull();
  });

  it('of an escrow is what its token account holds, as long as that can be paid out', () => {
    const [escrow] = readingSources([hold(quotaKey('escrow', ESCROW_TOKENS))], PLACES);
    if (escrow === undefined) throw new Error('it is known');
    expect(escrow.addresses).toEqual([ESCROW_TOKENS]);
    const availableIn = (account: ReturnType<typeof held> | null) =>
      decodeReading(escrow, { held: [account], slot: 9, programId: PROGRAM_ID })?.available;
    const tokens = { mint: DELEGATE, owner: OWNER, amountAtomic: 2_500n };
    expect(availableIn(held(tokenAccountData(tokens), TOKEN_PROGRAM_ID))).toBe(2_500n);
    expect(availableIn(held(tokenAccountData({ ...tokens, isFrozen: true }), TOKEN_PROGRAM_ID))).toBe(0n);
    expect(availableIn(held(tokenAccountData(tokens)))).toBe(0n);
    expect(availableIn(held(new Uint8Array(), OWNER))).toBe(0n);
    expect(availableIn(null)).toBe(0n);
  });

  it('of the shard’s fee balance is what all its payers hold, each beyond its reserve', () => {
    const [feeBalance] = readingSources([hold(quotaKey('fee-balance', GATEWAY))], PLACES);
    if (feeBalance === undefined) throw new Error('it is known');
    expect(feeBalance.addresses).toEqual(PAYERS);
    const availableIn = (...lamports: readonly (bigint | null)[]) => {
      const accounts = lamports.map((each) => (each === null ? null : { data: new Uint8Array(), owner: OWNER, lamports: each }));
      return decodeReading(feeBalance, { held: accounts, slot: 9, programId: PROGRAM_ID })?.available;
    };
    const beyond = FEE_BALANCE_RESERVE_LAMPORTS;
    expect([availableIn(beyond + 3n, beyond + 4n), availableIn(beyond + 3n, 1n), availableIn(null, 1n)]).toEqual([7n, 3n, 0n]);
    expect(readingSources([hold(quotaKey('fee-balance', OWNER))], PLACES)).toEqual([]);
  });

  it('is not searched for when the cap is fixed or the kind unknown', () => {
    expect(readingSources([hold(quotaKey('subscription', OWNER), 'fixed'), hold('in-flight:anybody'), hold('lottery:1')], PLACES)).toEqual(
      [],
    );
  });
});
