import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { LOOPBACK, planPorts, PortTakenError } from './ports.js';

/** The ports lie between the free ports of worlds (below 32,000) and those of outgoing connections (32,768 and up). */
const FIRST = 32_100;

const open: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of open.splice(0)) server.close();
});

async function occupy(port = 0): Promise<number> {
  const server = createServer();
  await once(server.listen(port, LOOPBACK), 'listening');
  open.push(server);
  return (server.address() as AddressInfo).port;
}

describe('port plan', () => {
  it('from a first port on gives every part its own neighbour, without gap', async () => {
    const plan = await planPorts({ port: FIRST, nodes: 5, workers: 2 });
    const { gateway, gatewayMetrics, control, redis, rpc, sources, facilitator, nodes, workerMetrics, keeperMetrics, nodeMetrics } = plan;
    expect([gateway, gatewayMetrics, control, redis, rpc, sources]).toEqual([32_100, 32_101, 32_102, 32_103, 32_104, 32_106]);
    expect([facilitator, ...nodes, ...workerMetrics]).toEqual([32_118, 32_119, 32_120, 32_121, 32_122, 32_123, 32_124, 32_125]);
    expect([keeperMetrics, ...nodeMetrics]).toEqual([32_126, 32_127, 32_128, 32_129, 32_130, 32_131]);
  });

  it('names the part whose port is taken, and the flag that helps', async () => {
    const taken = await occupy(FIRST + 102);
    const error = await planPorts({ port: FIRST + 100, nodes: 5, workers: 1 }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(PortTakenError);
    expect(error).toMatchObject({
      message: expect.stringMatching(new RegExp(`^port ${taken} \\(control\\) is taken: .*--port`)) as string,
    });
  });

  it('refuses a range that would leave the port numbers', async () => {
    await expect(planPorts({ port: 65_530, nodes: 5, workers: 1 })).rejects.toThrow(RangeError);
  });

  it('refuses a range with a port that fetch blocks, and names the part', async () => {
    await expect(fetch('http://127.0.0.1:10080')).rejects.toMatchObject({ cause: new Error('bad port') });
    await expect(planPorts({ port: 10_080 - 21, nodes: 5, workers: 1 })).rejects.toThrow(/^--port: .*port 10080 \(node 2\)/);
  });

  it('never takes a free port that fetch blocks', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValueOnce(80 / 22_000);
    const { gateway } = await planPorts({ port: 0, nodes: 5, workers: 1 });
    expect(gateway).not.toBe(10_080);
    expect(random.mock.results[0]?.value).toBe(80 / 22_000);
  });

  it('with port 0 gives restartable parts different free ports and leaves the others to themselves', async () => {
    const plan = await planPorts({ port: 0, nodes: 5, workers: 2 });
    const fixed = [plan.gateway, plan.gatewayMetrics, plan.redis, ...plan.nodes, ...plan.nodeMetrics, ...plan.workerMetrics];
    expect(new Set(fixed).size).toBe(15);
    for (const port of fixed) expect(await occupy(port)).toBe(port);
    expect([plan.control, plan.rpc, plan.sources, plan.facilitator]).toEqual([0, 0, 0, 0]);
  });
});
