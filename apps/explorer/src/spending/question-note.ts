import { type ComponentChildren, h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OpenQuestion } from './use-question.js';

/** A question takes the focus when it comes, so that the keyboard and a screen reader are at it. */
export function QuestionNote({ question }: { readonly question: OpenQuestion }): ComponentChildren {
  const place = useRef<HTMLDivElement>(null);
  const { title, lines, yes, answer } = question;
  useEffect(() => place.current?.focus(), [title]);
  return h('div', { ref: place, class: 'note question', role: 'group', 'aria-label': title, tabIndex: -1, id: 'question' }, [
    h('strong', null, title),
    lines.map((line) => h('p', { key: line }, line)),
    h('div', { class: 'row' }, [
      h('button', { type: 'button', onClick: () => answer(true) }, yes),
      h('button', { type: 'button', onClick: () => answer(false) }, 'Do not pay'),
    ]),
  ]);
}
