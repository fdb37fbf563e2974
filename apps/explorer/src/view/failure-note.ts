import { type ComponentChildren, h } from 'preact';
import type { ExplainedFailure } from '../rounds/explain-failure.js';

/** A failure, told at once to screen readers. */
export function FailureNote({ failure }: { readonly failure: ExplainedFailure }): ComponentChildren {
  const { kind, title, detail, code, requestId } = failure;
  return h('div', { class: `note ${kind}`, role: 'alert' }, [
    h('strong', null, title),
    h('p', null, detail),
    h('p', { class: 'quiet' }, [
      'code ',
      h('code', null, code),
      requestId === undefined ? null : [', request ', h('code', null, requestId)],
    ]),
  ]);
}
