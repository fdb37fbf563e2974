import { type ComponentChildren, h } from 'preact';
import { FailureNote } from '../view/failure-note.js';
import { Ago } from '../view/moment.js';
import { changeText, quantityText, type ShownUnit } from '../words/numbers.js';
import type { LatestAnswers, LiveAnswer } from './use-latest.js';

interface ValueInput {
  readonly latest: LatestAnswers;
  readonly shown: ShownUnit;
  /** Values of the last day, oldest first. */
  readonly trend: readonly number[];
}

/** The newest value, and whether this page has verified it. */
export function ValueLine({ latest, shown, trend }: ValueInput): ComponentChildren {
  const { newest, isRead, failure } = latest;
  if (newest === undefined) {
    if (failure !== undefined) return [h(FailureNote, { failure }), h('p', { class: 'quiet' }, 'The page asks again by itself.')];
    return isRead
      ? h('p', { class: 'quiet' }, 'The feed has no value yet: its next round brings the first.')
      : h('p', { class: 'quiet loading', role: 'status' }, 'Reading the latest value …');
  }
  return [h(Value, { newest, shown, trend }), h(Proof, { newest, isStreamed: latest.isStreamed })];
}

function Value({ newest, shown, trend }: Pick<ValueInput, 'shown' | 'trend'> & { readonly newest: LiveAnswer }): ComponentChildren {
  const { latest, verified } = newest;
  const [first] = trend;
  const change = first === undefined ? undefined : changeText(first, Number(latest.value));
  // A refused value is not shown.
  if (verified.state === 'failed' && verified.failure.kind === 'refused') return h(FailureNote, { failure: verified.failure });
  const value = verified.state === 'done' ? verified.value.value : latest.value;
  return h('p', { class: 'value', id: 'feed-value', 'aria-live': 'off' }, [
    quantityText(value, shown),
    change === undefined
      ? null
      : h('span', { class: `change ${toneOf(change)}` }, [' ', change, h('span', { class: 'quiet' }, ' in a day')]),
  ]);
}

function Proof({ newest, isStreamed }: { readonly newest: LiveAnswer; readonly isStreamed: boolean }): ComponentChildren {
  const { latest, verified } = newest;
  return h('p', { class: 'quiet', id: 'proof' }, [
    h('span', { class: isStreamed ? 'beat good' : 'quiet', 'aria-hidden': 'true' }, '● '),
    isStreamed ? 'live · ' : 'asked for every 10 s · ',
    'signed ',
    h(Ago, { atMs: latest.observedAtMs }),
    ` by nodes ${(verified.state === 'done' ? verified.value.signers : latest.signers).join(', ')} · `,
    h(Verdict, { verified }),
  ]);
}

function Verdict({ verified }: Pick<LiveAnswer, 'verified'>): ComponentChildren {
  switch (verified.state) {
    case 'idle':
    case 'running':
      return 'being verified in this page …';
    case 'done':
      return h('span', { class: 'good', id: 'verified-here' }, '✓ verified in this page');
    case 'failed':
      return h(
        'span',
        { class: 'bad' },
        verified.failure.kind === 'refused' ? 'refused by this page' : `not verified: ${verified.failure.detail}`,
      );
  }
}

function toneOf(change: string): string {
  if (change.startsWith('▲')) return 'good';
  return change.startsWith('▼') ? 'bad' : 'quiet';
}
