import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorld } from '../../apps/localnet/dist/index.js';
import { freePort, spawnTied } from '../../packages/dev-servers/dist/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FRONT = fileURLToPath(new URL('front.mjs', import.meta.url));
const NODES = 5;
/** The quorum of callers that name none: most of the nodes. */
const CALLERS_QUORUM = 3;
/** Nothing stands between a front and its server. */
const DIRECT = { open: async (url) => url };

/**
 * A whole world for drills: gateway, worker, keeper, nodes and Redis are processes of their own, and so are the fronts through which they reach
 * facilitator and ledger. Every process of ours has a metrics listener.
 *
 * @param {{ rpcServers?: 1 | 2, ledgerProxy?: Proxy, facilitatorProxy?: Proxy }} [input] how many fronts of the ledger every process has, and what
 *   stands behind them
 * @typedef {{ open: (url: string) => Promise<string> }} Proxy
 */
export async function startDrilledWorld({ rpcServers = 1, ledgerProxy = DIRECT, facilitatorProxy = DIRECT } = {}) {
  const state = await mkdtemp(join(tmpdir(), 'drilled-world-'));
  const servers = Array.from({ length: rpcServers }, () => createFront());
  const facilitator = createFront();
  const closeFronts = () => Promise.all([...servers, facilitator].map((front) => front.kill()));
  const world = await createWorld({
    root: ROOT,
    stateFolder: state,
    port: 0,
    nodes: NODES,
    workers: 1,
    keepsFeeds: true,
    async rpcUrls(url) {
      const behind = await ledgerProxy.open(url);
      return Promise.all(servers.map((front) => front.open(behind)));
    },
    gatewayFacilitatorUrl: async (url) => facilitator.open(await facilitatorProxy.open(url)),
  }).catch(async (error) => {
    await closeFronts();
    throw error;
  });
  const indices = Array.from({ length: NODES }, (_, index) => index);
  /** Number of nodes that end with a part: fewer are left than a round of that quorum needs. */
  const ending = { node: 1, quorum: NODES - CALLERS_QUORUM + 1, 'smallest-quorum': NODES - world.manifest.minSigners + 1 };

  /** The processes of a part; a drill ends them all. */
  const pidsOf = (part) => {
    const { pids } = world.manifest;
    switch (part) {
      case 'gateway':
        return [pids.gateway];
      case 'worker':
        return [pids.worker[0]];
      case 'keeper':
        return [pids.keeper];
      case 'redis':
        return [pids.redis];
      case 'node':
      case 'quorum':
      case 'smallest-quorum':
        return pids.nodes.slice(0, ending[part]);
      default:
        throw new Error(`${part}: is no part of the world that can be killed`);
    }
  };
  const restartsOf = (part) => {
    switch (part) {
      case 'node':
      case 'quorum':
      case 'smallest-quorum':
        return indices.slice(0, ending[part]).map((index) => ({ what: 'node', index }));
      case 'worker':
        return [{ what: 'worker', index: 0 }];
      default:
        return [{ what: part }];
    }
  };

  const frontOf = (part) => (part === 'facilitator' ? facilitator : servers[0]);

  return {
    world,
    state,
    /** Kills the processes of a part; they stay dead. Facilitator and RPC server are dead by their fronts. */
    async kill(part) {
      if (isFront(part)) await frontOf(part).kill();
      else for (const pid of pidsOf(part)) process.kill(pid, 'SIGKILL');
    },
    async start(part) {
      if (isFront(part)) await frontOf(part).start();
      else for (const target of restartsOf(part)) await world.restart(target);
    },
    /** Stops the processes of a part, or lets them go on. */
    signal(part, name) {
      if (isFront(part)) frontOf(part).signal(name);
      else for (const pid of pidsOf(part)) process.kill(pid, name);
    },
    /** The ledger's RPC server accepts connections and answers nothing, until it goes on. */
    stallLedger: () => servers.forEach((front) => front.signal('SIGSTOP')),
    resumeLedger: () => servers.forEach((front) => front.signal('SIGCONT')),
    /** Metrics urls of each job but Redis. */
    targets() {
      const { metricsUrls, nodes } = world.manifest;
      return {
        gateway: [metricsUrls.gateway],
        'settlement-worker': [metricsUrls.worker],
        'oracle-node': nodes.map(({ metricsUrl }) => metricsUrl),
        keeper: [metricsUrls.keeper],
      };
    },
    async close() {
      await world.close();
      await closeFronts();
      await rm(state, { recursive: true, force: true });
    },
  };
}

function isFront(part) {
  return part === 'facilitator' || part === 'rpc-server';
}

function createFront() {
  let child;
  let args = [];
  const start = async () => {
    child = spawnTied(process.execPath, [FRONT, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
  };
  return {
    /** Returns the url of the front. */
    async open(url) {
      const port = await freePort();
      args = [new URL(url).port, String(port)];
      await start();
      return `http://127.0.0.1:${port}`;
    },
    start,
    signal: (name) => child.kill(name),
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
