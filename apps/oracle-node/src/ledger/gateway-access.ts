import { createBudget, type Tenant } from '@oracle-gateway/fair-share';
import type { GatewayAccountReader } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { BoundedMap, equalBytes } from '@oracle-gateway/protocol/internal';
import { AccountDecodeError, gatewayIsActive, type GatewayAccount } from '@oracle-gateway/protocol/accounts';
import { SHARE_OF_BLOCKS } from '../sharing/blocks.js';
import { NodeError } from '../errors/node-error.js';

/** A key that has signed in the name of a Gateway account. */
export interface GatewaySigner {
  /** The Gateway account, which the session id names. It stays when the key changes. */
  readonly gateway: Address;
  readonly authority: Address;
}

/** A registered and active gateway, whose present authority has signed the request. */
export interface Caller extends GatewaySigner {
  /** The Gateway account in base58: a map key, and safe to log. */
  readonly name: string;
  /** The trace of the round that it asks for, where it names one; for the log. */
  readonly traceId?: string | undefined;
}

export interface GatewayAccess {
  /** Whether the account was a gateway, active or not, and the key its authority, at the last read. Reads nothing. */
  isKnown(signer: GatewaySigner): boolean;
  /**
   * The gateway of this account; null unless it is registered and active, and the key its authority. `from` is the tenant that the request
   * comes from. Throws NodeError `not_ready`, `overloaded`.
   */
  find(signer: GatewaySigner, from: Tenant): Promise<Caller | null>;
  /**
   * Does as `find`, for a key that was found before. Where the account has another authority by now, it has replaced that key, and nothing is read.
   */
  findAgain(signer: GatewaySigner, from: Tenant): Promise<Caller | null>;
  /** Reads every known gateway again; rejects when the ledger cannot be read. */
  refresh(): Promise<void>;
}

interface Known {
  readonly gateway: Address;
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
 * Limits look-ups of unknown accounts, and of known ones for another key than the remembered authority. They are shared by address block: fresh
 * keys are free, so they could flood the RPC server. A new gateway still finds look-ups left, and so does a new key. Other reads of known
 * gateways are not limited.
 */
const STRANGER_LOOKUPS = { ...SHARE_OF_BLOCKS, max: 40, factor: 1 / 3 } as const;

/**
 * Decides which gateways this node serves, by its own view of the ledger. A known gateway is answered from memory, and `refresh` reads it
 * again. An account that was read more than `maxAgeMs` ago is read before its gateway is served. It is read too for a key that is not the
 * remembered authority: a new key works at once, and from then on the old one does not.
 */
export function createGatewayAccess(deps: {
  readonly reader: GatewayAccountReader;
  readonly maxAgeMs: number;
  readonly monotonicMs: () => number;
}): GatewayAccess {
  const known = new BoundedMap<string, Known>(MAX_KNOWN);
  /** End of the time for which a key is taken for no authority of an account, by both. */
  const strangers = new BoundedMap<string, number>(MAX_STRANGERS);
  const lookups = new Map<string, Promise<Known | null>>();
  const strangerLookups = createBudget(STRANGER_LOOKUPS, { nowMs: deps.monotonicMs });

  const read = async (gateway: Address): Promise<Known | null> => {
    const name = formatAddress(gateway);
    const readAtMs = deps.monotonicMs();
    // A stranger may have named any account of the ledger.
    const isUnknown = known.peek(name) === undefined;
    const { value, slot } = await deps.reader.gateway(gateway, { alone: isUnknown }).catch((error: unknown) => {
      if (isUnknown && error instanceof AccountDecodeError) return { value: null, slot: 0 };
      throw error;
    });
    const last = known.peek(name);
    if (last !== undefined && slot < last.slot) {
      // The server lags behind an earlier read: it must not bring back a gateway that was deactivated, nor a key that was replaced.
      return last;
    }
    if (value === null) {
      known.delete(name);
      return null;
    }
    const entry: Known = { gateway, account: value, slot, readAtMs };
    known.set(name, entry);
    return entry;
  };

  const lookUp = async (signer: GatewaySigner, name: string, from: Tenant): Promise<Known | null> => {
    const pending = lookups.get(name);
    if (pending !== undefined) {
      return await pending;
    }
    if (!isAuthorityOf(signer, known.peek(name)) && !strangerLookups.take(from).ok) {
      throw new NodeError('overloaded');
    }
    const lookup = read(signer.gateway)
      .catch(() => {
        throw ledgerUnread();
      })
      .finally(() => lookups.delete(name));
    lookups.set(name, lookup);
    return await lookup;
  };

  const isFresh = ({ readAtMs }: Known): boolean => deps.monotonicMs() - readAtMs <= deps.maxAgeMs;

  /** The gateway as the view of the ledger has it. Throws NodeError `not_ready` where that view is too old. */
  const callerOf = ({ gateway, authority }: GatewaySigner, name: string, entry: Known): Caller | null => {
    if (!isFresh(entry)) {
      throw ledgerUnread();
    }
    return gatewayIsActive(entry.account) ? { gateway, authority, name } : null;
  };

  const find = async (signer: GatewaySigner, from: Tenant): Promise<Caller | null> => {
    const name = formatAddress(signer.gateway);
    const remembered = known.get(name);
    if (remembered !== undefined && isFresh(remembered) && isAuthorityOf(signer, remembered)) {
      return callerOf(signer, name, remembered);
    }
    const stranger = `${name}/${formatAddress(signer.authority)}`;
    if ((strangers.get(stranger) ?? 0) > deps.monotonicMs()) {
      return null;
    }
    const askedAtMs = deps.monotonicMs();
    const entry = await lookUp(signer, name, from);
    if (entry !== null && isAuthorityOf(signer, entry)) {
      return callerOf(signer, name, entry);
    }
    strangers.set(stranger, askedAtMs + STRANGER_TTL_MS);
    return null;
  };

  return {
    isKnown: (signer) => isAuthorityOf(signer, known.peek(formatAddress(signer.gateway))),
    find,
    findAgain: async (signer, from) => {
      const remembered = known.peek(formatAddress(signer.gateway));
      return remembered === undefined || isAuthorityOf(signer, remembered) ? await find(signer, from) : null;
    },
    refresh: async () => {
      await Promise.all([...known.values()].map(({ gateway }) => read(gateway)));
    },
  };
}

function isAuthorityOf({ authority }: GatewaySigner, entry: Known | undefined): boolean {
  return entry !== undefined && equalBytes(entry.account.authority, authority);
}

function ledgerUnread(): NodeError {
  return new NodeError('not_ready', 'the ledger cannot be read');
}
