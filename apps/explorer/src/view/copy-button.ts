import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';

interface CopyInput {
  readonly text: string;
  /** Follows "Copy", such as `the link`. */
  readonly what: string;
  /** The name is for screen readers alone; the button shows "Copy". */
  readonly isShort?: boolean;
}

/** Copies a text, and says whether it could. */
export function CopyButton({ text, what, isShort = false }: CopyInput): ComponentChildren {
  const [said, setSaid] = useState('');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied.'),
      () => setSaid('The browser does not allow it: select the text instead.'),
    );
  };
  return h('span', null, [
    h('button', { type: 'button', class: 'small', onClick: copy, title: isShort ? `Copy ${what}` : undefined }, [
      'Copy',
      h('span', { class: isShort ? 'unseen' : undefined }, ` ${what}`),
    ]),
    h('span', { role: 'status', class: 'quiet' }, said),
  ]);
}
