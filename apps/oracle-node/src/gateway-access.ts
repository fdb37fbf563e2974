import type { LedgerReader } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { gatewayAddress, gatewayIsActive, type GatewayAccount } from '@oracle-gateway/protocol/accounts';
import { NodeError } from './errors.js';

/** A registered and active gateway that has signed the request at hand. */
export interface Caller {
  readonly authority: Address;
  /** The Gateway account, which the session id names. */
  readonly gateway: Address;
  /** The authority in base58: a map key, and safe to log. */
  readonly name: string;
}

export interface GatewayAccess {
  /** The gateway of this authority when it is registered and active, else null. Throws NodeError `not_ready`, `overloaded`. */
  find(authority: Address): Promise<Caller | null>;
  /** Reads every known gateway again; rejects when the ledger cannot be read. */
  refresh(): Promise<void>;
}

interface Known {
  readonly caller: Caller;
  readonly account: GatewayAccount;
  readonly readAtMs: number;
}

/** Registration is the administrator's act, so these are few; strangers only ever enter the second map. */
const MAX_KNOWN = 256;
const MAX_STRANGERS = 1_024;
const STRANGER_TTL_MS = 5_000;
/** Anybody can sign with a fresh key: what such requests may cost the RPC server is bounded. */
const MAX_LOOKUPS_PER_SECOND = 20;

/**
 * Which gateways this node serves, in its own view of the ledger. A known gateway is answered from memory and read again
 * by `refresh`; one whose account was last read more than `maxAgeMs` ago is read before it is served.
 */
export const createGatewayAccess = (input: {
  readonly reader: Pick<LedgerReader, 'gateway'>;
  readonly programId: Address;
  readonly maxAgeMs: number;
  readonly nowMs: () => number;
}): GatewayAccess => {
  const known = new Map<string, Known>();
  const strangers = new Map<string, number>();
  const lookups = new Map<string, Promise<Known | null>>();
  const mayLookUp = createRateLimit(MAX_LOOKUPS_PER_SECOND, input.nowMs);

  const read = async (caller: Caller): Promise<Known | null> => {
    const readAtMs = input.nowMs();
    const { value } = await input.reader.gateway(caller.gateway);
    if (value === null) {
      known.delete(caller.name);
      keepWithin(strangers, MAX_STRANGERS - 1);
      strangers.set(caller.name, readAtMs + STRANGER_TTL_MS);
      return null;
    }
    const entry: Known = { caller, account: value, readAtMs };
    known.delete(caller.name);
    keepWithin(known, MAX_KNOWN - 1);
    known.set(caller.name, entry);
    return entry;
  };

  const lookUp = async (authority: Address, name: string): Promise<Known | null> => {
    const pending = lookups.get(name);
    if (pending !== undefined) {
      return await pending;
    }
    if (!mayLookUp()) {
      throw new NodeError('overloaded');
    }
    const lookup = read({ authority, gateway: gatewayAddress(input.programId, authority), name });
    lookups.set(name, lookup);
    try {
      return await lookup;
    } catch {
      throw new NodeError('not_ready', 'the ledger cannot be read');
    } finally {
      lookups.delete(name);
    }
  };

  return {
    find: async (authority) => {
      const name = formatAddress(authority);
      const nowMs = input.nowMs();
      if ((strangers.get(name) ?? 0) > nowMs) {
        return null;
      }
      const remembered = known.get(name);
      const isFresh = remembered !== undefined && nowMs - remembered.readAtMs <= input.maxAgeMs;
      const entry = isFresh ? remembered : await lookUp(authority, name);
      return entry !== null && gatewayIsActive(entry.account) ? entry.caller : null;
    },
    refresh: async () => {
      await Promise.all([...known.values()].map(({ caller }) => read(caller)));
    },
  };
};

const createRateLimit = (perSecond: number, nowMs: () => number): (() => boolean) => {
  let second = 0;
  let used = 0;
  return () => {
    const current = Math.floor(nowMs() / 1_000);
    used = current === second ? used + 1 : 1;
    second = current;
    return used <= perSecond;
  };
};

/** Drops the entries put in first until at most `size` are left. */
const keepWithin = (map: Map<string, unknown>, size: number): void => {
  for (const key of map.keys()) {
    if (map.size <= size) {
      return;
    }
    map.delete(key);
  }
};
