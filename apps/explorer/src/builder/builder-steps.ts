import { type ComponentChildren, h } from 'preact';

/** A part of the way, and whether it is done. */
export interface BuilderStep {
  readonly title: string;
  readonly isDone: boolean;
}

/** The way to a feed. The first part that is not done is where the visitor is. */
export function BuilderSteps({ steps }: { readonly steps: readonly BuilderStep[] }): ComponentChildren {
  const current = steps.findIndex(({ isDone }) => !isDone);
  return h(
    'ol',
    { class: 'way', 'aria-label': 'The way to a feed' },
    steps.map(({ title, isDone }, place) =>
      h('li', { key: title, class: isDone ? 'done' : '', 'aria-current': place === current ? 'step' : undefined }, [
        `${place + 1} ${title}`,
        isDone ? h('span', { class: 'unseen' }, ', done') : null,
      ]),
    ),
  );
}
