import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { startAgedChain } from '../aged-chain.mjs';
import { startLane } from '../load.mjs';
import { serveRound } from '../rounds.mjs';
import { slowConfig } from '../../../bench/world/caller.mjs';

const NODES = [0, 1, 2, 3, 4];
const SLOW_MS = 6_000;
const AHEAD_MS = 700;
const SLOW_AT_ONCE = 8;
const DAY_SECONDS = 86_400;
/** Two of the fourteen days are left for which a contract trusts a snapshot. */
const CHAIN_AGE_DAYS = 12;

async function misbehave(room, indices, fault) {
  for (const index of indices) await room.control('/node', { index, fault });
}

/** A keeper keeps its first feed on the chain too, and no gateway serves what nodes would sign. */
async function startLapsingChain(room) {
  const gateway = await room.reconfigure('gateway', { what: 'gateway' }, (config) => {
    config.snapshots.enabled = false;
  });
  const { quorum } = Object.values(parse(await readFile(room.pathOf('keeper'), 'utf8')).feeds)[0];
  const chain = await startAgedChain({
    drilled: room.drilled,
    ageDays: CHAIN_AGE_DAYS,
    feeds: { owner: await room.keeperPayer(), quorum },
  });
  const keeper = await room.reconfigure('keeper', { what: 'keeper' }, (config) => {
    config.targets.base = chain.target;
    for (const [place, feed] of Object.values(config.feeds).entries()) feed.targets = place === 0 ? ['solana', 'base'] : ['solana'];
  });
  return { chain, before: { gateway, keeper } };
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
    situation: 'no gateway serves snapshots, and the contract of an EVM chain is twelve days old',
    pages: {
      async OracleChainLapsing(room) {
        const page = 'OracleChainLapsing';
        const told = await room.type(page, 'oracle-gateway-keeper upkeep --config keeper.toml');
        const [, version] = /holds registry version (\d+)/.exec(told) ?? [];
        const file = join(room.drilled.state, 'snapshot.json');
        await room.type(page, 'oracle-gateway-admin registry snapshot --signer-version <version> --out <file>', { version, file });
        await room.type(page, 'oracle-gateway-keeper upkeep --snapshot <file> --config keeper.toml', { file });
        await room.until('the keeper that runs tells of fourteen days', async () => {
          const later = await room.query(`oracle_keeper_lapses_at_seconds{target="base"} - time() > ${13 * DAY_SECONDS}`);
          return later.length > 0;
        });
      },
    },
    async make(room) {
      const { chain, before } = await startLapsingChain(room);
      Object.assign(room, { chain, before });
    },
    async end(room) {
      await room.restore('keeper', { what: 'keeper' }, room.before.keeper);
      await room.restore('gateway', { what: 'gateway' }, room.before.gateway);
      room.chain.close();
    },
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
