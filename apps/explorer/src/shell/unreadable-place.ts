import { type ComponentChildren, h } from 'preact';
import { linkTo } from './address.js';

/** An address that no view has, and ways on. */
export function UnreadablePlace({ rule }: { readonly rule: string }): ComponentChildren {
  return h('div', { class: 'note failed', role: 'alert' }, [
    h('h1', null, 'This address leads nowhere'),
    h('p', null, `Its part after # cannot be read: ${rule}. The link may have been cut off; ask for it again.`),
    h('p', null, [
      h('a', { href: linkTo({ place: 'feeds' }) }, 'See all feeds'),
      ' or ',
      h('a', { href: linkTo({ place: 'new' }) }, 'make a new one'),
      '.',
    ]),
  ]);
}
