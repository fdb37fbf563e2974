import { createHash, type KeyObject, sign } from 'node:crypto';
import { type Address, formatAddress, toHex } from '@oracle-gateway/protocol';
import { parseSubject } from '@oracle-gateway/protocol/internal';

export interface SimulateTerms {
  readonly deploymentId: Uint8Array;
  readonly gateway: Address;
  readonly apiConfig?: object;
  readonly apiConfigs?: readonly object[];
  readonly minValues?: number;
  readonly combine?: object;
  readonly key: Address;
  /** The owner of the subscription, where the key is a delegate. */
  readonly owner?: Address;
  readonly seconds?: number;
}

/** The `Authorization` of a dry run, by the bytes that docs/protocol.md gives. */
export function simulateAuthorization(terms: SimulateTerms, privateKey: KeyObject): string {
  const { deploymentId, gateway, key, owner, seconds = Math.floor(Date.now() / 1_000) } = terms;
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(seconds));
  const parts = ['SVC_SIMULATE_V1', deploymentId, gateway, parseSubject(terms).sourceId, key, owner ?? key, time];
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const keys = [key, ...(owner === undefined ? [] : [owner])].map((address) => formatAddress(address));
  return `Simulate ${[...keys, seconds, toHex(sign(null, hash.digest(), privateKey))].join('.')}`;
}
