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
  readonly onAgain: () => void;
}

/** The nodes of the current registry, and how they did in this visit. */
export function NodesCard({ nodes, simulation, signers, onAgain }: NodesInput): ComponentChildren {
  if (nodes === undefined) return h(Card, { title: 'Nodes' }, h('p', { class: 'quiet' }, 'The gateway has not listed its nodes yet.'));
  const columns = ['Node', 'Last call', 'In the last dry run', 'Last round', 'Operator', 'Public key'];
  return h(Card, { title: 'Nodes' }, [
    h(
      'p',
      { class: 'quiet' },
      `Registry version ${nodes.registryVersion}, ${nodes.nodes.length} nodes; at least ${nodes.minSigners} sign. Keys are verified on the ledger with every value. The gateway reports the calls.`,
    ),
    h('button', { type: 'button', class: 'small', onClick: onAgain }, 'Ask again'),
    h('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'Nodes of the registry' }, [
      h('table', { id: 'nodes' }, [
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            columns.map((name) => h('th', { scope: 'col', key: name }, name)),
          ),
        ),
        h(
          'tbody',
          null,
          nodes.nodes.map(({ index, publicKey, operator, ...node }) =>
            h('tr', { key: index }, [
              h('th', { scope: 'row' }, String(index)),
              h('td', null, h(LastCallText, { call: lastCallOf(node) })),
              h('td', null, healthText(simulation?.nodes.find(({ nodeIndex }) => nodeIndex === index))),
              h('td', null, signers.includes(index) ? 'signed' : ''),
              h('td', null, h(ShortId, { id: operator, what: `the operator of node ${index}` })),
              h('td', null, h(ShortId, { id: publicKey, what: `the key of node ${index}` })),
            ]),
          ),
        ),
      ]),
    ]),
  ]);
}

function LastCallText({ call }: { readonly call: ToldCall | undefined }): ComponentChildren {
  if (call === undefined) return h('span', { class: 'quiet' }, 'not called yet');
  return h('span', { class: call.isAnswered ? 'good' : 'bad' }, [
    call.isAnswered ? 'answered ' : 'no answer ',
    h(Ago, { atMs: call.atMs }),
  ]);
}
