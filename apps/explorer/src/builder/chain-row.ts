import { type ComponentChildren, h, type TargetedEvent } from 'preact';
import { numberText } from '../words/numbers.js';
import type { ChainStep } from './chain.js';
import type { Judgement } from './judge.js';
import type { PathEngine } from './use-engine.js';

const OFTEN = [
  ['multiply', '× multiply'],
  ['divide', '÷ divide'],
  ['invert', '1/x invert'],
  ['round', 'round to …'],
] as const;

interface ChainInput {
  readonly engine: PathEngine;
  readonly judgement: Judgement;
  /** `valueTransform` as it is written. */
  readonly transform: string;
  readonly onTransform: (transform: string) => void;
}

/** The chain of steps from the selected value to the number that is signed. */
export function ChainRow({ engine, judgement, transform, onTransform }: ChainInput): ComponentChildren {
  const chain = engine.chainOf(transform);
  const change = (next: readonly ChainStep[]): void => onTransform(engine.transformText(next));
  const good = judgement.state === 'good' ? judgement : undefined;
  const add = (name: string): void => change(engine.withChainStep(chain, name));
  const rest = engine.STEPS.filter(({ name }) => !OFTEN.some(([often]) => often === name));
  return h('div', { role: 'group', 'aria-label': 'Steps to the number' }, [
    h('p', { class: 'flow' }, [
      good?.selected === undefined ? null : [h('span', { class: 'chip' }, shortened(good.selected)), arrow()],
      chain.map((step, place) => [
        h(StepChip, {
          key: place,
          step,
          isWrong: judgement.state === 'wrong' && judgement.field === 'valueTransform' && judgement.step === place,
          after: good?.after[place],
          onOperand: (operand) => change(engine.withOperand(chain, place, operand)),
          onRemove: () => change(engine.withoutStep(chain, place)),
        }),
        arrow(),
      ]),
      h('strong', { id: 'preview', class: 'number' }, good === undefined ? '…' : numberText(good.signed)),
    ]),
    h('div', { class: 'row' }, [
      h('span', { class: 'quiet' }, 'Add a step:'),
      OFTEN.map(([name, label]) => h('button', { type: 'button', class: 'small', key: name, onClick: () => add(name) }, label)),
      h(
        'select',
        {
          'aria-label': 'Another step',
          class: 'steps-menu',
          value: '',
          onChange: ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
            if (currentTarget.value !== '') add(currentTarget.value);
            currentTarget.value = '';
          },
        },
        [
          h('option', { value: '' }, 'another …'),
          rest.map(({ name, takes, gives }) => h('option', { value: name, key: name }, `${name} (${takes} → ${gives})`)),
        ],
      ),
    ]),
    h(StepMeaning, { engine, chain }),
  ]);
}

interface ChipInput {
  readonly step: ChainStep;
  readonly isWrong: boolean;
  /** The number after it. */
  readonly after: string | undefined;
  readonly onOperand: (operand: string) => void;
  readonly onRemove: () => void;
}

function StepChip({ step: { name, operand }, isWrong, after, onOperand, onRemove }: ChipInput): ComponentChildren {
  return h('span', { class: isWrong ? 'chip wrong' : 'chip', title: after === undefined ? undefined : `then ${numberText(after)}` }, [
    name,
    operand === undefined
      ? null
      : h('input', {
          'aria-label': `Operand of ${name}`,
          'aria-invalid': isWrong ? 'true' : 'false',
          value: operand,
          size: Math.max(2, Math.min(24, operand.length)),
          spellcheck: false,
          autocomplete: 'off',
          onInput: ({ currentTarget }) => onOperand(currentTarget.value),
        }),
    h('button', { type: 'button', class: 'remove', 'aria-label': `Remove ${name}`, onClick: onRemove }, '×'),
  ]);
}

/** The meaning of the last step that was added, as the documents have it. */
function StepMeaning({ engine, chain }: { readonly engine: PathEngine; readonly chain: readonly ChainStep[] }): ComponentChildren {
  const last = chain.at(-1);
  const step = engine.STEPS.find(({ name }) => name === last?.name);
  return step === undefined ? null : h('p', { class: 'quiet' }, `${step.name}: ${step.meaning.replaceAll('`', '')}.`);
}

function arrow(): ComponentChildren {
  return h('span', { class: 'quiet', 'aria-hidden': true }, '→');
}

const MAX_SELECTED = 40;

function shortened(text: string): string {
  return text.length > MAX_SELECTED ? `${text.slice(0, MAX_SELECTED)}…` : text;
}
