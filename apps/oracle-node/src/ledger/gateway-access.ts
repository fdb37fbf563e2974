import { createBudget, type Tenant } from '@oracle-gateway/fair-share';
import type { GatewayAccountReader } from '@oracle-gateway/ledger';
import { BoundedMap, formatAddress, type Address } from '@oracle-gateway/protocol';
import { gatewayAddress, gatewayIsActive, type GatewayAccount } from '@oracle-gateway/protocol/accounts';
import { SHARE_OF_BLOCKS } from '../sharing/blocks.js';
import { NodeError } from '../errors/node-error.js';

/** A registered and active gateway, which has signed the present request. */
export interface Caller {
  readonly authority: Address;
  /** The Gateway account, which the session id names. */
  readonly gateway: Address;
  /** The authority in base58: a map key, and safe to log. */
  readonly name: string;
  /** The trace of the round that it asks for, where it names one; for the log. */
  readonly traceId?: string | undefined;
}

export interface GatewayAccess {
  /** Whether this authority was a gateway, active or not, at the last read. Reads nothing. */
  isKnown(authority: Address): boolean;
  /**
   * The gateway of this authority; null unless it is registered and active. `from` is the tenant that the request comes from. Throws
   * NodeError `not_ready`, `overloaded`.
   */
  find(authority: Address, from: Tenant): Promise<Caller | null>;
  /** Reads every known gateway again; rejects when the ledger cannot be read. */
  refresh(): Promise<void>;
}

interface Known {
  readonly caller: Caller;
  readonly account: GatewayAccount;
  /** Slot of the ledger at the read. */
  readonly slot: number;
  /** Time of the read on the monotonic clock. */
  readonly readAtMs: number;
}

/** Administrators register gateways, so these are few. Strangers enter the second map only. */
const MAX_KNOWN = 256;
const MAX_STRANGERS = 1_024;
const STRANGER_TTL_MS = 5_000;
/**
 * Limits look-ups of unknown keys, shared by address block: fresh keys are free, so they could flood the RPC server. A new gateway still
 * finds look-ups left. Reads of known gateways are not limited.
 */
const STRANGER_LOOKUPS = { ...SHARE_OF_BLOCKS, max: 40, factor: 1 / 3 } as const;

/**
 * Decides which gateways this node serves, by its own view of the ledger. A known gateway is answered from memory, and `refresh` reads it
 * again. An account that was read more than `maxAgeMs` ago is read before its gateway is served.
 */
export function createGatewayAccess(deps: {
  readonly reader: GatewayAccountReader;
  readonly programId: Address;
  readonly maxAgeMs: number;
  readonly monotonicMs: () => number;
}): GatewayAccess {
  const known = new BoundedMap<string, Known>(MAX_KNOWN);
  const strangers = new BoundedMap<string, number>(MAX_STRANGERS);
  const lookups = new Map<string, Promise<Known | null>>();
  const strangerLookups = createBudget(STRANGER_LOOKUPS, { nowMs: deps.monotonicMs });

  const read = async (caller: Caller): Promise<Known | null> => {
    const readAtMs = deps.monotonicMs();
    const { value, slot } = await deps.reader.gateway(caller.gateway);
    const last = known.peek(caller.name);
    if (last !== undefined && slot < last.slot) {
      // The server lags behind an earlier read: it must not bring back a gateway that was deactivated.
      return last;
    }
    if (value === null) {
      known.delete(caller.name);
      strangers.set(caller.name, readAtMs + STRANGER_TTL_MS);
      return null;
    }
    const entry: Known = { caller, account: value, slot, readAtMs };
    known.set(caller.name, entry);
    return entry;
  };

  const lookUp = async (authority: Address, name: string, from: Tenant): Promise<Known | null> => {
    const pending = lookups.get(name);
    if (pending !== undefined) {
      return await pending;
    }
    if (known.peek(name) === undefined && !strangerLookups.take(from).ok) {
      throw new NodeError('overloaded');
    }
    const lookup = read({ authority, gateway: gatewayAddress(deps.programId, authority), name })
      .catch(() => {
        throw ledgerUnread();
      })
      .finally(() => lookups.delete(name));
    lookups.set(name, lookup);
    return await lookup;
  };

  const isFresh = ({ readAtMs }: Known): boolean => deps.monotonicMs() - readAtMs <= deps.maxAgeMs;

  return {
    isKnown: (authority) => known.peek(formatAddress(authority)) !== undefined,
    find: async (authority, from) => {
      const name = formatAddress(authority);
      if ((strangers.get(name) ?? 0) > deps.monotonicMs()) {
        return null;
      }
      const remembered = known.get(name);
      const entry = remembered !== undefined && isFresh(remembered) ? remembered : await lookUp(authority, name, from);
      if (entry !== null && !isFresh(entry)) {
        throw ledgerUnread();
      }
      return entry !== null && gatewayIsActive(entry.account) ? entry.caller : null;
    },
    refresh: async () => {
      await Promise.all([...known.values()].map(({ caller }) => read(caller)));
    },
  };
}

function ledgerUnread(): NodeError {
  return new NodeError('not_ready', 'the ledger cannot be read');
}
