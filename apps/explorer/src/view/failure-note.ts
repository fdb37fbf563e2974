import { type ComponentChildren, h } from 'preact';
import type { ExplainedFailure } from '../rounds/explain-failure.js';
import { linkTo } from '../shell/address.js';

/** A failure, told at once to screen readers. */
export function FailureNote({ failure }: { readonly failure: ExplainedFailure }): ComponentChildren {
  const { kind, title, detail, advice = [], code, docUrl, requestId, isOfAccount = false } = failure;
  return h('div', { class: `note ${kind}`, role: 'alert' }, [
    h('strong', null, title),
    h('p', null, detail),
    advice.map((line) => h('p', { key: line }, line)),
    isOfAccount
      ? h('p', null, h('a', { href: linkTo({ place: 'account' }) }, 'Buy or renew rounds, or fill the escrow, in your account'))
      : null,
    h('p', { class: 'quiet' }, [
      'code ',
      docUrl === undefined ? h('code', null, code) : h('a', { href: docUrl }, h('code', null, code)),
      requestId === undefined ? null : [', request ', h('code', null, requestId)],
    ]),
  ]);
}
