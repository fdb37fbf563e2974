import { startLane } from '../load.mjs';
import { serveRound } from '../rounds.mjs';

/** A part is killed, and started again. */
function gone(page, part, situation, command) {
  return {
    situation,
    pages: { [page]: (room) => (command === undefined ? undefined : room.type(page, command)) },
    make: ({ drilled }) => drilled.kill(part),
    end: ({ drilled }) => drilled.start(part),
  };
}

export const PROCESSES = [
  {
    situation: 'the gateway is killed',
    pages: {
      OracleGatewayDown: (room) => room.type('OracleGatewayDown', 'gateway check-config --config gateway.toml'),
      OracleKeeperUpstreamDown: async () => undefined,
    },
    make: ({ drilled }) => drilled.kill('gateway'),
    end: ({ drilled }) => drilled.start('gateway'),
  },
  gone('OracleWorkerDown', 'worker', 'the settlement worker is killed', 'settlement-worker check-config --config worker.toml'),
  gone('OracleNodeDown', 'node', 'one node is killed', 'oracle-node check-config --config node.toml'),
  gone('OracleKeeperDown', 'keeper', 'the keeper is killed', 'oracle-gateway-keeper check-config --config keeper.toml'),
  {
    situation: 'Redis is killed, and callers look rounds up',
    pages: { OracleRedisDown: async () => undefined, OracleAnswersFail: async () => undefined },
    async make(room) {
      const roundId = await serveRound(room);
      room.readers = startLane('readers', async () => (await fetch(`${room.manifest.gatewayUrl}/v1/rounds/${roundId}`)).ok, {
        everyMs: 200,
      });
      await room.drilled.kill('redis');
    },
    async end(room) {
      await room.drilled.start('redis');
      await room.readers.stop();
    },
  },
  gone('OracleNodesSilent', 'smallest-quorum', 'so many nodes are killed that no quorum is left'),
  gone('OracleFacilitatorDown', 'facilitator', 'the facilitator is killed'),
  {
    situation: 'the RPC server of the ledger stalls',
    pages: { OracleLedgerDown: async () => undefined, OracleNodeViewOld: async () => undefined },
    make: ({ drilled }) => drilled.stallLedger(),
    end: ({ drilled }) => drilled.resumeLedger(),
  },
];
