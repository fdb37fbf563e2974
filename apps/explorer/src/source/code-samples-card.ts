import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../view/card.js';
import { CodeText } from '../view/code-text.js';
import { CopyButton } from '../view/copy-button.js';
import { codeSamples, type SampleInput } from './code-samples.js';

/** The request of the page as code, in a card of its own. */
export function CodeSamplesCard({ title, input }: { readonly title: string; readonly input: SampleInput }): ComponentChildren {
  return h(Card, { title }, h(CodeSamples, { input }));
}

/** The request of the page as code, one language at a time. */
export function CodeSamples({ input }: { readonly input: SampleInput }): ComponentChildren {
  const samples = codeSamples(input);
  const [name, setName] = useState(samples[0]?.name ?? '');
  const shown = samples.find((sample) => sample.name === name) ?? samples[0];
  return [
    h(
      'div',
      { role: 'group', 'aria-label': 'Language', class: 'row' },
      samples.map((sample) =>
        h(
          'button',
          { type: 'button', class: 'small', key: sample.name, 'aria-pressed': sample === shown, onClick: () => setName(sample.name) },
          sample.name,
        ),
      ),
    ),
    shown === undefined
      ? null
      : [
          h('p', { class: 'quiet' }, shown.about),
          h(CodeText, { label: `Code for ${shown.name}`, code: shown.code }),
          h(CopyButton, { text: shown.code, what: 'the code' }),
        ],
  ];
}
