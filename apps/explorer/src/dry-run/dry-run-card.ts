import type { SimulatedNode, Simulation } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import { FailureNote } from '../view/failure-note.js';
import type { Task } from '../view/task.js';
import { dryRunFailureText, priceTexts } from './words.js';

interface DryRunInput {
  readonly task: Task<Simulation>;
  /** A list is not tried as one. */
  readonly isList: boolean;
  /** Undefined where the source cannot be asked for. */
  readonly onRun: (() => void) | undefined;
}

/** Card of a dry run: no node signs, nothing is paid, nothing is verified. */
export function DryRunCard({ task, isList, onRun }: DryRunInput): ComponentChildren {
  const isRunning = task.state === 'running';
  return h(Card, { title: 'Dry run' }, [
    h('p', { class: 'quiet' }, 'Nodes fetch the source and report what they see. No node signs, and nothing is paid.'),
    isList ? h('p', { class: 'quiet' }, 'Try the sources of a list one by one.') : null,
    h('button', { type: 'button', disabled: onRun === undefined || isRunning, 'aria-busy': isRunning, onClick: onRun }, [
      isRunning ? 'Asking the nodes …' : 'Try the source',
    ]),
    task.state === 'failed' ? h(FailureNote, { failure: task.failure }) : null,
    h('div', { 'aria-live': 'polite' }, task.state === 'done' ? h(Seen, { simulation: task.value }) : null),
  ]);
}

function Seen({ simulation }: { readonly simulation: Simulation }): ComponentChildren {
  const { wouldSign, reason, nodes, prices } = simulation;
  const costs = priceTexts(prices);
  return [
    wouldSign === null
      ? h('p', { id: 'would-sign' }, ['A round would sign nothing', reason === undefined ? '.' : `: ${reason.detail}.`])
      : h('p', { id: 'would-sign' }, ['A round would sign ', h('strong', null, wouldSign.value), ` with ${wouldSign.quorum} nodes.`]),
    h('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'What each node saw' }, [
      h('table', { id: 'dry-run' }, [
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ['Node', 'Value', 'Took', 'Seen at'].map((name) => h('th', { scope: 'col', key: name }, name)),
          ),
        ),
        h(
          'tbody',
          null,
          nodes.map((node) => h(Row, { node, key: node.nodeIndex })),
        ),
      ]),
    ]),
    costs.length === 0 ? null : h('p', { class: 'quiet' }, `A round costs ${costs.join(', ')} (atomic units of the stablecoin).`),
  ];
}

function Row({ node }: { readonly node: SimulatedNode }): ComponentChildren {
  const head = h('th', { scope: 'row' }, String(node.nodeIndex));
  const took = h('td', { class: 'short' }, `${node.latencyMs} ms`);
  if ('error' in node)
    return h('tr', { class: 'bad' }, [head, h('td', null, dryRunFailureText(node.error)), took, h('td', null, 'no value')]);
  return h('tr', null, [head, h('td', { class: 'number' }, node.value), took, h('td', null, timeOf(node.receivedAtMs))]);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
