import type { SimulatedNode, Simulation } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import { FailureNote } from '../view/failure-note.js';
import type { Task } from '../view/task.js';
import { quantityText, type ShownUnit } from '../words/numbers.js';
import { clockText } from '../words/times.js';
import { dryRunFailureText, priceTexts, wouldSignText } from './words.js';

interface DryRunInput {
  readonly task: Task<Simulation>;
  /** Unit and digits of the values. */
  readonly shown: ShownUnit;
  /** A list is not tried as one. */
  readonly isList: boolean;
  /** Undefined where the source cannot be asked for. */
  readonly onRun: (() => void) | undefined;
}

/** Card of a dry run: no node signs, nothing is paid, nothing is verified. */
export function DryRunCard({ task, shown, isList, onRun }: DryRunInput): ComponentChildren {
  const isRunning = task.state === 'running';
  return h(Card, { title: 'Dry run' }, [
    h('p', { class: 'quiet' }, 'Nodes fetch the source and report what they see. No node signs, and nothing is paid.'),
    isList ? h('p', { class: 'quiet' }, 'Try the sources of a list one by one.') : null,
    h('button', { type: 'button', disabled: onRun === undefined || isRunning, 'aria-busy': isRunning, onClick: onRun }, [
      isRunning ? 'Asking the nodes …' : 'Try the source',
    ]),
    task.state === 'failed' ? h(FailureNote, { failure: task.failure }) : null,
    h('div', { 'aria-live': 'polite' }, task.state === 'done' ? h(Seen, { simulation: task.value, shown }) : null),
  ]);
}

function Seen({ simulation, shown }: { readonly simulation: Simulation; readonly shown: ShownUnit }): ComponentChildren {
  const { nodes, prices } = simulation;
  const costs = priceTexts(prices);
  return [
    h('p', { id: 'would-sign' }, wouldSignText(simulation, shown)),
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
          nodes.map((node) => h(Row, { node, shown, key: node.nodeIndex })),
        ),
      ]),
    ]),
    costs.length === 0 ? null : h('p', { class: 'quiet' }, `A round costs ${costs.join(', ')}.`),
  ];
}

function Row({ node, shown }: { readonly node: SimulatedNode; readonly shown: ShownUnit }): ComponentChildren {
  const head = h('th', { scope: 'row' }, String(node.nodeIndex));
  const took = h('td', { class: 'short' }, `${node.latencyMs} ms`);
  if ('error' in node)
    return h('tr', { class: 'bad' }, [head, h('td', null, dryRunFailureText(node.error)), took, h('td', null, 'no value')]);
  return h('tr', null, [
    head,
    h('td', { class: 'number' }, quantityText(node.value, shown)),
    took,
    h('td', null, clockText(node.receivedAtMs)),
  ]);
}
