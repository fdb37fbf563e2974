import type { EscrowRead, LedgerReader, TokenHolding } from '@oracle-gateway/ledger';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import type {
  AgentRoundAccount,
  ConfigAccount,
  DelegateAccount,
  GatewayAccount,
  NodeAccount,
  RegistryAccount,
  SubscriptionAccount,
} from '@oracle-gateway/protocol/accounts';

/** Content of the fake ledger; tests change it between requests. */
export interface LedgerState {
  config: ConfigAccount;
  registry: RegistryAccount;
  /** Versions before it. */
  readonly former: Map<bigint, RegistryAccount>;
  /** Answered instead of `registry` until a refresh. */
  cachedRegistry: RegistryAccount | null;
  nodes: NodeAccount[];
  gateway: GatewayAccount | null;
  readonly subscriptions: Map<string, SubscriptionAccount>;
  /** Delegates by `<owner>/<delegate's key>`. */
  readonly delegates: Map<string, DelegateAccount>;
  /** Escrows by their payer; other payers have nothing. */
  readonly escrows: Map<string, Pick<EscrowRead, 'escrow' | 'tokens'>>;
  /** Answered instead of `escrows` until a read past the cache. */
  readonly cachedEscrows: Map<string, EscrowRead>;
  /** Settled agent rounds, by their address. */
  readonly agentRounds: Map<string, AgentRoundAccount>;
  slot: number;
  blockHeight: number;
  /** Balance of an account that `lamportsOf` does not name. */
  lamports: bigint;
  /** Balances by address. */
  readonly lamportsOf: Map<string, bigint>;
  /** Treasury's token account; null: it is not there. */
  treasury: TokenHolding | null;
  /** When set, every read fails with it. */
  failure: Error | null;
  refreshes: number;
  /** Answered instead of `config` until a refresh. */
  cachedConfig: ConfigAccount | null;
  configRefreshes: number;
  /** Payers whose escrow was read past the cache, in this order. */
  readonly freshEscrowReads: string[];
  /** Runs when a subscription is read. */
  onSubscriptionRead: () => void;
}

/** A reader over {@link LedgerState}; a call that serving must not make throws. */
export function fakeLedger(state: LedgerState): LedgerReader {
  const read = <T>(value: () => T): Promise<T> => (state.failure === null ? Promise.resolve(value()) : Promise.reject(state.failure));
  const unexpected = (name: string) => (): never => {
    throw new Error(`the gateway must not call ${name}`);
  };
  return {
    config: (options) =>
      read(() => {
        if (options?.refresh === true) {
          state.configRefreshes += 1;
          state.cachedConfig = null;
        }
        return state.cachedConfig ?? state.config;
      }),
    currentRegistry: (options) =>
      read(() => {
        if (options?.refresh === true) {
          state.refreshes += 1;
          state.cachedRegistry = null;
        }
        return state.cachedRegistry ?? state.registry;
      }),
    readCurrentRegistry: () =>
      read(() => {
        state.refreshes += 1;
        state.cachedRegistry = null;
        return state.registry;
      }),
    nodes: () => read(() => state.nodes),
    gateway: () => read(() => ({ value: state.gateway, slot: state.slot })),
    subscription: (owner: Address) => {
      state.onSubscriptionRead();
      return read(() => ({ value: state.subscriptions.get(formatAddress(owner)) ?? null, slot: state.slot }));
    },
    delegate: ({ subscriptionOwner, authority }) =>
      read(() => {
        const name = `${formatAddress(subscriptionOwner)}/${formatAddress(authority)}`;
        return { value: state.delegates.get(name) ?? null, slot: state.slot };
      }),
    escrow: ({ payer }, options) =>
      read(() => {
        const name = formatAddress(payer);
        const cached = state.cachedEscrows.get(name);
        if (options?.fresh !== true && cached !== undefined) return cached;
        if (options?.fresh === true) freshEscrowRead(state, name);
        return escrowOf(state, name);
      }),
    escrowRounds: ({ payer }, rounds) =>
      read(() => {
        const name = formatAddress(payer);
        freshEscrowRead(state, name);
        return { ...escrowOf(state, name), rounds: rounds.map((round) => state.agentRounds.get(formatAddress(round)) ?? null) };
      }),
    node: unexpected('node'),
    feed: unexpected('feed'),
    registry: (version) => read(() => (state.registry.version === version ? state.registry : (state.former.get(version) ?? null))),
    receipt: unexpected('receipt'),
    clockSeconds: unexpected('clockSeconds'),
    slot: unexpected('slot'),
    lamports: (addresses) =>
      read(() => ({
        lamports: addresses.map((address) => state.lamportsOf.get(formatAddress(address)) ?? state.lamports),
        slot: state.slot,
      })),
    tip: () => read(() => ({ slot: state.slot, blockHeight: state.blockHeight })),
    treasury: () => read(() => state.treasury),
  };
}

function escrowOf({ escrows, slot }: LedgerState, payer: string): EscrowRead {
  return { ...(escrows.get(payer) ?? { escrow: null, tokens: null }), slot };
}

function freshEscrowRead(state: LedgerState, payer: string): void {
  state.freshEscrowReads.push(payer);
  state.cachedEscrows.delete(payer);
}
