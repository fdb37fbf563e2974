import type { SimulatedNode, Simulation } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import { FailureNote } from '../view/failure-note.js';
import type { Task } from '../view/task.js';
import { numberText, quantityText, type ShownUnit } from '../words/numbers.js';
import { type Spread, spreadOf } from './spread.js';
import { dryRunFailureText, priceTexts, dryRunVerdict, wouldSignText } from './words.js';

interface DryRunInput {
  readonly title?: string;
  readonly task: Task<Simulation>;
  /** Unit and digits of the values. */
  readonly shown: ShownUnit;
  /** Allowed distance from the median, in hundredths of a percent; undefined in exact mode. */
  readonly allowedBps: number | undefined;
  /** Nodes of the registry; undefined until they are known. */
  readonly nodeCount: number | undefined;
  /** A list is not tried as one. */
  readonly isList: boolean;
  /** Undefined where the source cannot be asked for. */
  readonly onRun: (() => void) | undefined;
}

/** Card of a dry run: no node signs, nothing is paid, nothing is verified. */
export function DryRunCard(input: DryRunInput): ComponentChildren {
  const { title = 'Dry run', task, isList, onRun } = input;
  const isRunning = task.state === 'running';
  const name = task.state === 'idle' ? 'Try the source' : 'Try again';
  return h(Card, { title }, [
    task.state === 'idle'
      ? h('p', { class: 'quiet' }, 'Nodes fetch the source and report what they see. No node signs, and nothing is paid.')
      : null,
    isList ? h('p', { class: 'quiet' }, 'Try the sources of a list one by one.') : null,
    task.state === 'failed' ? h(FailureNote, { failure: task.failure }) : null,
    h('div', { 'aria-live': 'polite' }, task.state === 'done' ? h(Seen, { ...input, simulation: task.value }) : null),
    h('p', { class: 'row' }, [
      h('button', { type: 'button', class: 'main', disabled: onRun === undefined || isRunning, 'aria-busy': isRunning, onClick: onRun }, [
        isRunning ? 'Asking the nodes …' : name,
      ]),
      h('span', { class: 'quiet' }, 'free, and nothing is signed'),
    ]),
  ]);
}

type SeenInput = Pick<DryRunInput, 'shown' | 'allowedBps' | 'nodeCount'> & { readonly simulation: Simulation };

function Seen({ simulation, shown, allowedBps, nodeCount }: SeenInput): ComponentChildren {
  const { nodes, prices } = simulation;
  const spread = spreadOf(simulation, allowedBps);
  const costs = priceTexts(prices);
  const verdict = dryRunVerdict(simulation);
  return [
    h('p', { class: 'verdict' }, h('span', { class: `pill ${verdict.tone}` }, verdict.text)),
    spread === undefined ? null : h('p', { class: 'value' }, quantityText(spread.centre, shown)),
    spread === undefined || spread.rows.length < 2
      ? null
      : [h('p', { class: 'quiet' }, spreadText(spread, allowedBps)), h(Band, { spread, isAllowed: allowedBps !== undefined })],
    h('p', { id: 'would-sign' }, wouldSignText(simulation, shown, nodeCount)),
    h('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'What each node saw' }, [
      h('table', { id: 'dry-run' }, [
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ['Node', 'Sees', 'From median', 'Took'].map((name) => h('th', { scope: 'col', key: name }, name)),
          ),
        ),
        h(
          'tbody',
          null,
          nodes.map((node) => h(Row, { node, spread, key: node.nodeIndex })),
        ),
      ]),
    ]),
    costs.length === 0 ? null : h('p', { class: 'quiet' }, `A round costs ${costs.join(', ')}.`),
  ];
}

function spreadText({ rows, width, slowestMs }: Spread, allowedBps: number | undefined): string {
  const allowed = allowedBps === undefined ? '' : ` of ${(allowedBps / 100).toFixed(2)} % allowed from the median`;
  return `${rows.length} nodes · spread ${width}${allowed} · slowest ${slowestMs} ms`;
}

/** The allowed distance from the median, with a tick for each node. The table says the same in words. */
function Band({ spread, isAllowed }: { readonly spread: Spread; readonly isAllowed: boolean }): ComponentChildren {
  return h(
    'svg',
    { class: isAllowed ? 'spread allowed' : 'spread', viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': true },
    [
      h('rect', { x: 0, y: 2, width: 100, height: 2, class: 'rail' }),
      spread.rows.map(({ nodeIndex, place }) =>
        h('rect', { x: Math.min(99.2, Math.max(0, place - 0.4)), y: 0, width: 0.8, height: 6, class: 'tick', key: nodeIndex }),
      ),
    ],
  );
}

function Row({ node, spread }: { readonly node: SimulatedNode; readonly spread: Spread | undefined }): ComponentChildren {
  const head = h('th', { scope: 'row' }, String(node.nodeIndex));
  const took = h('td', { class: 'short' }, `${node.latencyMs} ms`);
  if ('error' in node) return h('tr', { class: 'bad' }, [head, h('td', { colSpan: 2 }, dryRunFailureText(node.error)), took]);
  const distance = spread?.rows.find(({ nodeIndex }) => nodeIndex === node.nodeIndex)?.distance ?? '';
  return h('tr', null, [head, h('td', { class: 'number' }, numberText(node.value)), h('td', { class: 'number' }, distance), took]);
}
