import { afterEach, expect, it } from 'vitest';
import { Cleanup, newLedger, observeOk, observeRequest, startNodeWithSource } from './fixture.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

it('a poll asks for the registry, its own account and every known gateway at the same moment, which is one call', async () => {
  const ledger = newLedger();
  let polls = 0;
  let isHeld = false;
  const reader: typeof ledger.reader = {
    ...ledger.reader,
    currentRegistry: async (options) => {
      polls += 1;
      const registry = await ledger.reader.currentRegistry(options);
      return isHeld ? await new Promise(() => undefined) : registry;
    },
  };
  const registry = { pollIntervalSeconds: 1, maxAgeSeconds: 600 };
  const { node, source } = await startNodeWithSource(cleanup, { ledger, config: { registry }, overrides: { reader } });
  await observeOk(node, observeRequest(source));
  isHeld = true;
  const [pollsBefore, before] = [polls, { ...ledger.reads }];
  await expect.poll(() => polls).toBe(pollsBefore + 1);
  expect(ledger.reads).toEqual({ registry: before.registry + 1, gateway: before.gateway + 1, node: before.node + 1 });
});
