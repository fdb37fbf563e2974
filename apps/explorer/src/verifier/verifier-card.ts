import type { LedgerOptions } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../view/card.js';
import { MembersOf, valueTextOf } from '../source/members-list.js';
import { FailureNote } from '../view/failure-note.js';
import { TextArea, TextField } from '../view/field.js';
import { ShortId } from '../view/short-id.js';
import { useTask } from '../view/task.js';
import { momentText } from '../words/times.js';
import { type Pasted, type PastedForm, readPasted, readStored } from './pasted-answer.js';
import { type PastedVerdict, verifyPasted } from './verify-pasted.js';

interface VerifierInput {
  readonly ledger: LedgerOptions;
  readonly ledgerName: string;
  /** First content of the form. */
  readonly initial: PastedForm;
}

/** Verifies an answer from anywhere with the ledger alone: the gateway is not asked. */
export function VerifierCard({ ledger, ledgerName, initial }: VerifierInput): ComponentChildren {
  const [form, setForm] = useState(initial);
  const { task, run, reset } = useTask<PastedVerdict>();
  const pasted = readPasted(form);
  const change = (part: Partial<PastedForm>): void => {
    reset();
    setForm({ ...form, ...part });
  };
  const verify = (): void => {
    if (!pasted.ok) return;
    const { answer, expected } = pasted;
    run((signal) => verifyPasted({ answer, expected, ledger, signal }));
  };
  const isWrong = (field: string): boolean => form.answer !== '' && !pasted.ok && pasted.field === field;
  return h(Card, { title: 'Answer and question' }, [
    h('p', { class: 'quiet' }, `The page holds the answer against the question, with the keys of ${ledgerName}. It asks no gateway.`),
    h('div', { class: 'two' }, [
      h(TextArea, {
        label: 'Answer, or a line of the command line’s --json',
        rows: 12,
        value: form.answer,
        isWrong: isWrong('answer'),
        onChange: (answer) => change(readStored(answer) ?? { answer }),
      }),
      h('div', null, [
        h(TextArea, {
          label: 'The source that was asked for (apiConfig; apiConfigs for several)',
          rows: 6,
          value: form.source,
          isWrong: isWrong('source'),
          onChange: (source) => change({ source }),
        }),
        h(TextField, {
          label: 'Owner of the feed',
          hint: 'the key that asked; empty where it paid for the round alone, or where any owner will do',
          value: form.owner,
          onChange: (owner) => change({ owner }),
        }),
        h(TextField, {
          label: 'Quorum that was asked for',
          type: 'number',
          value: String(form.quorum),
          isWrong: isWrong('quorum'),
          onChange: (quorum) => change({ quorum: Number(quorum) }),
        }),
      ]),
    ]),
    h('button', { type: 'button', class: 'main', disabled: !pasted.ok || task.state === 'running', onClick: verify }, 'Verify'),
    h('p', { role: 'status', class: 'quiet' }, statusOf(form, pasted)),
    task.state === 'failed' ? h(FailureNote, { failure: task.failure }) : null,
    h('div', { 'aria-live': 'polite' }, task.state === 'done' ? h(VerdictNote, task.value) : null),
  ]);
}

function statusOf({ answer }: PastedForm, pasted: Pasted): string {
  if (answer === '') return 'Paste an answer to verify it.';
  return pasted.ok ? '' : `The ${pasted.field} ${pasted.rule}.`;
}

function VerdictNote({ verified, asked, feedId }: PastedVerdict): ComponentChildren {
  const { signers, quorum, observedAtMs, registryVersion } = verified;
  return h('div', { id: 'pasted-verdict', class: 'note good' }, [
    h('strong', null, `✓ ${valueTextOf(verified)}`),
    h('p', null, `Signed by nodes ${signers.join(', ')} (${quorum} needed), observed ${momentText(observedAtMs)}.`),
    h(
      'p',
      { class: 'quiet' },
      `Registry version ${registryVersion}. No node asked the source before that time. How old a value may be is your decision.`,
    ),
    feedId === undefined
      ? null
      : h('p', null, [
          'You named no owner: the nodes signed the value for the feed ',
          h(ShortId, { id: feedId, what: 'the feed’s id' }),
          '.',
        ]),
    h(MembersOf, { verified, asked }),
  ]);
}
