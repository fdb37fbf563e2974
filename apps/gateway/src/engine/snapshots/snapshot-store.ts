import { type OutboxConnection, outboxPrefix } from '@oracle-gateway/outbox';
import { type Address, decodeRegistrySnapshot, encodeRegistrySnapshot, fromHex, toHex } from '@oracle-gateway/protocol';
import type { RegistryKeys, SignedRegistrySnapshot } from '@oracle-gateway/schnorr';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const Hex = Type.String({ pattern: '^0x(?:[0-9a-f]{2})*$', maxLength: 16_384 });

/** Version of the stored form, its member `version`. */
const STORED_VERSION = 1;
const StoredSnapshot = Type.Object(
  {
    version: Type.Literal(STORED_VERSION),
    snapshot: Hex,
    signersBitmap: Hex,
    s: Hex,
    commitment: Hex,
    /** Keys of the version whose nodes signed, by index: the ledger may have closed its account. */
    signerKeys: Type.Array(Type.Union([Hex, Type.Null()]), { maxItems: 64 }),
    signersQuorum: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
type StoredSnapshot = Static<typeof StoredSnapshot>;

/** A kept snapshot has a form that this version does not write. The nodes can sign another one. */
export class UnreadableSnapshotError extends Error {
  override readonly name = 'UnreadableSnapshotError';
  constructor(options?: ErrorOptions) {
    super(`a kept registry snapshot is not of version ${STORED_VERSION}: another release wrote it`, options);
  }
}

export interface KeptSnapshot {
  readonly signed: SignedRegistrySnapshot;
  /** The version whose nodes signed. */
  readonly signers: RegistryKeys;
}

/** The endpoints that nodes had. */
export interface KeptOrigins {
  /** Keeps the endpoints of nodes of one version. Those kept of other nodes stay. */
  noteOrigins(version: bigint, nodes: readonly { readonly index: number; readonly origin: string }[]): Promise<void>;
  /** The last endpoint kept of each node of one version, by index. */
  lastOrigins(version: bigint): Promise<ReadonlyMap<number, string>>;
}

/** Registry snapshots shared by all processes of a gateway keypair. */
export interface SnapshotStore extends KeptOrigins {
  /**
   * The newest that the nodes of this version signed; without a version that of the latest signers. Null: nodes have signed no such snapshot.
   * Throws UnreadableSnapshotError.
   */
  read(signerVersion?: bigint): Promise<KeptSnapshot | null>;
  /** Keeps a snapshot, unless a later one of the same signers is kept. */
  keep(kept: KeptSnapshot): Promise<void>;
  /** Unix seconds of the latest snapshot by which another version's nodes named this version. Null: none did. */
  namedAt(version: bigint): Promise<number | null>;
  /** The right to have the nodes of one version sign a snapshot of another, for the time of a lease. False: another process has it. */
  claim(what: SnapshotClaim & { readonly leaseSeconds: number }): Promise<boolean>;
  /** Lets the right go after this time. */
  release(what: SnapshotClaim & { readonly afterSeconds: number }): Promise<void>;
}

export interface SnapshotClaim {
  readonly signerVersion: bigint;
  readonly version: bigint;
}

/** Versions whose snapshots are kept. A chain that is further behind has lapsed. */
export const KEPT_VERSIONS = 64n;
/** Longer than any chain trusts a version whose nodes were last asked then. */
const ORIGINS_SECONDS = 180 * 86_400;

/**
 * Each signer version is a field. The time of its snapshot stands beside it, and the latest time at which others named the version.
 * `newest` names the latest version. One script, so that no older snapshot replaces a newer one.
 */
const KEEP = `
local named = ARGV[5] .. ':named'
if ARGV[5] ~= ARGV[1] and tonumber(redis.call('HGET', KEYS[1], named) or '-1') < tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], named, ARGV[2]) end
local at = tonumber(redis.call('HGET', KEYS[1], ARGV[1] .. ':at') or '-1')
if at > tonumber(ARGV[2]) then return end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3], ARGV[1] .. ':at', ARGV[2])
if tonumber(redis.call('HGET', KEYS[1], 'newest') or '0') < tonumber(ARGV[1]) then redis.call('HSET', KEYS[1], 'newest', ARGV[1]) end
redis.call('HDEL', KEYS[1], ARGV[4], ARGV[4] .. ':at', ARGV[4] .. ':named')`;

export function createSnapshotStore({ redis, gateway }: { readonly redis: OutboxConnection; readonly gateway: Address }): SnapshotStore {
  const key = `${outboxPrefix(gateway)}:snapshots`;
  const claimKey = ({ signerVersion, version }: SnapshotClaim): string => `${key}:claim:${signerVersion}:${version}`;
  const originsKey = (version: bigint): string => `${key}:origins:${version}`;
  return {
    async read(signerVersion) {
      const version = signerVersion?.toString() ?? (await redis.hget(key, 'newest'));
      const text = version === null ? null : await redis.hget(key, version);
      return text === null ? null : readStored(text);
    },
    async keep(kept) {
      const { signerVersion, version, signedAtSeconds } = kept.signed.snapshot;
      const forgotten = (signerVersion - KEPT_VERSIONS).toString();
      const text = JSON.stringify(stored(kept));
      await redis.eval(KEEP, 1, key, signerVersion.toString(), signedAtSeconds, text, forgotten, version.toString());
    },
    async namedAt(version) {
      const seconds = await redis.hget(key, `${version}:named`);
      return seconds === null ? null : Number(seconds);
    },
    claim: async ({ leaseSeconds, ...what }) => (await redis.set(claimKey(what), '1', 'EX', leaseSeconds, 'NX')) === 'OK',
    async release({ afterSeconds, ...what }) {
      await redis.expire(claimKey(what), afterSeconds);
    },
    async noteOrigins(version, nodes) {
      if (nodes.length === 0) return;
      const fields = nodes.flatMap(({ index, origin }) => [index.toString(), origin]);
      await redis
        .multi()
        .hset(originsKey(version), ...fields)
        .expire(originsKey(version), ORIGINS_SECONDS)
        .exec();
    },
    async lastOrigins(version) {
      const kept = Object.entries(await redis.hgetall(originsKey(version)));
      return new Map(kept.map(([index, origin]) => [Number(index), origin]));
    },
  };
}

function stored({ signed, signers }: KeptSnapshot): StoredSnapshot {
  return {
    version: STORED_VERSION,
    snapshot: toHex(encodeRegistrySnapshot(signed.snapshot)),
    signersBitmap: toHex(signed.signersBitmap),
    s: toHex(signed.s),
    commitment: toHex(signed.commitment),
    signerKeys: signers.keys.map((signerKey) => (signerKey === null ? null : toHex(signerKey))),
    signersQuorum: signers.minSigners,
  };
}

function readStored(text: string): KeptSnapshot {
  const plain = parseStored(text);
  const snapshot = decodeRegistrySnapshot(fromHex(plain.snapshot));
  return {
    signed: {
      snapshot,
      signersBitmap: fromHex(plain.signersBitmap, 32),
      s: fromHex(plain.s, 32),
      commitment: fromHex(plain.commitment, 20),
    },
    signers: {
      version: snapshot.signerVersion,
      keys: plain.signerKeys.map((signerKey) => (signerKey === null ? null : fromHex(signerKey, 64))),
      minSigners: plain.signersQuorum,
    },
  };
}

function parseStored(text: string): StoredSnapshot {
  let plain: unknown;
  try {
    plain = JSON.parse(text);
  } catch (cause) {
    throw new UnreadableSnapshotError({ cause });
  }
  if (!Value.Check(StoredSnapshot, plain)) throw new UnreadableSnapshotError();
  return plain;
}
