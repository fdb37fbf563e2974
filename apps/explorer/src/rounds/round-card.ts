import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import { CopyButton } from '../view/copy-button.js';
import { Ago } from '../view/moment.js';
import { ShortId } from '../view/short-id.js';
import type { ShownUnit } from '../words/numbers.js';
import { type FactRow, Facts } from '../view/facts.js';
import { FailureNote } from '../view/failure-note.js';
import type { AnyRound } from '../source/asked.js';
import { MembersOf, valueTextOf } from '../source/members-list.js';
import { TextField } from '../view/field.js';
import type { Task } from '../view/task.js';
import type { OpenQuestion } from '../spending/use-question.js';
import { QuestionNote } from '../spending/question-note.js';
import { settlingText, type ShownRound } from './shown-round.js';
import { StepsList } from './steps-list.js';

interface RoundInput {
  /** Condition that keeps a round from being asked for; undefined where nothing is. */
  readonly missing: string | undefined;
  /** Question that the visitor has to answer before anything is signed. */
  readonly question: OpenQuestion | undefined;
  readonly gateway: string;
  readonly rpcUrl: string;
  readonly quorum: number;
  /** Undefined where the quorum is settled. */
  readonly onQuorum: ((quorum: number) => void) | undefined;
  /** Unit and digits of the value. */
  readonly shown: ShownUnit;
  readonly task: Task<ShownRound>;
  /** Undefined where nothing can be asked for. */
  readonly onAsk: (() => void) | undefined;
  /** Undefined where no outcome is open. */
  readonly onLookUp: (() => void) | undefined;
  /** Name of what the values are verified against. */
  readonly ledgerName: string;
}

/** One round: asked for, signed, verified here, settled. */
export function RoundCard(input: RoundInput): ComponentChildren {
  const { missing, question, quorum, onQuorum, task, onAsk, onLookUp } = input;
  const isRunning = task.state === 'running';
  return h(Card, { title: 'Verified value' }, [
    h('div', { class: 'row' }, [
      onQuorum === undefined
        ? null
        : h(TextField, {
            label: 'Nodes that sign (quorum)',
            type: 'number',
            value: String(quorum),
            onChange: (value) => onQuorum(Number(value)),
          }),
      h(
        'button',
        {
          type: 'button',
          class: 'main',
          disabled: onAsk === undefined || onLookUp !== undefined || isRunning,
          'aria-busy': isRunning,
          onClick: onAsk,
        },
        [isRunning ? 'Asking …' : 'Get a verified value'],
      ),
    ]),
    missing === undefined ? null : h('p', { class: 'quiet' }, missing),
    question === undefined ? null : h(QuestionNote, { question }),
    task.state === 'failed' ? h(FailureNote, { failure: task.failure }) : null,
    onLookUp === undefined || isRunning
      ? null
      : h('p', null, [
          'Another round is asked for once this one is known. ',
          h('button', { type: 'button', onClick: onLookUp }, 'Look it up'),
          ' Nothing is paid.',
        ]),
    h('div', { 'aria-live': 'polite' }, task.state === 'done' ? h(Verified, { ...input, done: task.value }) : null),
  ]);
}

function Verified({
  done,
  shown,
  ledgerName,
  gateway,
  rpcUrl,
}: Pick<RoundInput, 'ledgerName' | 'gateway' | 'rpcUrl' | 'shown'> & { readonly done: ShownRound }): ComponentChildren {
  const { round, asked, settling, steps } = done;
  const rows: readonly FactRow[] = [
    ['Verified', h('span', { id: 'verdict', class: 'good' }, `✓ in this page, with the keys of ${ledgerName}`)],
    ['Signed by', `nodes ${round.signers.join(', ')} (${round.quorum} needed)`],
    ['Mode', modeText(round)],
    ['Observed', h(Ago, { atMs: round.observedAtMs })],
    ['Round', h(ShortId, { id: round.roundId, what: 'the round’s id' })],
    ['Feed', h(ShortId, { id: round.feedId, what: 'the feed’s id' })],
    ['Settlement', h('span', { id: 'settlement', class: settling.state === 'done' ? 'good' : '' }, settlingText(settling))],
  ];
  return [
    h('p', { id: 'value', class: 'value' }, valueTextOf(round, shown)),
    h(MembersOf, { verified: round, asked }),
    h(Facts, { rows }),
    h(CopyButton, { text: JSON.stringify(round.answer, null, 2), what: 'the answer' }),
    steps.length === 0 ? null : h(StepsList, { steps, rpcUrl, recordUrl: `${gateway}/v1/rounds/${round.roundId}` }),
  ];
}

function modeText(round: AnyRound): string {
  if (!('mode' in round)) return 'list: each value by the mode of its source';
  return round.mode === 'exact' ? 'exact: all saw this value' : 'tolerance: the median of what they saw';
}
