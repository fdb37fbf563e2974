import type { Nodes, Simulation } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import { Ago } from '../view/moment.js';
import { ShortId } from '../view/short-id.js';
import { healthText, type ToldCall, lastCallOf } from './health.js';

interface NodesInput {
  readonly nodes: Nodes | undefined;
  readonly simulation: Simulation | undefined;
  /** Nodes that signed the last round of this visit. */
  readonly signers: readonly number[];
  /** Signers of the newest value of each public feed. */
  readonly latestSigners: readonly (readonly number[])[];
  readonly onAgain: () => void;
}

/** The nodes of the current registry, and how they did. */
export function NodesCard({ nodes, simulation, signers, latestSigners, onAgain }: NodesInput): ComponentChildren {
  if (nodes === undefined) return h('p', { class: 'quiet loading whole', role: 'status' }, 'Reading the nodes …');
  const facts: readonly NodeColumn[] = [
    { name: 'Last call', cell: (node) => h(LastCallText, { call: lastCallOf(node) }) },
    ...(latestSigners.length === 0
      ? []
      : [
          {
            name: 'Signed',
            cell: ({ index }: Node) =>
              `${latestSigners.filter((one) => one.includes(index)).length} of ${latestSigners.length} live values`,
          },
        ]),
    ...(simulation === undefined
      ? []
      : [
          {
            name: 'Your last dry run',
            cell: ({ index }: Node) => healthText(simulation.nodes.find(({ nodeIndex }) => nodeIndex === index)),
          },
        ]),
    ...(signers.length === 0 ? [] : [{ name: 'Your last round', cell: ({ index }: Node) => (signers.includes(index) ? 'signed' : '–') }]),
    { name: 'Operator', cell: ({ operator, index }) => h(ShortId, { id: operator, what: `the operator of node ${index}` }) },
    { name: 'Public key', cell: ({ publicKey, index }) => h(ShortId, { id: publicKey, what: `the key of node ${index}` }) },
  ];
  const row = (cells: readonly ComponentChildren[], key: string): ComponentChildren =>
    h('tr', { key }, [
      h('th', { scope: key === 'head' ? 'col' : 'row' }, cells[0]),
      cells.slice(1).map((cell) => h(key === 'head' ? 'th' : 'td', key === 'head' ? { scope: 'col' } : null, cell)),
    ]);
  return h(Card, { title: `${nodes.nodes.length} nodes` }, [
    h('p', { class: 'quiet' }, [
      `At least ${nodes.minSigners} of them sign a value. Their keys are on the ledger, in version ${nodes.registryVersion} of the registry, and this page verifies with those. The gateway reports the calls.`,
    ]),
    h('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'Nodes of the registry' }, [
      h('table', { id: 'node-table' }, [
        h('thead', null, row(['Node', ...facts.map(({ name }) => name)], 'head')),
        h(
          'tbody',
          null,
          nodes.nodes.map((node) => row([String(node.index), ...facts.map(({ cell }) => cell(node))], String(node.index))),
        ),
      ]),
    ]),
    h('button', { type: 'button', class: 'small', onClick: onAgain }, 'Ask again'),
  ]);
}

type Node = Nodes['nodes'][number];

interface NodeColumn {
  readonly name: string;
  readonly cell: (node: Node) => ComponentChildren;
}

function LastCallText({ call }: { readonly call: ToldCall | undefined }): ComponentChildren {
  if (call === undefined) return h('span', { class: 'quiet' }, 'not called yet');
  return h('span', { class: call.isAnswered ? 'good' : 'bad' }, [
    call.isAnswered ? 'answered ' : 'no answer ',
    h(Ago, { atMs: call.atMs }),
  ]);
}
