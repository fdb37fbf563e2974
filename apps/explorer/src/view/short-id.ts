import { type ComponentChildren, h } from 'preact';
import { shortText } from '../words/numbers.js';
import { CopyButton } from './copy-button.js';

/** An id with its middle left out, and a button that copies all of it. */
export function ShortId({ id, what }: { readonly id: string; readonly what: string }): ComponentChildren {
  return h('span', { class: 'short-id' }, [h('code', { title: id }, shortText(id)), ' ', h(CopyButton, { text: id, what, isShort: true })]);
}
