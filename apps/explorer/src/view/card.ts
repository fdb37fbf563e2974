import { type ComponentChildren, h } from 'preact';

/** A part of the page with a heading of its own. */
export function Card({ title, children }: { readonly title: string; readonly children?: ComponentChildren }): ComponentChildren {
  const id = `card-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return h('section', { class: 'card', 'aria-labelledby': id }, [h('h2', { id }, title), children]);
}
