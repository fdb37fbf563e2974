import type { LedgerReader } from '@oracle-gateway/ledger';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import type {
  ConfigAccount,
  DelegateAccount,
  GatewayAccount,
  NodeAccount,
  RegistryAccount,
  SubscriptionAccount,
} from '@oracle-gateway/protocol/accounts';

/** What the fake ledger holds; tests change it between requests. */
export interface LedgerState {
  config: ConfigAccount;
  registry: RegistryAccount;
  /** Answered instead of `registry` until somebody refreshes. */
  cachedRegistry: RegistryAccount | null;
  nodes: NodeAccount[];
  gateway: GatewayAccount | null;
  readonly subscriptions: Map<string, SubscriptionAccount>;
  /** By `<owner>/<delegate's key>`. */
  readonly delegates: Map<string, DelegateAccount>;
  slot: number;
  /** When set, every read fails with it. */
  failure: Error | null;
  refreshes: number;
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
    config: () => read(() => state.config),
    currentRegistry: (options) =>
      read(() => {
        if (options?.refresh === true) {
          state.refreshes += 1;
          state.cachedRegistry = null;
        }
        return state.cachedRegistry ?? state.registry;
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
    feed: unexpected('feed'),
    registry: unexpected('registry'),
    receipt: unexpected('receipt'),
    clockSeconds: unexpected('clockSeconds'),
    slot: unexpected('slot'),
  };
}
