import { randomBytes } from 'node:crypto';
import { formatAddress, roundIdOf, toAddress, type Address, type RoundId } from '@oracle-gateway/protocol';
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
  const hex = (byteLength: number): string => `0x${'ab'.repeat(byteLength)}`;
  const owner = formatAddress(sampleAddress());
  return {
    charge: { kind: 'subscription', owner, consumer: owner },
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
