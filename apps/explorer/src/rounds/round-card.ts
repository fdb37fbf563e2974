import { type ComponentChildren, h } from 'preact';
import type { Identity } from '../wallets/identity.js';
import { Card } from '../view/card.js';
import { CopyButton } from '../view/copy-button.js';
import { FailureNote } from '../view/failure-note.js';
import { TextField } from '../view/field.js';
import type { Task } from '../view/task.js';
import { settlingText, type ShownRound } from './shown-round.js';

interface RoundInput {
  readonly identity: Identity | undefined;
  readonly quorum: number;
  readonly onQuorum: (quorum: number) => void;
  readonly task: Task<ShownRound>;
  /** Undefined where nothing can be asked for. */
  readonly onAsk: (() => void) | undefined;
  /** Name of what the values are verified against. */
  readonly ledgerName: string;
}

/** One round: asked for, signed, verified here, settled. */
export function RoundCard({ identity, quorum, onQuorum, task, onAsk, ledgerName }: RoundInput): ComponentChildren {
  const isRunning = task.state === 'running';
  return h(Card, { title: 'Verified value' }, [
    h('div', { class: 'row' }, [
      h(TextField, {
        label: 'Nodes that sign (quorum)',
        type: 'number',
        value: String(quorum),
        onChange: (value) => onQuorum(Number(value)),
      }),
      h('button', { type: 'button', class: 'main', disabled: onAsk === undefined || isRunning, 'aria-busy': isRunning, onClick: onAsk }, [
        isRunning ? 'Asking …' : 'Get a verified value',
      ]),
    ]),
    identity === undefined ? h('p', { class: 'quiet' }, 'Choose a wallet first: a round is charged to its subscription.') : null,
    task.state === 'failed' ? h(FailureNote, { failure: task.failure }) : null,
    h('div', { 'aria-live': 'polite' }, task.state === 'done' ? h(Verified, { shown: task.value, ledgerName }) : null),
  ]);
}

function Verified({ shown, ledgerName }: { readonly shown: ShownRound; readonly ledgerName: string }): ComponentChildren {
  const { round, settling } = shown;
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    ['Verified', h('span', { id: 'verdict', class: 'good' }, `✓ in this page, with the keys of ${ledgerName}`)],
    ['Signed by', `nodes ${round.signers.join(', ')} (${round.quorum} had to)`],
    ['Mode', round.mode === 'exact' ? 'exact: all saw this value' : 'tolerance: the median of what they saw'],
    ['Time', new Date(round.timestampMs).toISOString()],
    ['Round', h('code', null, round.roundId)],
    ['Feed', h('code', null, round.feedId)],
    ['Settlement', h('span', { id: 'settlement', class: settling.state === 'done' ? 'good' : '' }, settlingText(settling))],
  ];
  return [
    h('p', { id: 'value', class: 'value' }, round.value),
    h(
      'dl',
      null,
      rows.flatMap(([name, value]) => [h('dt', null, name), h('dd', null, value)]),
    ),
    h(CopyButton, { text: JSON.stringify(round.answer, null, 2), what: 'the answer' }),
  ];
}
