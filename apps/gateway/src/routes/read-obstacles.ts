import { gatewayIsActive } from '@oracle-gateway/protocol/accounts';
import type { SettlementFeeBalance } from '../charges/settlement-fee-balance.js';
import type { Engine } from '../engine/index.js';
import type { OpenOutbox } from '../outbox/open-outbox.js';
import type { OpenPaths } from '../paths/open-paths.js';
import type { PathPorts } from '../paths/path-ports.js';
import type { Obstacle, ReadObstacles, ReadyPart } from '../errors/obstacles.js';

export interface ObstaclesDeps {
  readonly ports: Pick<PathPorts, 'ledger' | 'gatewayAccount'>;
  readonly outbox: Pick<OpenOutbox, 'probe'>;
  readonly engine: Engine;
  readonly feeBalance: Pick<SettlementFeeBalance, 'trouble'>;
  readonly paths: Pick<OpenPaths, 'troubles'>;
  readonly isStopping: () => boolean;
}

export function createReadObstacles(deps: ObstaclesDeps): ReadObstacles {
  const { outbox, engine, feeBalance, paths, isStopping } = deps;
  return async () => {
    const [outboxTrouble, ofNodes, ofAccount, fundsTrouble] = await Promise.all([
      outbox.probe(),
      nodesObstacle(deps),
      accountObstacle(deps),
      feeBalance.trouble(),
    ]);
    return [
      obstacle('stopping', isStopping() ? 'the gateway is shutting down' : null),
      ...paths.troubles().map((reason) => obstacle('payments', reason)),
      // From there on nodes refuse what this gateway dates, round by round, and callers lose their authorizations.
      obstacle('clock', engine.nodes.clock.isOff() ? 'the clock of the gateway differs from those of most nodes by 2 s or more' : null),
      obstacle('outbox', outboxTrouble),
      ofNodes,
      ofAccount,
      obstacle('funds', fundsTrouble),
    ].filter((found) => found !== null);
  };
}

function obstacle(part: ReadyPart, reason: string | null): Obstacle | null {
  return reason === null ? null : { part, reason };
}

async function nodesObstacle({ ports: { ledger }, engine: { nodes: pool } }: ObstaclesDeps): Promise<Obstacle | null> {
  try {
    const registry = await ledger.currentRegistry();
    const { minSigners } = registry;
    const nodes = await pool.directory(registry);
    if (nodes.length < minSigners) return obstacle('nodes', `${nodes.length} nodes have a usable endpoint, ${minSigners} are needed`);
  } catch {
    return obstacle('ledger', 'the registry cannot be read from the ledger');
  }
  // Without a check yet, the nodes are taken at the word of the ledger.
  const { answering, needed } = pool.presence() ?? { answering: 0, needed: 0 };
  return obstacle('nodes', answering >= needed ? null : `${answering} nodes answer, ${needed} are needed`);
}

async function accountObstacle({ ports: { gatewayAccount } }: ObstaclesDeps): Promise<Obstacle | null> {
  try {
    const account = await gatewayAccount();
    if (account === null) return obstacle('account', 'the ledger has no Gateway account whose authority is the key of this process');
    return obstacle('account', gatewayIsActive(account) ? null : 'the gateway is deactivated on the ledger');
  } catch {
    return obstacle('ledger', 'the gateway account cannot be read from the ledger');
  }
}
