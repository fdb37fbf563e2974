import { type ComponentChildren, h } from 'preact';

/** A name and its fact; a fact that is not known is undefined, and has no row. */
export type FactRow = readonly [name: string, fact: ComponentChildren | undefined];

/** Names with their facts, one a row. */
export function Facts({ rows }: { readonly rows: readonly FactRow[] }): ComponentChildren {
  return h(
    'dl',
    null,
    rows
      .filter(([, fact]) => fact !== undefined)
      .flatMap(([name, fact]) => [h('dt', { key: `${name} name` }, name), h('dd', { key: name }, fact)]),
  );
}
