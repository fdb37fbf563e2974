import { randomBytes } from 'node:crypto';
import { parseApiConfig } from '@oracle-gateway/protocol';
import { listSubject, MAX_SOURCE_BYTES, sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import { chooseEligible, chooseNodes, chooseOneNode, chooseOtherNodes, drawNodes } from './round-nodes.js';

const nodes = [0, 1, 2, 3, 4, 5].map((index) => ({ index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null }));
const healthy = { rankOf: () => 0, randomBytes };
function indices(chosen: readonly { index: number }[]): number[] {
  return chosen.map(({ index }) => index);
}

describe('chooseEligible', () => {
  it('takes the asked number, ascending, and all when there are fewer', () => {
    const chosen = indices(chooseEligible(nodes, { quorum: 3, buffer: 1 }, healthy));
    expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b));
    expect(chosen).toHaveLength(4);
    expect(indices(chooseEligible(nodes, { quorum: 8, buffer: 1 }, healthy))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('without a buffer, takes nodes with something against them only when the others do not suffice', () => {
    const deps = { rankOf: (index: number) => Number(index < 2), randomBytes };
    expect(indices(chooseEligible(nodes, { quorum: 4, buffer: 0 }, deps))).toEqual([2, 3, 4, 5]);
    expect(indices(chooseEligible(nodes, { quorum: 5, buffer: 0 }, deps)).filter((index) => index >= 2)).toEqual([2, 3, 4, 5]);
  });

  it('with a buffer, takes one node for one place whatever is held against it, each as often as any other, and no second', () => {
    const deps = { rankOf: (index: number) => Number(index < 2), randomBytes };
    const rounds = Array.from({ length: 3_000 }, () => indices(chooseEligible(nodes, { quorum: 3, buffer: 1 }, deps)));
    expect(rounds.filter((chosen) => chosen.includes(0) && chosen.includes(1))).toEqual([]);
    for (const index of [0, 1]) {
      const share = rounds.filter((chosen) => chosen.includes(index)).length / rounds.length;
      // A sixth each; ten standard deviations of a fair choice are 0.068.
      expect(Math.abs(share - 1 / 6)).toBeLessThan(0.068);
    }
  });

  it('follows the randomness it is given', () => {
    const descending = (length: number): Uint8Array => Uint8Array.from({ length }, (_, position) => 100 - position);
    expect(indices(chooseEligible(nodes, { quorum: 1, buffer: 1 }, { ...healthy, randomBytes: descending }))).toEqual([4, 5]);
  });

  it('every node is chosen equally often over time', () => {
    const rounds = Array.from({ length: 3_000 }, () => indices(chooseEligible(nodes, { quorum: 1, buffer: 1 }, healthy)));
    for (const { index } of nodes) {
      const share = rounds.filter((chosen) => chosen.includes(index)).length / rounds.length;
      // A third each; ten standard deviations of a fair choice are 0.086.
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.086);
    }
  });
});

describe('drawNodes', () => {
  it('takes nodes with something against them only when the others do not suffice', () => {
    const deps = { rankOf: (index: number) => Number(index < 4), randomBytes };
    const rounds = Array.from({ length: 100 }, () => indices(drawNodes(nodes, 3, deps)));
    for (const chosen of rounds) expect(chosen.filter((index) => index >= 4)).toEqual([4, 5]);
  });
});

describe('the draw of a round', () => {
  const QUORUM = 3;
  const source = (path: string, maxBytes?: number) =>
    parseApiConfig({ url: `https://a.example/${path}`, method: 'GET', ...(maxBytes === undefined ? {} : { maxBytes }) });
  /** Five nodes: three read 1 MiB, one 512 KiB, one has not been heard. */
  const ROOMS: readonly (number | undefined)[] = [MAX_SOURCE_BYTES, 524_288, undefined, MAX_SOURCE_BYTES, MAX_SOURCE_BYTES];
  const { round, ports } = stageRound({ nodes: ROOMS.map(() => ({})), quorum: QUORUM });
  const draw = (...configs: ReturnType<typeof source>[]) => {
    const [first] = configs;
    if (first === undefined) throw new Error('a round has a source');
    const subject = configs.length === 1 ? sourceSubject(first) : listSubject(configs, configs.length);
    return { question: { ...round, subject, registry: { ...round.registry, redundancyBuffer: 2 } } };
  };
  const withRooms = (rooms: typeof ROOMS) => withPorts(ports, { nodes: { rooms: { maxBodyBytes: (index) => rooms[index] } } });

  it.each([
    ['a source without maxBytes', [source('a')], [0, 1, 2, 3, 4]],
    ['a source that one node just reads', [source('a', 524_288)], [0, 1, 2, 3, 4]],
    ['a source that is a byte too large for one node', [source('a', 524_289)], [0, 2, 3, 4]],
    ['a list, by its greatest member', [source('a'), source('b', MAX_SOURCE_BYTES), source('c', 9)], [0, 2, 3, 4]],
    ['a list of small members', [source('a'), source('b', 9)], [0, 1, 2, 3, 4]],
  ])('has the nodes that read %s, and the node that was not heard', async (_what, configs, expected) => {
    const { question } = draw(...configs);
    expect(indices(await chooseNodes(question, withRooms(ROOMS)))).toEqual(expected);
  });

  it('takes other nodes and a single node from the same ones', async () => {
    const { question } = draw(source('a', MAX_SOURCE_BYTES));
    const failed = { registryVersion: round.registry.version, asked: new Set([0, 1, 3]), saw: new Set<number>() };
    expect(indices(await chooseOtherNodes(question, failed, withRooms(ROOMS)))).toEqual([0, 2, 3, 4]);
    for (let time = 0; time < 20; time += 1) expect((await chooseOneNode(question, withRooms(ROOMS))).index).not.toBe(1);
  });

  it('is refused where too few nodes are left, and says why', async () => {
    const { question } = draw(source('a', MAX_SOURCE_BYTES));
    const small = withRooms(ROOMS.map((_, index) => (index < 2 ? MAX_SOURCE_BYTES : 524_288)));
    await expect(chooseNodes(question, small)).rejects.toMatchObject({
      code: 'too_few_nodes',
      rule: { status: 503 },
      message: 'too few reachable nodes: 2 nodes read answers of maxBytes, and 3 are needed; lower maxBytes, or ask for a smaller quorum',
    });
    expect(indices(await chooseNodes(draw(source('a')).question, small))).toEqual([0, 1, 2, 3, 4]);
    const none = withPorts(small, { nodes: { directory: () => Promise.resolve([]) } });
    await expect(chooseNodes(question, none)).rejects.toThrow(/^too few reachable nodes$/);
  });
});
