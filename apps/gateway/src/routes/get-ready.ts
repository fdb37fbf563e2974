import type { operations } from '@oracle-gateway/gateway-api';
import { gatewayIsActive } from '@oracle-gateway/protocol/accounts';
import type { SettlementFeeBalance } from '../charges/settlement-fee-balance.js';
import type { Engine } from '../engine/index.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import type { OpenOutbox } from '../outbox/open-outbox.js';
import type { OpenPaths } from '../paths/open-paths.js';
import type { PathPorts } from '../paths/path-ports.js';

export interface GetReadyDeps {
  readonly ports: PathPorts;
  readonly outbox: OpenOutbox;
  readonly engine: Engine;
  readonly feeBalance: SettlementFeeBalance;
  readonly paths: OpenPaths;
  readonly isStopping: () => boolean;
}

const NO_SETTLEMENT = 'settlement is switched off: served rounds are held until an operator releases them';

/** GET /ready: can a round be served now (protocol §10), and what an operator has switched off. */
export function getReady(deps: GetReadyDeps): Endpoint<typeof operations.getReady> {
  // Differences from a gateway in full service, though rounds are served.
  const notes = deps.outbox.queue === null ? [NO_SETTLEMENT] : [];
  return async () => {
    const reasons = await reasonsOf(deps);
    if (reasons.length > 0) throw new GatewayError('not_ready', { detail: reasons.join('; '), members: { reasons } });
    return { status: 200, body: { status: 'ok', ...(notes.length === 0 ? {} : { notes }) } };
  };
}

/**
 * Why this gateway cannot serve a round now; empty when it can. Reasons are fixed texts: nothing of an inner error leaves. Everything read here is
 * cached or bounded by its own owner, so probes can load neither ledger nor outbox.
 */
async function reasonsOf(deps: GetReadyDeps): Promise<readonly string[]> {
  const reasons = await Promise.all([deps.outbox.probe(), nodesReason(deps), gatewayReason(deps.ports), deps.feeBalance.trouble()]);
  const stopping = deps.isStopping() ? 'the gateway is shutting down' : null;
  return [stopping, ...deps.paths.troubles(), clockReason(deps), ...reasons].filter((reason) => reason !== null);
}

/** From there on nodes refuse what this gateway dates, round by round, and callers lose their authorizations. */
function clockReason({ engine }: GetReadyDeps): string | null {
  return engine.nodes.clock.isOff() ? 'the clock of the gateway differs from those of most nodes by 2 s or more' : null;
}

async function nodesReason({ ports: { ledger }, engine: { nodes: pool } }: GetReadyDeps): Promise<string | null> {
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

async function gatewayReason({ gatewayAccount }: PathPorts): Promise<string | null> {
  try {
    const account = await gatewayAccount();
    if (account === null) return 'the ledger has no Gateway account whose authority is the key of this process';
    return gatewayIsActive(account) ? null : 'the gateway is deactivated on the ledger';
  } catch {
    return 'the gateway account cannot be read from the ledger';
  }
}
