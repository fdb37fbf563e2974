import { type ComponentChildren, h } from 'preact';

/** Code that may be wider than the page; the keyboard can scroll it. */
export function CodeText({ label, code }: { readonly label: string; readonly code: string }): ComponentChildren {
  return h('pre', { tabIndex: 0, role: 'region', 'aria-label': label }, h('code', null, code));
}
