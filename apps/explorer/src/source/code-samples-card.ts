import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../view/card.js';
import { CodeText } from '../view/code-text.js';
import { CopyButton } from '../view/copy-button.js';
import { codeSamples, type SampleInput } from './code-samples.js';

/** The request of the page as code, one language at a time. */
export function CodeSamplesCard({ title, input }: { readonly title: string; readonly input: SampleInput }): ComponentChildren {
  const samples = codeSamples(input);
  const [name, setName] = useState(samples[0]?.name ?? '');
  const shown = samples.find((sample) => sample.name === name);
  return h(Card, { title }, [
    h(
      'div',
      { role: 'group', 'aria-label': 'Language', class: 'row' },
      samples.map((sample) =>
        h(
          'button',
          { type: 'button', class: 'small', key: sample.name, 'aria-pressed': sample.name === name, onClick: () => setName(sample.name) },
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
  ]);
}
