import {
  agentRoundAddress,
  roundAddress,
  toHex,
  unixSeconds,
  type SourceId,
  SOURCE_FORM,
  toForm,
  type Form,
} from '@oracle-gateway/protocol';
import { associatedTokenAddress, delegateAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';
import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import { describe, expect, it } from 'vitest';

import { bytes, gateway, gatewayAuthority, key, mint, owner, programId, subscription } from '../../tests/instruction-rows.js';
import type { ExecutedInstruction } from '../rpc/executed-answer.js';
import { instructions } from './index.js';
import { readMoney } from './read-money.js';

const payer = key(0x31);
const delegate = key(0x32);
const escrow = escrowAddress(programId, payer, gateway);
const escrowTokens = associatedTokenAddress(escrow, mint);
const sourceId = bytes(0x55, 32) as SourceId;
const signed = {
  programId,
  gatewayAuthority,
  gateway,
  sourceId,
  value: bytes(0x66, 32),
  signaturesRequired: 2,
  observedAtMs: 1_700_000_000_123,
  registryVersion: 9n,
  registryCount: 5,
  s: bytes(0x77, 32),
  commitment: bytes(0x88, 20),
  keyForm: { form: 'sum', aggregateKey: bytes(0x99, 64) } as const,
  signersBitmap: Uint8Array.of(...bytes(0, 31), 0x11),
};
const seconds = 1_700_000_000;

function ran({ programId: ranProgram, accounts, data }: LedgerInstruction): ExecutedInstruction {
  return { programId: ranProgram, accounts: accounts.map(({ address }) => address), data };
}
function read(instruction: LedgerInstruction) {
  return readMoney(ran(instruction), programId);
}
function ofSubscription(form: Form, feedOwner = owner): LedgerInstruction {
  return instructions.settleRound({ ...signed, form, timestampSeconds: seconds, subscriptionOwner: owner, feedOwner });
}

describe('what an instruction of the program did with money', () => {
  it.each([
    [SOURCE_FORM, 1],
    [toForm(5), 5],
    [toForm(0x80 | 32), 32],
  ])('a settled round of the form %i took as many units as it has sources', (form, units) => {
    const round = roundAddress({ ...signed, feedOwner: owner, timestampSeconds: unixSeconds(seconds) });
    expect(read(ofSubscription(form))).toEqual({ kind: 'settled-subscription', gateway, subscription, round, delegate: null, units });
  });

  it('a round that a delegate asked for names the delegate', () => {
    expect(read(ofSubscription(SOURCE_FORM, delegate))).toMatchObject({ delegate: delegateAddress(programId, subscription, delegate) });
  });

  it.each([0n, 2_500n, 2n ** 64n - 1n])('a settled round of an escrow took %i, the amount that its payer signed', (amountAtomic) => {
    const settled = instructions.settleAgentRound({
      ...signed,
      form: SOURCE_FORM,
      canonicalTimestampSeconds: seconds,
      payer,
      mint,
      amountAtomic,
      requestSignature: bytes(0xcd, 64),
    });
    const round = agentRoundAddress({ ...signed, payer, canonicalTimestampSeconds: unixSeconds(seconds) });
    expect(read(settled)).toEqual({ kind: 'settled-escrow', gateway, payer, escrowTokens, round, units: 1, amountAtomic });
  });

  it('a purchase of rounds names the owner, however it was made', () => {
    const price = { programId, owner, maxAmountAtomic: 9n, registryVersion: 9n, mint };
    const more = { rounds: 7n, expiresAtSeconds: 8n };
    const purchases = [
      instructions.openSubscription({ ...price, ...more, gateway, maxSignatures: 3 }),
      instructions.renewSubscription({ ...price, ...more }),
      instructions.upgradeSubscription({ ...price, maxSignatures: 5 }),
    ];
    expect(purchases.map(read)).toEqual(
      ['open', 'renew', 'upgrade'].map((purchase) => ({ kind: 'purchase', purchase, owner, subscription })),
    );
  });

  it('withdrawals tell their amount', () => {
    const treasury = instructions.withdrawTreasury({ programId, authority: owner, destination: key(0x44), amountAtomic: 77n, mint });
    expect(read(treasury)).toEqual({ kind: 'treasury-withdrawal', amountAtomic: 77n });
    const withdrawal = { programId, payer, destination: key(0x44), amountAtomic: 78n, gateway, mint };
    expect(read(instructions.withdrawEscrow(withdrawal))).toEqual({ kind: 'escrow-withdrawal', escrowTokens, amountAtomic: 78n });
  });

  it('an instruction of another program, or one that moves nothing, reads as null', () => {
    expect(readMoney({ ...ran(ofSubscription(SOURCE_FORM)), programId: key(0x70) }, programId)).toBeNull();
    expect(read(instructions.pauseSubscription({ programId, owner }))).toBeNull();
  });

  it('data that are cut are refused, not taken for another amount', () => {
    const { data, ...rest } = ran(ofSubscription(SOURCE_FORM));
    expect(() => readMoney({ ...rest, data: data.subarray(0, 60) }, programId)).toThrow(RangeError);
    expect(toHex(data).startsWith('0x0e')).toBe(true);
  });
});
