import {
  type Address,
  attestationMessage,
  deriveFeedId,
  formatValue,
  listValue,
  NO_OWNER,
  signersBitmap,
  toHex,
  toUnixMs,
  unixMs,
  unixSeconds,
  isList,
} from '@oracle-gateway/protocol';
import { ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { createSigningKey, signSingle } from '@oracle-gateway/schnorr/signing';
import { fakeLedger, NOW_SECONDS, REGISTRY } from './fake-io.js';

const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
const SECRETS = [7n, 11n, 13n, 17n];
const SIGNERS = [0, 1, 3];
const OBSERVED_AT_MS = NOW_SECONDS * 1000 + 120;

/** A registry version of nodes whose keys the test has. */
export const OWN_REGISTRY: RegistryAccount = {
  ...REGISTRY,
  active: SECRETS.length,
  keys: SECRETS.map((secret) => createSigningKey(bytesOf(secret)).publicKey),
};

export const OWN_LEDGER = fakeLedger({
  view: (version) =>
    fakeLedger()
      .view(version)
      .then(({ config }) => ({ config, registry: version === OWN_REGISTRY.version ? OWN_REGISTRY : null })),
});

/** A subject and its values: of a list a value or null for each source, otherwise the one value. */
export interface SignedWords {
  readonly subject: Subject;
  readonly values: readonly (Uint8Array | null)[];
  readonly owner?: Address;
  readonly quorum?: number;
}

/** A nested answer whose signature three nodes made, by the sum of their keys. */
export function signedAnswer({ subject, values, owner = NO_OWNER, quorum = SIGNERS.length }: SignedWords): SignedAnswer {
  const { sourceId, form, sources } = subject;
  const entries = sources.map((source, place) => ({ sourceId: source.sourceId, value: values[place] ?? null }));
  const packed = isList(form) ? listValue(entries) : (values[0] ?? new Uint8Array(32));
  const feedOf = (id: Subject['sourceId']) => deriveFeedId({ owner, sourceId: id, signaturesRequired: quorum });
  const message = attestationMessage({
    deploymentId: OWN_LEDGER.deploymentId,
    feedId: feedOf(sourceId),
    value: packed,
    sourceId,
    registryVersion: OWN_REGISTRY.version,
    signaturesRequired: quorum,
    form,
    timestampMs: toUnixMs(unixSeconds(NOW_SECONDS)),
    observedAtMs: unixMs(OBSERVED_AT_MS),
  });
  const secret = SIGNERS.reduce((sum, index) => (sum + (SECRETS[index] ?? 0n)) % ORDER, 0n);
  const { s, commitment } = signSingle(
    { signingKey: createSigningKey(bytesOf(secret)), message },
    { random: (length) => new Uint8Array(length).fill(5) },
  );
  return {
    status: 'completed',
    data: {
      value: isList(form) ? toHex(packed) : formatValue(packed, ruleOf(subject)),
      configHash: toHex(sourceId),
      ...(isList(form) ? { values: entries.map(({ sourceId: id, value }, place) => listed(id, value, place)) } : {}),
      attestation: {
        payload: {
          value: toHex(packed),
          sourceId: toHex(sourceId),
          registryVersion: Number(OWN_REGISTRY.version),
          signaturesRequired: quorum,
          timestamp: NOW_SECONDS * 1000,
          observedAt: OBSERVED_AT_MS,
        },
        signature: { signersBitmap: toHex(signersBitmap(SIGNERS)), signature: toHex(s), commitment: toHex(commitment) },
      },
    },
  };

  function listed(id: Subject['sourceId'], value: Uint8Array | null, place: number): StatedRow {
    const ids = { sourceId: toHex(id), feedId: toHex(feedOf(id)) };
    if (value === null)
      return { ...ids, reason: { code: 'upstream_failure', detail: 'the source answered 503', step: 'fetch', upstreamStatus: 503 } };
    return { ...ids, value: formatValue(value, sources[place]?.apiConfig.aggregation), valuePacked: toHex(value) };
  }
}

/** A row of `data.values`. */
export type StatedRow = Readonly<Record<string, unknown>>;

export interface SignedAnswer {
  readonly status: 'completed';
  readonly data: {
    readonly values?: readonly StatedRow[];
    readonly attestation: object;
    readonly value: string;
    readonly configHash: string;
  };
}

function bytesOf(secret: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, place) => Number((secret >> BigInt(8 * (31 - place))) & 0xffn));
}
