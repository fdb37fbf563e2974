import type { JsonValue } from '@oracle-gateway/protocol';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../view/field.js';
import { type PathSteps, pathText } from './path-text.js';
import { readingStepsFor } from './reading-steps.js';
import { childrenOf, findLeaves, isNumeric, type Leaf, writtenText } from './sample.js';

const MAX_FOUND = 50;
/** Children that are shown at once, and with each further press. */
const MAX_CHILDREN = 60;
/** Containers of this depth are open from the start. */
const OPEN_DEPTH = 4;
/** A larger container is closed until the visitor opens it. */
const OPEN_CHILDREN = 40;

/** The visitor picks a value: its path, and the steps that make a number of its text. */
export type OnPick = (path: string, steps: string) => void;

interface TreeInput {
  readonly root: JsonValue;
  /** The path that is chosen now. */
  readonly path: string | undefined;
  readonly onPick: OnPick;
}

/** A JSON document in which every value that can be a number is a button. */
export function SampleTree({ root, path, onPick }: TreeInput): ComponentChildren {
  const [filter, setFilter] = useState('');
  const found = filter.trim() === '' ? undefined : findLeaves(root, filter, MAX_FOUND);
  return [
    h(TextField, { label: 'Filter by key', type: 'search', value: filter, onChange: setFilter }),
    h('div', { class: 'tree', tabIndex: 0, role: 'region', 'aria-label': 'The sample' }, [
      found === undefined
        ? h('ul', null, h(Branch, { name: undefined, steps: [], value: root, path, onPick }))
        : h(FoundLeaves, { found, path, onPick }),
    ]),
  ];
}

function FoundLeaves({ found, path, onPick }: Pick<TreeInput, 'path' | 'onPick'> & { readonly found: readonly Leaf[] }): ComponentChildren {
  if (found.length === 0) return h('p', { class: 'quiet' }, 'No value has this in its path.');
  return h(
    'ul',
    null,
    found.map((leaf) =>
      h('li', { key: leaf.path }, [
        h('span', { class: 'name' }, `${leaf.path} `),
        h(LeafButton, { steps: leaf.steps, value: leaf.value, path, onPick }),
      ]),
    ),
  );
}

interface BranchInput extends Pick<TreeInput, 'path' | 'onPick'> {
  readonly name: string | number | undefined;
  readonly steps: PathSteps;
  readonly value: JsonValue;
}

function Branch({ name, steps, value, path, onPick }: BranchInput): ComponentChildren {
  const children = childrenOf(value);
  const [isOpen, setOpen] = useState(steps.length === 0 || (steps.length < OPEN_DEPTH && children.length <= OPEN_CHILDREN));
  const [most, setMost] = useState(MAX_CHILDREN);
  const key = name === undefined ? null : h('span', { class: 'name' }, `${name}: `);
  if (value.kind !== 'array' && value.kind !== 'object') return h('li', null, [key, h(LeafButton, { steps, value, path, onPick })]);
  return h('li', null, [
    h('button', { type: 'button', class: 'branch', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) }, [
      h('span', { 'aria-hidden': true }, isOpen ? '▾ ' : '▸ '),
      key,
      writtenText(value),
    ]),
    isOpen
      ? h('ul', null, [
          children
            .slice(0, most)
            .map(([step, child]) => h(Branch, { key: step, name: step, steps: [...steps, step], value: child, path, onPick })),
          children.length > most
            ? h('li', { key: 'more of these' }, [
                h(
                  'button',
                  { type: 'button', class: 'branch', onClick: () => setMost(most + MAX_CHILDREN) },
                  `… ${children.length - most} more`,
                ),
              ])
            : null,
        ])
      : null,
  ]);
}

/** A scalar: a button where it is a number, or where plain steps make one of its text. */
function LeafButton({ steps, value, path, onPick }: Omit<BranchInput, 'name'>): ComponentChildren {
  const written = writtenText(value);
  const ownPath = pathText(steps);
  const reading = isNumeric(value) ? '' : value.kind === 'string' ? readingStepsFor(value.value) : undefined;
  if (ownPath === undefined || reading === undefined) return h('span', { class: 'quiet leaf' }, written);
  return h(
    'button',
    { type: 'button', class: 'leaf', 'aria-pressed': ownPath === path, title: ownPath, onClick: () => onPick(ownPath, reading) },
    written,
  );
}
