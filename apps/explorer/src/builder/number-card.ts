import { type ComponentChildren, h } from 'preact';
import { draftMembers, withMember } from '../source/draft.js';
import { textIn } from '../read-json.js';
import { Card } from '../view/card.js';
import { TextArea, TextField } from '../view/field.js';
import { ChainRow } from './chain-row.js';
import type { Judgement } from './judge.js';
import { namedPath } from './named-path.js';
import { stepsOfPath } from './path-text.js';
import type { Sample } from './sample.js';
import { SampleTree } from './sample-tree.js';
import type { PathEngine } from './use-engine.js';

interface NumberCardInput {
  readonly engine: PathEngine;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly sample: Sample | undefined;
  readonly sampleText: string;
  readonly onSample: (sample: string) => void;
  readonly judgement: Judgement;
}

/** Card that leads from an answer of the source to one number: a click in the tree, a path, a chain of steps. */
export function NumberCard({ engine, text, onText, sample, sampleText, onSample, judgement }: NumberCardInput): ComponentChildren {
  const members = draftMembers(text) ?? {};
  const path = textIn(members['responseParser']);
  const transform = textIn(members['valueTransform']) ?? '';
  const onPath = (next: string): void => onText(withMember(text, 'responseParser', next));
  return h(Card, { title: '2 · The number' }, [
    sample?.root === undefined
      ? h(PasteSample, { url: textIn(members['url']) ?? '', sampleText, onSample, rule: sample?.rule })
      : [
          h('p', { class: 'quiet' }, [
            'Click the number you want. ',
            h('button', { type: 'button', class: 'small', onClick: () => onSample('') }, 'Paste another sample'),
          ]),
          h(SampleTree, {
            root: sample.root,
            path,
            onPick: (picked, steps) => onText(withMember(withMember(text, 'responseParser', picked), 'valueTransform', steps)),
          }),
        ],
    h(TextField, {
      label: 'JSONPath of the number',
      hint: 'such as $.data.amount; empty where the whole answer is the number',
      value: path ?? '',
      isWrong: judgement.state === 'wrong' && judgement.field === 'responseParser',
      onChange: onPath,
    }),
    h(Verdict, { judgement, onPath }),
    h(ByName, { engine, path, transform, sample, judgement, onPath }),
    h(ChainRow, {
      engine,
      judgement,
      transform,
      onTransform: (next) => onText(withMember(text, 'valueTransform', next)),
    }),
  ]);
}

function PasteSample({
  url,
  sampleText,
  onSample,
  rule,
}: Pick<NumberCardInput, 'sampleText' | 'onSample'> & { readonly url: string; readonly rule: string | undefined }): ComponentChildren {
  return [
    h('p', { class: 'quiet' }, [
      'Paste an answer of the source to click the number in it. This page asks no other host. ',
      isOpenable(url)
        ? [
            h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Open the address in a new tab'),
            ', copy all of it, and paste it here.',
          ]
        : null,
    ]),
    h(TextArea, { label: 'A sample answer', rows: 6, value: sampleText, onChange: onSample }),
    rule === undefined ? null : h('p', { class: 'quiet' }, `It is read as one text: ${rule}.`),
  ];
}

/** A link leads to web addresses alone, and never along with a secret's placeholder. */
function isOpenable(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url) && !url.includes('{{');
}

function Verdict({ judgement, onPath }: { readonly judgement: Judgement; readonly onPath: (path: string) => void }): ComponentChildren {
  const nearest = judgement.state === 'wrong' ? judgement.nearest : undefined;
  return [
    h('p', { id: 'path-verdict', role: 'status', class: classOf(judgement) }, verdictText(judgement)),
    nearest === undefined
      ? null
      : h('p', null, h('button', { type: 'button', class: 'small', onClick: () => onPath(nearest) }, `Did you mean ${nearest} ?`)),
  ];
}

interface ByNameInput {
  readonly engine: PathEngine;
  readonly path: string | undefined;
  /** `valueTransform` as it is written. */
  readonly transform: string;
  readonly sample: Sample | undefined;
  readonly judgement: Judgement;
  readonly onPath: (path: string) => void;
}

/** A row of an array may be found by a name of its own: its position may change from answer to answer. */
function ByName({ engine, path = '', transform, sample, judgement, onPath }: ByNameInput): ComponentChildren {
  const steps = judgement.state === 'good' ? stepsOfPath(path) : undefined;
  const named = steps === undefined || sample?.root === undefined ? undefined : namedPath(sample.root, steps);
  if (named === undefined) return null;
  const alone = { valueTransform: transform === '' ? undefined : transform, aggregation: undefined, maxBytes: undefined };
  if (engine.judgePath({ ...alone, responseParser: named }, sample).state !== 'good') return null;
  return h('p', { class: 'quiet' }, [
    'The place of a row may change. ',
    h('button', { type: 'button', class: 'small', onClick: () => onPath(named) }, `Find it by name: ${named}`),
  ]);
}

function classOf({ state }: Judgement): string {
  switch (state) {
    case 'good':
      return 'good';
    case 'wrong':
      return 'bad';
    case 'untried':
      return 'quiet';
  }
}

function verdictText(judgement: Judgement): string {
  switch (judgement.state) {
    case 'good':
      return '✓ exactly one number';
    case 'wrong':
      return judgement.rule;
    case 'untried':
      return 'Well formed. A sample or a dry run shows what it selects.';
  }
}
