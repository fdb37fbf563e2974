import { randomBytes } from 'node:crypto';
import { formatAddress, roundIdOf, toAddress, type Address, type RoundId } from '@oracle-gateway/protocol';
import type { RoundPayment } from '../round-payment.js';
import type { SettlementPayload } from '../settlement-payload.js';

/** An address that nothing else uses, in whatever process. */
export function sampleAddress(): Address {
  return toAddress(randomBytes(32));
}

/** A round id that nothing else uses. */
export function sampleRoundId(): RoundId {
  return roundIdOf(sampleAddress());
}

/** A payload of the right shape; its signature proves nothing. */
export function samplePayload(members: Partial<SettlementPayload> = {}): SettlementPayload {
  const owner = sampleAddress();
  return {
    charge: { kind: 'subscription', subscriptionOwner: owner, feedOwner: owner },
    sourceId: hex(32),
    value: hex(32),
    message: hex(32),
    signaturesRequired: 3,
    timestampSeconds: 1_700_000_000,
    registryVersion: '1',
    registryCount: 5,
    s: hex(32),
    commitment: hex(20),
    aggregateKey: hex(64),
    signersBitmap: hex(32),
    ...members,
  };
}

/** A payment of the right shape, whose authorization nothing else uses. */
export function samplePayment(members: Partial<RoundPayment> = {}): RoundPayment {
  const address = (): string => formatAddress(sampleAddress());
  return {
    messageHash: `0x${randomBytes(32).toString('hex')}`,
    payer: address(),
    payerTokenAccount: address(),
    mint: address(),
    payToTokenAccount: address(),
    amountAtomic: '12345',
    memo: 'ab'.repeat(16),
    feePayer: address(),
    blockhash: address(),
    earliestSlot: 420_000_000,
    expiry: { kind: 'height', lastValidBlockHeight: 400_000_150 },
    facilitator: 'remote',
    ...members,
  };
}

function hex(byteLength: number): string {
  return `0x${'ab'.repeat(byteLength)}`;
}
