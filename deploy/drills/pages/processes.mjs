/** Situations in which a part is gone, and comes back. */

function gone(page, part, situation) {
  return {
    situation,
    pages: { [page]: async () => undefined },
    make: ({ drilled }) => drilled.kill(part),
    end: ({ drilled }) => drilled.start(part),
  };
}

export const PROCESSES = [
  gone('OracleGatewayDown', 'gateway', 'the gateway is killed'),
  gone('OracleWorkerDown', 'worker', 'the settlement worker is killed'),
  gone('OracleNodeDown', 'node', 'one node is killed'),
  gone('OracleKeeperDown', 'keeper', 'the keeper is killed'),
  gone('OracleRedisDown', 'redis', 'Redis is killed'),
  gone('OracleNodesSilent', 'quorum', 'so many nodes are killed that no quorum is left'),
  gone('OracleFacilitatorDown', 'facilitator', 'the facilitator is killed'),
  {
    situation: 'the RPC server of the ledger stalls',
    pages: { OracleLedgerDown: async () => undefined, OracleNodeViewOld: async () => undefined },
    make: ({ drilled }) => drilled.stallLedger(),
    end: ({ drilled }) => drilled.resumeLedger(),
  },
];
