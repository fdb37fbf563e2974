import { beforeAll, expect, it } from 'vitest';

import type { RpcGate } from './rpc-gate.js';
import { firstRpcServer, shortMemoryWorld } from './short-memory-world.js';
import { expectSettled, metric, serve, type TestWorld } from './test-world.js';

/** Longer than anything that gateway, nodes and worker of this world remember of the ledger: the fees of recent blocks, for 10 s. */
const STALL_MS = 15_000;

let test: TestWorld;
let gate: RpcGate;
beforeAll(() => {
  test = shortMemoryWorld();
  gate = firstRpcServer();
});

function isFirstUp(): Promise<number> {
  return metric(test.world.manifest.metricsUrls.gateway, /^oracle_gateway_rpc_server_up\{server="0"\}/);
}

it('rounds are served and settled while the first of two RPC servers hangs, and it is used again afterwards', async () => {
  await expectSettled(test, await serve(test, { quorum: 3 }));
  expect(await isFirstUp()).toBe(1);
  gate.stall();
  const stalledAtMs = performance.now();
  let served = 0;
  // The next round follows a second later: there are as many as the stall is long, and no timestamp is used up for nothing.
  while (performance.now() - stalledAtMs < STALL_MS) {
    const round = await serve(test, { quorum: 3 });
    if (served === 0) await expectSettled(test, round);
    served += 1;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await expectSettled(test, await serve(test, { quorum: 3 }));
  expect(await isFirstUp()).toBe(0);
  gate.release();
  await expect.poll(isFirstUp).toBe(1);
  await expectSettled(test, await serve(test, { quorum: 3 }));
});
