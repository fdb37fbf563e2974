import type { Client, ListSimulation, SimulatedObservation, Simulation } from '@oracle-gateway/client';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { openTerminal, type TypedTerminal } from '../../tests/typed-command.js';

const PACKED = `0x${'01'.repeat(32)}`;
const WOULD_SIGN = { value: '64628.31', valuePacked: PACKED, quorum: 3 };
const NODES: Simulation['nodes'] = [
  { nodeIndex: 0, value: '64628.31', valuePacked: PACKED, latencyMs: 12, receivedAtMs: 1 },
  { nodeIndex: 12, error: { code: 'upstream_failure', detail: 'the source answered 500' }, latencyMs: 7 },
];
const SIMULATION: Omit<Simulation, 'wouldSign'> = {
  verified: false,
  sourceId: '0x',
  mode: 'exact',
  decimals: 18,
  quorum: 3,
  registryVersion: 1,
  nodes: NODES,
  prices: {},
};

let terminal: TypedTerminal;
afterEach(() => terminal.close());

function open(outcome: Pick<Simulation, 'wouldSign'> & Partial<Simulation>) {
  const simulate = vi.fn<Client['simulate']>(() => Promise.resolve({ ...SIMULATION, ...outcome }));
  terminal = openTerminal({ simulate });
  return simulate;
}

const WORDS = ['simulate', 'https://host.test/price'];

describe('simulate', () => {
  it('prints what would be signed, and what each node saw beside it; no key is needed', async () => {
    const simulate = open({ wouldSign: WOULD_SIGN });
    const { exitCode, output, errors } = await terminal.type(WORDS);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: '64628.31\n' });
    expect(errors).toBe('node   0  64628.31  12 ms\nnode  12  upstream_failure: the source answered 500  7 ms\n');
    expect(simulate).toHaveBeenCalledExactlyOnceWith(
      { url: 'https://host.test/price', method: 'GET' },
      expect.objectContaining({ quorum: 3 }),
    );
  });

  it('says what a round costs on each path', async () => {
    open({ wouldSign: WOULD_SIGN, prices: { subscription: '2500', x402: '3000' } });
    expect((await terminal.type(WORDS)).errors).toContain('a round costs: subscription $0.0025, x402 $0.003\n');
  });

  it('has exit code 3 and no result where no value would be signed', async () => {
    open({ wouldSign: null, reason: { code: 'consensus_unreachable', detail: 'one node of three saw a value' } });
    const { exitCode, output, errors } = await terminal.type(WORDS);
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '' });
    expect(errors).toContain('no value would be signed: one node of three saw a value');
    const json = await terminal.type([...WORDS, '--json']);
    expect(JSON.parse(json.errors)).toMatchObject({ error: { code: 'consensus_unreachable', exitCode: 3, simulation: { nodes: NODES } } });
  });
});

describe('a dry run that fails', () => {
  const error = {
    code: 'upstream_failure',
    detail: 'responseParser selects nothing in the answer of the source',
    step: 'select',
    rule: 'nothing_selected',
    matched: '$.data',
    hint: 'Compare responseParser with the answer of the source.',
  };
  const reason = { code: 'one_node_asked', detail: 'one node was asked' };

  it('tells once how far the path matches, what to do, and how to see the answer', async () => {
    open({ wouldSign: null, reason, nodes: [0, 1].map((nodeIndex) => ({ nodeIndex, latencyMs: 7, error })) });
    const { errors } = await terminal.type([...WORDS, '--path', '$.data.amout']);
    expect(errors.split('\n')).toEqual([
      `node   0  upstream_failure: ${error.detail}  7 ms`,
      `node   1  upstream_failure: ${error.detail}  7 ms`,
      '  the answer matches up to $.data',
      `  ${error.hint}`,
      '  try: curl -s https://host.test/price',
      'oracle-gateway: no value would be signed: one node was asked',
      '',
    ]);
  });

  it('has all members in JSON', async () => {
    open({ wouldSign: null, reason, nodes: [{ nodeIndex: 0, latencyMs: 7, error }] });
    const { errors } = await terminal.type([...WORDS, '--json']);
    expect(JSON.parse(errors)).toMatchObject({ error: { simulation: { nodes: [{ error }] } } });
  });

  it.each([
    ['a header', ['--header', 'X-Key: 1']],
    ['a body', ['--body', '{}']],
  ])('names no other command for a source with %s', async (_what, flags) => {
    open({ wouldSign: null, reason, nodes: [{ nodeIndex: 0, latencyMs: 7, error }] });
    expect((await terminal.type([...WORDS, ...flags])).errors).not.toContain('curl');
  });

  it('tells for each source of a list its own', async () => {
    const nodes = [{ nodeIndex: 0, latencyMs: 9, values: [{ error: { ...error, matched: '$' } }, { error }] }];
    const list = {
      ...{ verified: false, sourceId: '0x', quorum: 3, registryVersion: 1, prices: {}, sources: [] },
      wouldSign: null,
      reason,
      nodes,
    };
    terminal = openTerminal({ simulateValues: () => Promise.resolve(list as unknown as ListSimulation) });
    const { errors } = await terminal.type([...WORDS, 'https://other.test/']);
    for (const line of ['apiConfigs[0]: the answer matches up to $\n', 'apiConfigs[1]: the answer matches up to $.data\n'])
      expect(errors).toContain(line);
  });
});

describe('simulate of several sources', () => {
  const LIST: ListSimulation = {
    ...{ verified: false, sourceId: '0x', quorum: 3, registryVersion: 1, prices: {}, sources: [] },
    wouldSign: {
      values: [{ value: '64628.31', valuePacked: PACKED }, { reason: { code: 'upstream_failure', detail: 'gone' } }],
      quorum: 3,
    },
    nodes: [
      { nodeIndex: 0, latencyMs: 9, values: [NODES[0] as SimulatedObservation, { error: { code: 'upstream_failure', detail: 'gone' } }] },
      { nodeIndex: 3, latencyMs: 8, error: { code: 'node_timeout', detail: 'late' } },
    ],
  };

  it('prints one line a value, and what each node saw of each source', async () => {
    terminal = openTerminal({ simulateValues: () => Promise.resolve(LIST) });
    const { exitCode, output, errors } = await terminal.type([...WORDS, 'https://other.test/']);
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '64628.31\n-\n' });
    expect(errors).toBe('node   0  64628.31 | upstream_failure: gone  9 ms\nnode   3  node_timeout: late  8 ms\n');
  });

  it('has exit code 3 and no result where too few would be signed', async () => {
    const reason = { code: 'no_quorum_value', detail: 'one source of two has a value' };
    terminal = openTerminal({ simulateValues: () => Promise.resolve({ ...LIST, wouldSign: null, reason }) });
    expect(await terminal.type([...WORDS, 'https://other.test/'])).toMatchObject({ exitCode: 3, output: '' });
  });
});
