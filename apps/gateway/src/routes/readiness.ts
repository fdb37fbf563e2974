import type { CurrentRegistryReader } from '@oracle-gateway/ledger';
import { gatewayIsActive } from '@oracle-gateway/protocol/accounts';
import type { OpenNodePool } from '../engine/index.js';
import type { GatewayAccountCache } from '../ledger/gateway-account-cache.js';
import type { OutboxProbe } from '../outbox/outbox-probe.js';
import type { OpenPaths } from '../paths/open-paths.js';
import type { SettlementFeeBalance } from '../charges/settlement-fee-balance.js';

/** Why this gateway cannot serve a round now; empty when it can. Reasons are fixed texts: nothing of an inner error leaves. */
export type Readiness = () => Promise<readonly string[]>;

export interface ReadinessDeps {
  readonly outboxProbe: OutboxProbe;
  readonly ledger: CurrentRegistryReader;
  readonly nodes: Pick<OpenNodePool, 'directory' | 'presence' | 'clock'>;
  readonly gatewayAccount: GatewayAccountCache;
  readonly isStopping: () => boolean;
  readonly feeBalance: Pick<SettlementFeeBalance, 'trouble'>;
  readonly paths: Pick<OpenPaths, 'troubles'>;
}

/** Everything read here is cached or bounded by its own owner, so probes can load neither ledger nor outbox. */
export function createReadiness(deps: ReadinessDeps): Readiness {
  return async () => {
    const reasons = await Promise.all([deps.outboxProbe(), nodesReason(deps), gatewayReason(deps), deps.feeBalance.trouble()]);
    const stopping = deps.isStopping() ? 'the gateway is shutting down' : null;
    return [stopping, ...deps.paths.troubles(), clockReason(deps), ...reasons].filter((reason) => reason !== null);
  };
}

/** From there on nodes refuse what this gateway dates, round by round, and callers lose their authorizations. */
function clockReason({ nodes }: ReadinessDeps): string | null {
  return nodes.clock.isOff() ? 'the clock of the gateway differs from those of most nodes by 2 s or more' : null;
}

async function nodesReason({ ledger, nodes: pool }: ReadinessDeps): Promise<string | null> {
  try {
    const registry = await ledger.currentRegistry();
    const { minSigners } = registry;
    const nodes = await pool.directory(registry);
    if (nodes.length < minSigners) return `${nodes.length} nodes have a usable endpoint, ${minSigners} are needed`;
  } catch {
    return 'the registry cannot be read from the ledger';
  }
  // Without a check yet, the nodes are taken at the word of the ledger.
  const { answering, needed } = pool.presence() ?? { answering: 0, needed: 0 };
  return answering >= needed ? null : `${answering} nodes answer, ${needed} are needed`;
}

async function gatewayReason({ gatewayAccount }: ReadinessDeps): Promise<string | null> {
  try {
    const account = await gatewayAccount();
    if (account === null) return 'the gateway is not registered on the ledger';
    return gatewayIsActive(account) ? null : 'the gateway is deactivated on the ledger';
  } catch {
    return 'the gateway account cannot be read from the ledger';
  }
}
