import { join } from 'node:path';
import { freePort } from './free-port.js';
import { redisCommand, redisCommands, type RedisReply } from './redis-commands.js';
import { launchRedisServer, type RedisServer, type RedisServerOptions } from './redis-server.js';
import { until } from './until.js';

const SLOTS = 16_384;
const FORMED_WITHIN_MS = 300_000;
const MOVED_AT_ONCE = 100;

export interface RedisClusterOptions extends Omit<RedisServerOptions, 'port'> {
  /** Default 3. */
  readonly primaries?: number;
  /** Default 1. */
  readonly replicasPerPrimary?: number;
  /** After this long without an answer, a server counts as dead and a replica takes over. Default 1,000. */
  readonly nodeTimeoutMs?: number;
}

export interface RedisCluster {
  /** Living and killed servers, by place. */
  readonly servers: readonly RedisServer[];
  /** Whichever server has the slot of a key now, asked of the servers that live. */
  primaryOf(key: string): Promise<RedisServer>;
  /** A server that has slots now and is not the primary of the key. */
  otherPrimary(key: string): Promise<RedisServer>;
  /** A server that follows the primary of the key. */
  replicaOf(key: string): Promise<RedisServer>;
  /** Moves the slot of a key, key by key, as `redis-cli --cluster reshard` does. `onKeyMoved` is awaited after each step. */
  moveSlotOf(key: string, to: RedisServer, onKeysMoved?: () => Promise<void>): Promise<void>;
  /** Starts a server that was killed again, as a supervisor does: at the same port, with its data. */
  restart(server: RedisServer): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis Cluster on 127.0.0.1 and resolves once all slots are served and every replica follows its primary. */
export async function launchRedisCluster(options: RedisClusterOptions): Promise<RedisCluster> {
  const { primaries = 3, replicasPerPrimary = 1, nodeTimeoutMs = 1_000, dataDir, settings = {}, ...command } = options;
  const count = primaries * (1 + replicasPerPrimary);
  const launched = Array.from({ length: count }, async (_, index) => {
    const clusterSettings = {
      'cluster-enabled': 'yes',
      // The default is the port + 10,000, which may not exist.
      'cluster-port': String(await freePort()),
      'cluster-node-timeout': String(nodeTimeoutMs),
      'repl-diskless-sync-delay': '0',
      ...(command.tls === undefined ? {} : { 'tls-cluster': 'yes' }),
      ...settings,
    };
    return {
      server: await launchRedisServer({ ...command, dataDir: join(dataDir, String(index)), settings: clusterSettings }),
      clusterSettings,
    };
  });
  const nodes = await Promise.all(launched);
  const servers = nodes.map(({ server }) => server);
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    await form(
      nodes.map(({ server, clusterSettings }) => ({ port: server.port, busPort: clusterSettings['cluster-port'] })),
      primaries,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const ownerOf = async (key: string): Promise<RedisServer> => {
    const port = await askAny(servers, async (asked) => ownerPort(asked.port, key));
    return serverAt(servers, port);
  };
  return {
    servers,
    primaryOf: ownerOf,
    async otherPrimary(key) {
      const owner = await ownerOf(key);
      const ports = await askAny(servers, async (asked) => (await rangesOf(asked.port)).map(({ owner: port }) => port));
      return serverAt(servers, ports.find((port) => port !== owner.port) ?? 0);
    },
    async replicaOf(key) {
      const owner = await ownerOf(key);
      const replicas = /slave\d+:ip=[^,]+,port=(\d+)/.exec(String(await redisCommand(owner.port, 'INFO replication')));
      return serverAt(servers, Number(replicas?.[1]));
    },
    async moveSlotOf(key, to, onKeysMoved = () => Promise.resolve()) {
      await moveSlot({ key, from: await ownerOf(key), to, servers, onKeysMoved });
    },
    async restart(server) {
      const place = servers.indexOf(server);
      const node = nodes[place];
      if (node === undefined) throw new Error('this server is not of this cluster');
      await server.exited;
      const data = { dataDir: join(dataDir, String(place)), port: server.port, settings: node.clusterSettings };
      servers[place] = await launchRedisServer({ ...command, ...data });
    },
    stop,
  };
}

async function form(nodes: readonly { readonly port: number; readonly busPort: string }[], primaries: number): Promise<void> {
  const [first] = nodes;
  if (first === undefined) throw new RangeError('a cluster has a node at least');
  await Promise.all(
    nodes.map(({ port }, index) => {
      const share = (part: number): number => Math.floor((part * SLOTS) / primaries);
      const slots = index < primaries ? [`CLUSTER ADDSLOTSRANGE ${share(index)} ${share(index + 1) - 1}`] : [];
      return redisCommands(port, [`CLUSTER SET-CONFIG-EPOCH ${index + 1}`, ...slots]);
    }),
  );
  await redisCommands(
    first.port,
    nodes.slice(1).map(({ port, busPort }) => `CLUSTER MEET 127.0.0.1 ${port} ${busPort}`),
  );
  const all = (holds: (info: string) => boolean, section: string): Promise<void> =>
    until(async () => (await Promise.all(nodes.map(({ port }) => redisCommand(port, section)))).every((info) => holds(String(info))), {
      timeoutMs: FORMED_WITHIN_MS,
      what: `the cluster to form (${section})`,
    });
  await all((info) => info.includes(`cluster_known_nodes:${nodes.length}\r`), 'CLUSTER INFO');
  const ids = await Promise.all(nodes.slice(0, primaries).map(({ port }) => redisCommand(port, 'CLUSTER MYID')));
  await Promise.all(
    nodes.slice(primaries).map(({ port }, index) => redisCommand(port, `CLUSTER REPLICATE ${String(ids[index % primaries])}`)),
  );
  await all((info) => info.includes('cluster_state:ok') && info.includes(`cluster_size:${primaries}\r`), 'CLUSTER INFO');
  await all((info) => info.includes('role:master') || info.includes('master_link_status:up'), 'INFO replication');
  if (nodes.length > primaries) await all((info) => info.includes('role:slave') || /connected_slaves:[1-9]/.test(info), 'INFO replication');
}

interface SlotRange {
  readonly first: number;
  readonly last: number;
  /** Port of the primary. */
  readonly owner: number;
}

async function rangesOf(port: number): Promise<readonly SlotRange[]> {
  const reply = await redisCommand(port, 'CLUSTER SLOTS');
  return listOf(reply).map((range) => {
    const [first, last, primary] = listOf(range);
    return { first: Number(first), last: Number(last), owner: Number(listOf(primary ?? null)[1]) };
  });
}

async function ownerPort(port: number, key: string): Promise<number> {
  const slot = Number(await redisCommand(port, `CLUSTER KEYSLOT ${key}`));
  const range = (await rangesOf(port)).find(({ first, last }) => first <= slot && slot <= last);
  if (range === undefined) throw new Error(`slot ${slot} has no owner`);
  return range.owner;
}

interface SlotMove {
  readonly key: string;
  readonly from: RedisServer;
  readonly to: RedisServer;
  readonly servers: readonly RedisServer[];
  readonly onKeysMoved: () => Promise<void>;
}

async function moveSlot({ key, from, to, servers, onKeysMoved }: SlotMove): Promise<void> {
  const [slot, fromId] = await redisCommands(from.port, [`CLUSTER KEYSLOT ${key}`, 'CLUSTER MYID']);
  const toId = await redisCommand(to.port, 'CLUSTER MYID');
  await redisCommand(to.port, `CLUSTER SETSLOT ${String(slot)} IMPORTING ${String(fromId)}`);
  await redisCommand(from.port, `CLUSTER SETSLOT ${String(slot)} MIGRATING ${String(toId)}`);
  for (;;) {
    const keys = listOf(await redisCommand(from.port, `CLUSTER GETKEYSINSLOT ${String(slot)} ${MOVED_AT_ONCE}`));
    if (keys.length === 0) break;
    await redisCommand(from.port, `MIGRATE 127.0.0.1 ${to.port} "" 0 5000 REPLACE KEYS ${keys.map(String).join(' ')}`);
    await onKeysMoved();
  }
  // The new owner first: should the mover die in between, the slot has an owner.
  await redisCommand(to.port, `CLUSTER SETSLOT ${String(slot)} NODE ${String(toId)}`);
  for (const server of servers) {
    const isPrimary = String(await redisCommand(server.port, 'INFO replication').catch(() => '')).includes('role:master');
    if (server !== to && isPrimary) await redisCommand(server.port, `CLUSTER SETSLOT ${String(slot)} NODE ${String(toId)}`);
  }
}

/** The first answer of a server that lives. */
async function askAny<T>(servers: readonly RedisServer[], ask: (server: RedisServer) => Promise<T>): Promise<T> {
  let failure: unknown;
  for (const server of servers) {
    try {
      return await ask(server);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function serverAt(servers: readonly RedisServer[], port: number): RedisServer {
  const server = servers.find((candidate) => candidate.port === port);
  if (server === undefined) throw new Error(`no server of this cluster listens on port ${port}`);
  return server;
}

function listOf(reply: RedisReply): readonly RedisReply[] {
  if (!Array.isArray(reply)) throw new TypeError('redis-server answered something else than a list');
  return reply as readonly RedisReply[];
}
