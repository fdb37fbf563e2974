import { randomBytes } from 'node:crypto';
import type { readAnswer } from '@oracle-gateway/client';
import {
  attestationMessage,
  deriveDeploymentId,
  type DeploymentId,
  deriveFeedId,
  encodeRegistrySnapshot,
  listValue,
  NO_OWNER,
  parseAddress,
  type RegistrySnapshot,
  registrySnapshotMessage,
  toHex,
  unixMs,
  unixSeconds,
  isList,
} from '@oracle-gateway/protocol';
import { createSigningKey, generateSecretKey, provePossession, signSingle, type SigningKey } from '@oracle-gateway/schnorr/signing';
import type { Basket } from '../../src/feeds/basket.js';
import type { Bought } from '../../src/feeds/feed-client.js';

const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

function random(length: number): Uint8Array {
  return Uint8Array.from(randomBytes(length));
}

export const DEPLOYMENT: DeploymentId = deriveDeploymentId({
  programId: parseAddress('8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh'),
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
});

/** The nodes of a registry, whose operators do what a test wants. */
export interface EvmNodes {
  readonly version: bigint;
  readonly keys: readonly Uint8Array[];
  /** 32 bytes each. */
  readonly secrets: readonly Uint8Array[];
  /** The statement by which this version's nodes name another one. */
  snapshotOf(next: EvmNodes, signedAtMs: number, oldest?: bigint): RegistrySnapshot;
  /** The version after it, where these nodes were replaced. */
  next(replaced: readonly number[], version?: bigint): EvmNodes;
  /** `first` of the contract, with the proofs of possession. */
  first(): { readonly first: `0x${string}`; readonly proofs: readonly unknown[] };
  /** `data` of a gateway: this version's nodes vouch for another one. */
  vouch(input: {
    readonly next: EvmNodes;
    readonly signedAtMs: number;
    readonly signers: readonly number[];
    readonly oldest?: bigint;
  }): unknown;
  /** A verified answer: these values under one stamp. Null: absent. */
  answer(basket: Basket, values: readonly (bigint | null)[], stampMs: number, signers?: readonly number[]): Bought;
}

export function createEvmNodes(count: number, minSigners = 3): EvmNodes {
  return nodesOf(
    1n,
    Array.from({ length: count }, () => generateSecretKey(random)),
    minSigners,
  );
}

function nodesOf(version: bigint, secrets: readonly Uint8Array[], minSigners: number): EvmNodes {
  const signing = secrets.map((secret) => createSigningKey(secret));
  const keys = signing.map(({ publicKey }) => publicKey);
  /** The key of the sum is what a quorum signs with together. */
  function together(signers: readonly number[]): SigningKey {
    const sum = signers.reduce((total, index) => (total + BigInt(toHex(secrets[index]!))) % ORDER, 0n);
    return createSigningKey(bytesOf(sum));
  }
  const sign = (message: Uint8Array, signers: readonly number[]) => signSingle({ signingKey: together(signers), message }, { random });
  function snapshotOf(next: EvmNodes, signedAtMs: number, oldest = 0n): RegistrySnapshot {
    const signedAtSeconds = unixSeconds(Math.floor(signedAtMs / 1_000));
    return {
      ...{ deploymentId: DEPLOYMENT, signerVersion: version, version: next.version, oldestAcceptedVersion: oldest },
      ...{ signedAtSeconds, minSigners, keys: next.keys },
    };
  }
  const nodes: EvmNodes = {
    version,
    keys,
    secrets,
    snapshotOf,
    next: (replaced, after = version + 1n) =>
      nodesOf(
        after,
        secrets.map((secret, index) => (replaced.includes(index) ? generateSecretKey(random) : secret)),
        minSigners,
      ),
    first() {
      const proofs = signing.map((signingKey, index) => {
        const registration = {
          index,
          encryptionKey: new Uint8Array(32),
          operator: NO_OWNER,
          previousRegisteredAt: 0n,
          endpoint: 'https://node.example',
        };
        const proof = provePossession({ deploymentId: DEPLOYMENT, signingKey, ...registration }, { random });
        return {
          ...registration,
          ...{ encryptionKey: toHex(registration.encryptionKey), operator: toHex(NO_OWNER) },
          ...{ s: BigInt(toHex(proof.s)), commitment: toHex(proof.commitment) },
        };
      });
      const bytes = encodeRegistrySnapshot(snapshotOf(nodes, 0));
      return { first: `0x${toHex(bytes).slice(2)}`, proofs };
    },
    vouch({ next, signedAtMs, signers, oldest = 0n }) {
      const snapshot = snapshotOf(next, signedAtMs, oldest);
      const { s, commitment } = sign(registrySnapshotMessage(snapshot), signers);
      const [data, bitmap] = [encodeRegistrySnapshot(snapshot), bitmapOf(signers)];
      return { snapshot: toHex(data), signersBitmap: toHex(bitmap), s: toHex(s), commitment: toHex(commitment) };
    },
    answer({ subject, quorum, feedOwner }, values, stampMs, signers = [0, 1, 2]) {
      const entries = subject.sources.map(({ sourceId }, place) => {
        const value = values[place] ?? null;
        return { sourceId, value: value === null ? null : bytesOf(BigInt.asUintN(256, value)) };
      });
      const value = isList(subject.form) ? listValue(entries) : (entries[0]?.value ?? new Uint8Array(32));
      const ids = {
        sourceId: subject.sourceId,
        feedId: deriveFeedId({ owner: feedOwner, sourceId: subject.sourceId, signaturesRequired: quorum }),
      };
      const times = { timestampMs: unixMs(Math.floor(stampMs / 1_000) * 1_000), observedAtMs: unixMs(stampMs) };
      const signedTerms = { ...ids, value, registryVersion: version, signaturesRequired: quorum, form: subject.form, ...times };
      const { s, commitment } = sign(attestationMessage({ deploymentId: DEPLOYMENT, ...signedTerms }), signers);
      const answer = {
        status: 'completed',
        data: {
          ...{
            feedId: toHex(ids.feedId),
            configHash: toHex(ids.sourceId),
            sourceId: toHex(ids.sourceId),
            value: `${values[0] ?? toHex(value)}`,
            valuePacked: toHex(value),
          },
          ...{ registryVersion: Number(version), signaturesRequired: quorum, timestamp: times.timestampMs / 1_000, observedAt: stampMs },
          ...{ signersBitmap: toHex(bitmapOf(signers)), s: toHex(s), commitmentAddr: toHex(commitment), commitment: toHex(commitment) },
          ...(isList(subject.form)
            ? {
                values: entries.map((one, place) => {
                  const feedId = toHex(deriveFeedId({ owner: feedOwner, sourceId: one.sourceId, signaturesRequired: quorum }));
                  const rest =
                    one.value === null ? { reason: { code: 'timed_out' } } : { value: `${values[place]}`, valuePacked: toHex(one.value) };
                  return { sourceId: toHex(one.sourceId), feedId, ...rest };
                }),
              }
            : {}),
        },
      };
      const stated = {
        ...{ value: answer.data.value, valuePacked: value, sourceId: ids.sourceId, configHash: ids.sourceId, ...times },
        ...{ registryVersion: version, signaturesRequired: quorum, signersBitmap: bitmapOf(signers), s, commitment },
      } satisfies ReturnType<typeof readAnswer>;
      const bought = entries.map((one, place) =>
        one.value === null ? { value: null, reason: 'timed_out' } : { value: `${values[place]}`, packed: one.value },
      );
      return { answer, values: bought, attestation: stated };
    },
  };
  return nodes;
}

function bytesOf(number: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));
}

function bitmapOf(signers: readonly number[]): Uint8Array {
  return bytesOf(signers.reduce((bits, index) => bits | (1n << BigInt(index)), 0n));
}
