import type { ApiConfigInput, ListedValue, VerifiedValue, VerifiedValues } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { numberText, quantityText, type ShownUnit } from '../words/numbers.js';
import type { Asked } from './asked.js';

/** Verified content of an answer, and the question that it was held against. */
export interface CheckedAnswer {
  readonly verified: VerifiedValue | VerifiedValues;
  readonly asked: Asked;
}

/** Members of a list with their values, or of an index; nothing for a source alone. */
export function MembersOf({ verified, asked }: CheckedAnswer): ComponentChildren {
  if ('values' in verified) return h(ListedValues, verified);
  return 'source' in asked && 'apiConfigs' in asked.source ? h(IndexSources, { sources: asked.source.apiConfigs }) : null;
}

/** The value of a source or an index; of a list how many there are. */
export function valueTextOf(verified: CheckedAnswer['verified'], shown: ShownUnit = {}): string {
  if (!('values' in verified)) return quantityText(verified.value, shown);
  const { values } = verified;
  return `${values.filter(({ value }) => value !== null).length} of ${values.length} values`;
}

/** Values of a list, each beside its source. A value that is absent has the gateway's reason, which no signature covers. */
function ListedValues({ values }: { readonly values: readonly ListedValue[] }): ComponentChildren {
  return h(Members, { heads: ['Source', 'Value'], rows: values.map((one) => [one.source.url, valueText(one)]) });
}

/** Sources of an index. Nodes sign no value of one source alone, so none is shown. */
function IndexSources({ sources }: { readonly sources: readonly ApiConfigInput[] }): ComponentChildren {
  return h(Members, { heads: ['Source of the index'], rows: sources.map(({ url }) => [url]) });
}

function valueText(one: ListedValue): string {
  return one.value === null ? `no value; the gateway says: ${one.unsignedReason.detail}` : numberText(one.value);
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
