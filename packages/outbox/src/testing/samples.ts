import { formatAddress, roundIdOf, toAddress, type Address, type RoundId, type SourceId, SOURCE_FORM } from '@oracle-gateway/protocol';
import { randomBytes } from 'node:crypto';
import type { PaymentRecord } from '../records/round-payment.js';
import type { SettlementPayload, SignedBy } from '../records/settlement-payload.js';

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
    sourceId: bytes(32) as SourceId,
    value: bytes(32),
    message: bytes(32),
    signaturesRequired: 3,
    timestampSeconds: 1_700_000_000,
    form: SOURCE_FORM,
    observedAtMs: 1_700_000_000_400,
    registryVersion: 1n,
    registryCount: 5,
    s: bytes(32),
    commitment: bytes(20),
    aggregateKey: bytes(64),
    signersBitmap: bytes(32),
    ...members,
  };
}

/** Signers of the right shape. */
export function sampleSigned(members: Partial<SignedBy> = {}): SignedBy {
  return { form: SOURCE_FORM, registryVersion: 1n, signersBitmap: bytes(32), ...members };
}

/** A payment of the right shape, whose authorization nothing else uses. */
export function samplePayment(members: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    messageHash: Uint8Array.from(randomBytes(32)),
    payer: sampleAddress(),
    payerTokenAccount: sampleAddress(),
    mint: sampleAddress(),
    payToTokenAccount: sampleAddress(),
    amountAtomic: 12_345n,
    memo: 'ab'.repeat(16),
    feePayer: sampleAddress(),
    blockhash: formatAddress(sampleAddress()),
    earliestSlot: 420_000_000,
    expiry: { kind: 'height', lastValidBlockHeight: 400_000_150 },
    facilitator: 'remote',
    ...members,
  };
}

function bytes(byteLength: number): Uint8Array {
  return new Uint8Array(byteLength).fill(0xab);
}
