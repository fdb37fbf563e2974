import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { NodeCallError } from '../nodes/node-call-error.js';
import { stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import type { RoundPorts } from '../model/round-ports.js';
import { askNodes } from './ask-nodes.js';

const nodes = [0, 1, 2].map((index) => ({
  index,
  publicKey: new Uint8Array(64),
  origin: `https://node-${index}.example`,
  encryptionKey: null,
}));
const VALUE = `0x${'01'.repeat(32)}`;
const SEEN = { value: VALUE, receivedAtMs: 5 };

const { ports: staged } = stageRound({ nodes: [], quorum: 0 });

function ask(simulate: RoundPorts['nodes']['calls']['simulate'], clock = { ms: 0 }) {
  const tried = { subject: sourceSubject({ url: 'https://api.example.com/', method: 'GET' }), isSponsored: false };
  const request = { ...tried, requester: '1'.repeat(32) };
  const ports = withPorts(staged, {
    nodes: { calls: { ...staged.nodes.calls, simulate } },
    clock: { nowMs: () => 7, monotonicMs: () => clock.ms },
  });
  return askNodes({ nodes, quorum: 2, sealed: undefined, signal: new AbortController().signal, ...request }, ports);
}

describe('asking nodes for a dry run', () => {
  it('tells what each saw in the order in which they answered, with the time that it took', async () => {
    const clock = { ms: 0 };
    const waiting: (() => void)[] = [];
    const asked = ask(
      ({ index }) =>
        new Promise((resolve) => {
          waiting[index] = () => resolve({ index, values: [{ value: VALUE, receivedAtMs: 5 }] });
        }),
      clock,
    );
    for (const index of [2, 0, 1]) {
      clock.ms += 10;
      waiting[index]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await asked).map(({ node, latencyMs }) => [node.index, latencyMs])).toEqual([
      [2, 10],
      [0, 20],
      [1, 30],
    ]);
  });

  it('a node that fails is a row of its own, and keeps no other from its row', async () => {
    const sights = await ask(({ index }) =>
      index === 1
        ? Promise.reject(new NodeCallError({ nodeIndex: 1, step: 'simulate', fault: 'unreachable' }))
        : Promise.resolve({ index, values: [{ value: VALUE, receivedAtMs: 5 }] }),
    );
    expect(sights.map((sight) => ('failure' in sight ? sight.failure.fault : sight.values[0]))).toEqual([SEEN, 'unreachable', SEEN]);
  });

  it('a node that answers as another is a bad answer', async () => {
    const sights = await ask(() => Promise.resolve({ index: 0, values: [{ value: VALUE, receivedAtMs: 5 }] }));
    expect(sights.filter((sight) => 'failure' in sight && sight.failure.fault === 'bad_answer')).toHaveLength(2);
  });

  it('an error that no node caused is thrown', async () => {
    await expect(ask(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow(TypeError);
  });
});
