import { type OutboxConnection, outboxPrefix } from '@oracle-gateway/outbox';
import { fromHex, toHex, type Address } from '@oracle-gateway/protocol';

/** A signer set whose account this gateway has paid for. */
export interface PaidSignerSet {
  readonly registryVersion: bigint;
  /** 32 bytes BE. */
  readonly signersBitmap: Uint8Array;
}

/**
 * The signer sets whose lamports return to this gateway, by the time of their next check. A set that is missing keeps its lamports; other
 * workers settle without it until it recurs.
 */
export interface SignerSetIndex {
  /** Keeps the time of a set that is already there. */
  add(set: PaidSignerSet): Promise<void>;
  /** Any, due or not. */
  list(input: { limit: number }): Promise<readonly PaidSignerSet[]>;
  due(input: { beforeSeconds: number; limit: number }): Promise<readonly PaidSignerSet[]>;
  postpone(sets: readonly PaidSignerSet[], toSeconds: number): Promise<void>;
  remove(sets: readonly PaidSignerSet[]): Promise<void>;
}

const NAME = /^(\d{1,20})\/(0x[0-9a-f]{64})$/;

export function createSignerSetIndex({ redis, gateway }: { readonly redis: OutboxConnection; readonly gateway: Address }): SignerSetIndex {
  const key = `${outboxPrefix(gateway)}:signer-sets`;
  return {
    async add(set) {
      await redis.zadd(key, 'NX', 0, signerSetName(set));
    },
    async list({ limit }) {
      return (await redis.zrange(key, 0, String(limit - 1))).flatMap((name) => readName(name));
    },
    async due({ beforeSeconds, limit }) {
      const names = await redis.zrangebyscore(key, '-inf', `(${beforeSeconds}`, 'LIMIT', 0, limit);
      return names.flatMap((name) => readName(name));
    },
    async postpone(sets, toSeconds) {
      if (sets.length > 0) await redis.zadd(key, 'XX', ...sets.flatMap((set) => [toSeconds, signerSetName(set)]));
    },
    async remove(sets) {
      if (sets.length > 0) await redis.zrem(key, ...sets.map(signerSetName));
    },
  };
}

/** The key of a set. */
export function signerSetName({ registryVersion, signersBitmap }: PaidSignerSet): string {
  return `${registryVersion}/${toHex(signersBitmap)}`;
}

function readName(name: string): readonly PaidSignerSet[] {
  const [, version, bitmap] = NAME.exec(name) ?? [];
  return version === undefined || bitmap === undefined ? [] : [{ registryVersion: BigInt(version), signersBitmap: fromHex(bitmap, 32) }];
}
