import { GatewayError, TransportError } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { createSimulatedWorld, simulatedFeed } from '../../tests/support/simulated-world.js';
import { createSeveralGateways } from './several-gateways.js';

const { signal } = new AbortController();
const { subject } = simulatedFeed();

/** Two gateways; calls of each by its name, and what each throws. */
function openGateways() {
  const world = createSimulatedWorld();
  const asked: string[] = [];
  const fails = new Map<string, Error>();
  const clientOf = (name: string) => {
    const { client } = world;
    const ask = <T>(what: string, work: () => T): T => {
      asked.push(`${name} ${what}`);
      const error = fails.get(name);
      if (error !== undefined) throw error;
      return work();
    };
    return {
      name,
      client: {
        ...client,
        dryRun: async (...given: Parameters<typeof client.dryRun>) => ask('dry run', () => client.dryRun(...given)),
        buy: async (...[one, input]: Parameters<typeof client.buy>) => ask(`round ${input.resume ?? 'new'}`, () => client.buy(one, input)),
      },
    };
  };
  const several = createSeveralGateways({ clients: [clientOf('one'), clientOf('two')], nowMs: () => world.clock.ms });
  const keys: string[] = [];
  const buy = (resume: string | null = null) =>
    several.buy(subject, {
      ...{ resume, signal, take: () => Promise.resolve() },
      onIdempotencyKey: (key) => Promise.resolve(void keys.push(key)),
    });
  return { world, asked, fails, several, keys, buy };
}

describe('several gateways', () => {
  it('are asked in the order of the file while the first one answers', async () => {
    const { asked, several, keys, buy } = openGateways();
    await several.dryRun(subject, signal);
    await buy();
    expect([asked, keys, several.others]).toEqual([['one dry run', 'one round new'], ['one round-1'], 1]);
  });

  it('serve dry runs by the next one where one is down, and rounds by it for a minute', async () => {
    const { world, asked, fails, several, keys, buy } = openGateways();
    fails.set('one', new TransportError('gateway', 'down', { sent: 'nothing' }));
    await several.dryRun(subject, signal);
    await buy();
    expect([asked, keys]).toEqual([['one dry run', 'two dry run', 'two round new'], ['two round-1']]);
    fails.clear();
    world.clock.ms += 60_000;
    await buy();
    expect(asked.at(-1)).toBe('one round new');
  });

  it('go on with a purchase where it was begun', async () => {
    const { asked, keys, buy } = openGateways();
    await buy();
    await buy(`two ${keys[0]?.slice('one '.length)}`);
    expect(asked.at(-1)).toBe('two round round-1');
  });

  it('pass on a refusal of the request, which the next one would repeat', async () => {
    const { asked, fails, several } = openGateways();
    fails.set('one', new GatewayError({ code: 'invalid_request', message: 'no', status: 400, body: {} }));
    await expect(several.dryRun(subject, signal)).rejects.toMatchObject({ status: 400 });
    expect(asked).toEqual(['one dry run']);
  });
});
