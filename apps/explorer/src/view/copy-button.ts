import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';

/** Copies a text, and says whether it could. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }): ComponentChildren {
  const [said, setSaid] = useState('');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied.'),
      () => setSaid('The browser does not allow it: select the text instead.'),
    );
  };
  return h('span', null, [
    h('button', { type: 'button', class: 'small', onClick: copy }, [`Copy ${what}`]),
    h('span', { role: 'status', class: 'quiet' }, said),
  ]);
}
