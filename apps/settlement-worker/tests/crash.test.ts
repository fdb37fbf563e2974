import { describe, inject, it, type TestContext } from 'vitest';
import { World } from './support/world.js';

/** Each of these waits for the dead worker's lease to end, so they wait together, each in a world of its own. */
async function openWorld({ onTestFinished }: TestContext): Promise<World> {
  const world = await World.open(inject('redisUrl'), inject('workerBundle'));
  onTestFinished(() => world.close());
  return world;
}

describe.concurrent('a worker killed', () => {
  it('before it sent anything: the next one sends exactly once', async (context) => {
    const world = await openWorld(context);
    const { roundId } = await world.pendingRound();
    const asked = world.untilAsked('getLatestBlockhash', true);
    const worker = await world.startWorker();
    await asked;
    await worker.end('SIGKILL');

    world.rpc.beforeAnswer = () => Promise.resolve();
    await (await world.startWorker()).untilLogged('settled', { roundId });
    context.expect(world.rpc.broadcasts).toHaveLength(1);
  });

  it('after its transaction had landed: the next one finds the settlement and sends nothing', async (context) => {
    const world = await openWorld(context);
    const { roundId } = await world.pendingRound();
    const broadcast = world.holdBroadcast();
    const worker = await world.startWorker();
    world.rpc.land(await broadcast.arrived);
    await worker.end('SIGKILL');

    const { signature } = await (await world.startWorker()).untilLogged('settled', { roundId });
    context.expect(world.rpc.broadcasts).toEqual([signature]);
  });

  it('after its transaction was lost: the next one sends the same bytes again', async (context) => {
    const world = await openWorld(context);
    const { roundId } = await world.pendingRound();
    const broadcast = world.holdBroadcast();
    const worker = await world.startWorker();
    await broadcast.arrived;
    await worker.end('SIGKILL');

    world.rpc.onBroadcast = () => Promise.resolve('land');
    const { signature } = await (await world.startWorker()).untilLogged('settled', { roundId });
    context.expect(world.rpc.broadcasts).toEqual([signature, signature]);
  });

  it('after its transaction was lost and has expired: the next one sends a new one', async (context) => {
    const world = await openWorld(context);
    const { roundId } = await world.pendingRound();
    const broadcast = world.holdBroadcast();
    const worker = await world.startWorker();
    await broadcast.arrived;
    await worker.end('SIGKILL');

    world.rpc.onBroadcast = () => Promise.resolve('land');
    world.rpc.blockHeight += 151;
    await (await world.startWorker()).untilLogged('settled', { roundId });
    context.expect(new Set(world.rpc.broadcasts).size).toBe(2);
    context.expect(world.rpc.broadcasts).toHaveLength(2);
  });
});
