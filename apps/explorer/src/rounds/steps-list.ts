import { type ComponentChildren, h } from 'preact';
import { CopyButton } from '../view/copy-button.js';
import { clockText } from '../words/times.js';
import { shortText } from '../words/numbers.js';
import { landedQuery } from './landed-query.js';
import type { RoundStep } from './steps.js';

interface StepsInput {
  readonly steps: readonly RoundStep[];
  readonly rpcUrl: string;
  /** The round at the gateway. */
  readonly recordUrl: string;
}

/** Steps of a round, and how to look at it without this page. */
export function StepsList({ steps, rpcUrl, recordUrl }: StepsInput): ComponentChildren {
  const signature = steps.findLast((step) => step.signature !== undefined)?.signature;
  return h('div', { id: 'steps' }, [
    h('h3', null, 'Steps, as the gateway reports them'),
    h(
      'ol',
      null,
      steps.map(({ text, atMs }) =>
        h('li', { key: `${atMs} ${text}` }, [h('span', { class: 'number quiet' }, `${clockText(atMs)} `), text]),
      ),
    ),
    signature === undefined
      ? null
      : h('p', null, [
          'Transaction ',
          h('code', { id: 'transaction', title: signature }, shortText(signature)),
          ' ',
          h(CopyButton, { text: signature, what: 'its signature' }),
          h(CopyButton, { text: landedQuery({ rpcUrl, signature }), what: 'a command that reads it from the ledger' }),
        ]),
    h('p', null, [
      h('a', { href: recordUrl, target: '_blank', rel: 'noreferrer' }, 'The gateway’s record of the round'),
      ' ',
      h(CopyButton, { text: recordUrl, what: 'its address' }),
    ]),
  ]);
}
