import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import type { PageSecrets } from './use-secrets.js';

/** The secrets that a private source needs. A field holds its value itself: nothing that is drawn does. */
export function SecretsCard({ secrets }: { readonly secrets: PageSecrets }): ComponentChildren {
  const { names, write, clear, round, areFilled } = secrets;
  if (names.length === 0) return null;
  return h(Card, { title: 'Secrets of the source' }, [
    h(
      'p',
      { class: 'quiet' },
      'They are sealed here for the nodes on the ledger: the gateway cannot read them. The page forgets them when you leave it, and writes them nowhere. The value that comes back is public.',
    ),
    names.map((name) =>
      h('label', { class: 'field', key: `${name} ${round}` }, [
        h('span', null, `Secret ${name}`),
        h('input', {
          type: 'password',
          autocomplete: 'off',
          spellcheck: false,
          onInput: ({ currentTarget }) => write(name, currentTarget.value),
        }),
      ]),
    ),
    h('button', { type: 'button', class: 'small', onClick: clear }, 'Forget them now'),
    areFilled ? null : h('p', { class: 'quiet' }, 'Fill in every secret to try the source or to ask for a value.'),
  ]);
}
