/**
 * The nodes' side of the protocol, written for these tests from docs/protocol.md on noble's curve arithmetic alone:
 * keys, proofs of possession, attestations. It shares no code with the gateway's packages, so that the program is
 * tested against an independent reading of the document.
 */
import { createHash } from 'node:crypto';

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

import { be32, concat, fromBe, i64, u64, u8 } from './bytes.js';

const { Point } = secp256k1;
export type CurvePoint = InstanceType<typeof Point>;
/** The field of the coordinates. */
export const Field = Point.Fp;
export const ORDER = Point.Fn.ORDER;
export const GENERATOR: CurvePoint = Point.BASE;

export interface NodeKey {
  readonly secret: bigint;
  readonly point: CurvePoint;
}

export interface Signature {
  readonly s: Uint8Array;
  readonly commitment: Uint8Array;
}

export function keccak(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  return keccak_256(concat(...parts));
}
export function sha256(text: string): Uint8Array {
  return digest(Buffer.from(text));
}
/** SHA-256 of bytes. */
export function digest(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(bytes).digest());
}
export function modOrder(value: bigint): bigint {
  return ((value % ORDER) + ORDER) % ORDER;
}

export function nodeKey(secret: bigint): NodeKey {
  return { secret: modOrder(secret), point: GENERATOR.multiply(modOrder(secret)) };
}

/** A key that is the same in every run. */
export function namedKey(name: string): NodeKey {
  return nodeKey(fromBe(keccak('node key ', name)));
}

/** x then y, 32 big-endian bytes each. */
export function pointBytes(point: CurvePoint): Uint8Array {
  const { x, y } = point.toAffine();
  return concat(be32(x), be32(y));
}

export function sumOf(points: readonly CurvePoint[]): CurvePoint {
  return points.reduce((sum, point) => sum.add(point), Point.ZERO);
}

/** The slope of each addition, in the order of the points; they must be ordinary additions. */
export function slopesOf(points: readonly CurvePoint[]): Uint8Array[] {
  return points.slice(1).map((point, index) => {
    const [a, b] = [sumOf(points.slice(0, index + 1)).toAffine(), point.toAffine()];
    return be32(Field.div(Field.sub(b.y, a.y), Field.sub(b.x, a.x)));
  });
}

/** Signs alone for the sum of all keys: what a quorum produces together. */
export function signWith(keys: readonly NodeKey[], message: Uint8Array): Signature {
  const secret = modOrder(keys.reduce((sum, key) => sum + key.secret, 0n));
  const key = nodeKey(secret).point;
  const nonce = modOrder(fromBe(keccak('nonce', be32(secret), message)));
  const commitment = addressOf(GENERATOR.multiply(nonce));
  const { x, y } = key.toAffine();
  const challenge = modOrder(fromBe(keccak(be32(x), u8(Number(y & 1n)), message, commitment)));
  return { s: be32(modOrder(nonce + challenge * secret)), commitment };
}

export function addressOf(point: CurvePoint): Uint8Array {
  return keccak(pointBytes(point)).slice(12);
}

export function deploymentId(programId: Uint8Array, network: string): Uint8Array {
  return keccak('SVC_DEPLOYMENT_V1', programId, sha256(network));
}

export interface Possession {
  readonly deploymentId: Uint8Array;
  readonly index: number;
  readonly publicKey: Uint8Array;
  readonly encryptionKey: Uint8Array;
  readonly operator: Uint8Array;
  /** Time of the registration that this one replaces; 0 = none. */
  readonly previousRegisteredAt: bigint;
  readonly endpoint: Uint8Array;
}

export function possessionMessage(fields: Possession): Uint8Array {
  const { deploymentId, index, publicKey, encryptionKey, operator, previousRegisteredAt, endpoint } = fields;
  const registered = [u8(index), publicKey, encryptionKey, operator, i64(previousRegisteredAt), u8(endpoint.length), endpoint];
  return keccak('SVC_NODE_POP_V2', deploymentId, ...registered);
}

export interface Attestation {
  readonly deploymentId: Uint8Array;
  readonly owner: Uint8Array;
  readonly apiConfigHash: Uint8Array;
  readonly value: Uint8Array;
  readonly registryVersion: bigint;
  readonly signaturesRequired: number;
  readonly timestampSeconds: bigint;
  /** Time in milliseconds, in place of whole seconds. */
  readonly timestampMs?: bigint;
  /** 1 = a source, without it. */
  readonly form?: number;
  /** The time of the request, without it. */
  readonly observedAtMs?: bigint;
}

export function feedIdOf(fields: Pick<Attestation, 'owner' | 'apiConfigHash' | 'signaturesRequired'>): Uint8Array {
  return keccak('SVC_JOB_V1', fields.owner, fields.apiConfigHash, u8(fields.signaturesRequired));
}

export function attestationMessage(fields: Attestation): Uint8Array {
  const timestampMs = fields.timestampMs ?? fields.timestampSeconds * 1000n;
  return keccak(
    'SVC_ATTESTATION_V2',
    fields.deploymentId,
    feedIdOf(fields),
    fields.value,
    fields.apiConfigHash,
    u64(fields.registryVersion),
    u8(fields.signaturesRequired),
    u8(fields.form ?? 1),
    u64(timestampMs),
    u64(fields.observedAtMs ?? timestampMs),
  );
}
