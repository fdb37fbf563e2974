import { join } from 'node:path';
import { startLane } from '../load.mjs';
import { serveRound } from '../rounds.mjs';
import { slowConfig } from '../../../bench/world/caller.mjs';

const NODES = [0, 1, 2, 3, 4];
const SLOW_MS = 6_000;
const AHEAD_MS = 700;
const SLOW_AT_ONCE = 8;

async function misbehave(room, indices, fault) {
  for (const index of indices) await room.control('/node', { index, fault });
}

/** Its expression compares with rounds of half an hour, so it is drilled first. */
export const SOURCES = [
  {
    situation: 'the source that callers ask is dead',
    pages: { OracleSourcesFail: async () => undefined },
    make: ({ askFor, manifest }) => askFor({ url: `${manifest.sources.echo}/?status=500`, method: 'GET', responseParser: '$.price' }),
    end: ({ askFor }) => askFor(),
  },
];

export const NODES_AND_ROUNDS = [
  {
    situation: 'all nodes answer nonsense',
    pages: {
      OracleRoundsFail: async (room) =>
        room.type('OracleRoundsFail', 'oracle-gateway-admin why <request id> <log files>', {
          'request id': await room.failedRequest(),
          'log files': room.logs(),
        }),
      OracleRoundsBudget: async () => undefined,
      OracleNodeFaults: async () => undefined,
    },
    make: (room) => misbehave(room, NODES, 'garbage'),
    end: (room) => misbehave(room, NODES, 'none'),
  },
  {
    situation: 'callers ask a source that takes six seconds',
    pages: { OracleRoundsSlow: async () => undefined },
    make(room) {
      room.slow = startLane('slow', async () => (await serveRound(room, { source: slowConfig(room.manifest, SLOW_MS) })) !== undefined, {
        maxOpen: SLOW_AT_ONCE,
      });
    },
    end: (room) => room.slow.stop(),
  },
  {
    situation: 'a gateway has two places for rounds, and more callers',
    pages: { OracleGatewayFull: async () => undefined },
    async make(room) {
      room.before = await room.reconfigure('gateway', { what: 'gateway' }, (config) => {
        config.rounds.max_concurrent = 2;
      });
      room.slow = startLane('slow', async () => (await serveRound(room, { source: slowConfig(room.manifest, SLOW_MS) })) !== undefined, {
        maxOpen: SLOW_AT_ONCE,
      });
    },
    async end(room) {
      await room.slow.stop();
      await room.restore('gateway', { what: 'gateway' }, room.before);
    },
  },
  {
    situation: 'a node is registered with an encryption key that it does not have',
    pages: { OracleNodeKeyMissing: async () => undefined },
    async make(room) {
      const folder = join(room.drilled.state, 'other-keys');
      await room.makeNodeKeys(folder);
      await room.registerNode(0, (config) => {
        config.node.encryption_key_path = join(folder, 'encryption.key');
      });
    },
    end: (room) => room.registerNode(0, () => undefined),
  },
  {
    situation: 'one of two RPC servers of every process is dead',
    pages: { OracleRpcServerDown: async () => undefined },
    make: ({ drilled }) => drilled.kill('rpc-server'),
    end: ({ drilled }) => drilled.start('rpc-server'),
  },
  {
    situation: 'the administrator stops the gateway',
    pages: {
      OracleGatewayNotReady: async (room) => {
        await room.type('OracleGatewayNotReady', 'admin show');
        await room.type('OracleGatewayNotReady', 'admin gateway start --gateway <account>', { account: room.manifest.gatewayPda });
      },
    },
    make: (room) => room.typeAside(`admin gateway stop --gateway ${room.manifest.gatewayPda}`),
  },
  {
    situation: "the clock of the gateway's machine is 0.7 s ahead",
    pages: { OracleClockOff: async () => undefined },
    make: (room) =>
      room.restartWith('gateway', `--import=data:text/javascript,globalThis.trueNow=Date.now;Date.now=()=>trueNow()+${AHEAD_MS}`),
    end: (room) => room.drilled.start('gateway'),
  },
  {
    situation: 'a process gets half of the CPU time that it needs',
    pages: { OracleEventLoopSlow: async () => undefined },
    make(room) {
      room.slow = room.stutter(room.manifest.pids.worker[0]);
    },
    end: (room) => room.slow.stop(),
  },
  {
    situation: 'the contract of an EVM chain is about to lapse',
    commandsOnly: 'it takes days, and the world has no EVM chain',
    pages: { OracleChainLapsing: async () => undefined },
  },
  {
    situation: 'the snapshot of the registry gets old',
    commandsOnly: 'it takes days',
    pages: {
      OracleSnapshotOld: (room) =>
        room.type('OracleSnapshotOld', 'oracle-gateway-admin registry snapshot --signer-version <version>', { version: '1' }),
    },
  },
];
