import type { ApiConfigInput, ListedValue } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';

/** Values of a list, each beside its source. A value that is absent has the gateway's reason, which no signature covers. */
export function ListedValues({ values }: { readonly values: readonly ListedValue[] }): ComponentChildren {
  return h(Members, { heads: ['Source', 'Value'], rows: values.map((one) => [one.source.url, valueText(one)]) });
}

/** Sources of an index. Nodes sign no value of one source alone, so none is shown. */
export function IndexSources({ sources }: { readonly sources: readonly ApiConfigInput[] }): ComponentChildren {
  return h(Members, { heads: ['Source of the index'], rows: sources.map(({ url }) => [url]) });
}

function valueText(one: ListedValue): string {
  return one.value === null ? `no value; the gateway says: ${one.unsignedReason.detail}` : one.value;
}

function Members({ heads, rows }: { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }): ComponentChildren {
  const names = heads.map((name) => h('th', { scope: 'col', key: name }, name));
  return h('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'Members' }, [
    h('table', { id: 'members' }, [
      h('thead', null, h('tr', null, names)),
      h(
        'tbody',
        null,
        rows.map((cells, place) =>
          h(
            'tr',
            { key: place },
            cells.map((cell, column) => h('td', { class: column === 0 ? '' : 'number', key: column }, cell)),
          ),
        ),
      ),
    ]),
  ]);
}
