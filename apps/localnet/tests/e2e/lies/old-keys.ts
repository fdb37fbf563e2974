import { randomBytes } from 'node:crypto';

import type { ApiConfigBody, ExecuteRoundRequest, FlatRoundResult } from '@oracle-gateway/gateway-api';
import {
  attestationMessage,
  deriveFeedId,
  deriveSourceId,
  fromHex,
  parseAddress,
  parseApiConfig,
  signersBitmap,
  toHex,
  toUnixMs,
  unixSeconds,
  type Address,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { configAddress, decodeConfig, registryAddress } from '@oracle-gateway/protocol/accounts';
import {
  createNoncePair,
  createSigningKey,
  generateSecretKey,
  prepareSession,
  signPartial,
  sumPartials,
} from '@oracle-gateway/schnorr/signing';

import type { TestWorld } from '../test-world.js';
import { QUORUM } from './lie-row.js';

/** Fields of a Registry and of Config (docs/protocol.md). */
const REGISTRY = { version: 16, acceptUntil: 32, keys: 40 };
const OLDEST_ACCEPTED_VERSION_OFFSET = 224;
const KEY_BYTES = 64;
const HOUR_SECONDS = 3_600n;

export interface EndedVersion {
  readonly version: bigint;
  /** Reason for which the version ended: its grace is over, or Config names a later one as the oldest. */
  readonly ended: 'retired' | 'emergency';
}

export interface OldAnswer extends EndedVersion {
  readonly source: ApiConfigBody;
  /** The body of the request that is answered. */
  readonly request: string;
}

/** Puts a registry version on the ledger whose keys are all a liar's, and which has ended; answers the keys. */
export function putEndedVersion(test: TestWorld, { version, ended }: EndedVersion) {
  const programId = parseAddress(test.world.manifest.programId);
  const keys = Array.from({ length: 5 }, () => createSigningKey(generateSecretKey((length) => new Uint8Array(randomBytes(length)))));
  const now = BigInt(Math.floor(Date.now() / 1_000));
  const current = registryAddress(programId, BigInt(test.world.manifest.registryVersion));
  copyAccount(test, current, registryAddress(programId, version), (data) => {
    const view = new DataView(data.buffer);
    view.setBigUint64(REGISTRY.version, version, true);
    view.setBigInt64(REGISTRY.acceptUntil, ended === 'retired' ? now - 1n : now + HOUR_SECONDS, true);
    for (const [index, { publicKey }] of keys.entries()) data.set(publicKey, REGISTRY.keys + index * KEY_BYTES);
  });
  const config = configAddress(programId);
  if (ended === 'emergency') {
    copyAccount(test, config, config, (data) => new DataView(data.buffer).setBigUint64(OLDEST_ACCEPTED_VERSION_OFFSET, version + 1n, true));
  }
  return keys;
}

/**
 * Puts a registry version on the ledger whose keys are all a liar's, and which has ended; answers a flat result that these keys signed, well
 * formed in every way, of the value 100.
 */
export function signedByOldKeys(test: TestWorld, { source, request, version, ended }: OldAnswer): string {
  const config = configAddress(parseAddress(test.world.manifest.programId));
  const keys = putEndedVersion(test, { version, ended });
  const { timestamp, consumerAuthority } = JSON.parse(request) as ExecuteRoundRequest;
  const sourceId = deriveSourceId(parseApiConfig(source));
  const feedId = deriveFeedId({ owner: parseAddress(consumerAuthority), sourceId, signaturesRequired: QUORUM });
  const value = fromHex(`0x${(100n * 10n ** 18n).toString(16).padStart(64, '0')}`, 32);
  const statement = { feedId, sourceId, value, registryVersion: version, signaturesRequired: QUORUM };
  const { deploymentId } = decodeConfig(accountOf(test, config).data);
  const times = { timestampMs: toUnixMs(unixSeconds(timestamp)), observedAtMs: toUnixMs(unixSeconds(timestamp)) };
  const message = attestationMessage({ deploymentId, ...statement, form: SOURCE_FORM, ...times });
  const { s, commitment } = signTogether(keys.slice(0, QUORUM), message);
  const answer: FlatRoundResult = {
    status: 'completed',
    data: {
      feedId: toHex(feedId),
      value: '100',
      valuePacked: toHex(value),
      timestamp,
      observedAt: times.observedAtMs,
      registryVersion: Number(version),
      signaturesRequired: QUORUM,
      configHash: toHex(sourceId),
      signersBitmap: toHex(signersBitmap([0, 1, 2])),
      s: toHex(s),
      rx: `0x${'1'.repeat(64)}`,
      ryParity: 0,
      commitmentAddr: toHex(commitment),
      fresh: true,
    },
  };
  return JSON.stringify(answer);
}

/** Takes the bounds of an emergency off Config again. */
export function endEmergency(test: TestWorld): void {
  const config = configAddress(parseAddress(test.world.manifest.programId));
  copyAccount(test, config, config, (data) => new DataView(data.buffer).setBigUint64(OLDEST_ACCEPTED_VERSION_OFFSET, 0n, true));
}

function signTogether(keys: readonly ReturnType<typeof createSigningKey>[], message: Uint8Array) {
  const sessionId = new Uint8Array(randomBytes(32));
  const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const members = keys.map((signingKey, index) => {
    return { index, signingKey, ...createNoncePair({ signingKey, sessionId, attempt: 0 }, { random }) };
  });
  const prepared = prepareSession({
    sessionId,
    attempt: 0,
    message,
    setHash: new Uint8Array(32),
    signers: members.map(({ index, signingKey, commitment }) => ({ index, publicKey: signingKey.publicKey, ...commitment })),
  });
  const partials = members.map(({ index, signingKey, pair }) => signPartial({ prepared, ownIndex: index, signingKey, pair }));
  return sumPartials(prepared, partials);
}

function accountOf({ world }: TestWorld, address: Address) {
  const account = world.ledger.account(address);
  if (account === null) throw new Error('the ledger has no such account');
  return account;
}

function copyAccount(test: TestWorld, from: Address, to: Address, change: (data: Uint8Array) => void): void {
  const account = accountOf(test, from);
  const data = Uint8Array.from(account.data);
  change(data);
  test.world.ledger.setAccount(to, { ...account, data });
}
