import { toHex } from '@oracle-gateway/protocol';
import { type ComponentChildren, h } from 'preact';
import { wholeNumberIn, objectOf, textIn } from '../read-json.js';
import { Choice, TextArea, TextField } from '../view/field.js';
import { type Draft, draftMembers, withHeader, withMember, withSecretHeader } from './draft.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const TOLERANCE = { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 10_000, numeric: { type: 'int256', decimals: 8 } };

interface SourceEditorInput {
  readonly text: string;
  readonly draft: Draft;
  readonly onText: (text: string) => void;
}

/** A source as fields and as JSON, side by side: each change of one is a change of the other. */
export function SourceEditor({ text, draft, onText }: SourceEditorInput): ComponentChildren {
  const members = draftMembers(text);
  const wrong = draft.ok ? undefined : draft.field;
  const field = (label: string, name: string, hint: string): ComponentChildren =>
    h(TextField, {
      label,
      hint,
      value: textIn(members?.[name]) ?? '',
      isDisabled: members === undefined,
      isWrong: wrong === name,
      onChange: (value) => onText(withMember(text, name, value)),
    });
  return h('div', null, [
    h('div', { class: 'two' }, [
      h('div', null, [
        field('URL', 'url', 'http or https; the nodes fetch it themselves'),
        h(Choice, {
          label: 'Method',
          value: textIn(members?.['method']) ?? '',
          options: METHODS,
          isDisabled: members === undefined,
          onChange: (value) => onText(withMember(text, 'method', value)),
        }),
        field('JSONPath of the number', 'responseParser', 'such as $.data.amount'),
        field('Transform', 'valueTransform', 'such as multiply:100|round:2'),
        h(TextField, {
          label: 'Largest answer in bytes',
          hint: 'at most 1048576; empty for 262144',
          type: 'number',
          value: String(wholeNumberIn(members?.['maxBytes']) ?? ''),
          isDisabled: members === undefined,
          isWrong: wrong === 'maxBytes',
          onChange: (value) => onText(withMember(text, 'maxBytes', value === '' ? undefined : Number(value))),
        }),
        h(Headers, { text, onText }),
        h(Tolerance, { text, onText }),
      ]),
      h(TextArea, {
        label: 'The same as JSON (apiConfig; apiConfigs for several)',
        rows: 20,
        value: text,
        isWrong: !draft.ok,
        onChange: onText,
      }),
    ]),
    h(
      'p',
      { role: 'status', class: draft.ok ? 'quiet' : 'bad' },
      draft.ok ? ['source id ', h('code', null, toHex(draft.subject.sourceId))] : `${draft.field ?? 'The source'} ${draft.rule}.`,
    ),
  ]);
}

/** Headers of the request. A secret stands in them as a placeholder. */
function Headers({ text, onText }: Pick<SourceEditorInput, 'text' | 'onText'>): ComponentChildren {
  const members = draftMembers(text);
  const headers = objectOf(members?.['headers']) ?? {};
  return [
    Object.entries(headers).map(([name, value]) =>
      h(TextField, {
        key: name,
        label: `Header ${name}`,
        hint: 'public; {{secret.token}} stands for a secret that you give apart',
        value: textIn(value) ?? '',
        onChange: (next) => onText(withHeader(text, name, next)),
      }),
    ),
    'Authorization' in headers
      ? null
      : h(
          'button',
          { type: 'button', class: 'small', disabled: members === undefined, onClick: () => onText(withSecretHeader(text)) },
          'Add a secret header',
        ),
  ];
}

/** Tolerance mode: how far the nodes may disagree. */
function Tolerance({ text, onText }: Pick<SourceEditorInput, 'text' | 'onText'>): ComponentChildren {
  const members = draftMembers(text);
  const aggregation = objectOf(members?.['aggregation']);
  const toggle = (isOn: boolean): void => onText(withMember(text, 'aggregation', isOn ? TOLERANCE : undefined));
  return h('fieldset', { disabled: members === undefined }, [
    h('legend', null, 'How far nodes may differ'),
    h('label', { class: 'check' }, [
      h('input', { type: 'checkbox', checked: aggregation !== undefined, onChange: ({ currentTarget }) => toggle(currentTarget.checked) }),
      ' sign the median of what the nodes see',
    ]),
    aggregation === undefined
      ? null
      : h(TextField, {
          label: 'Allowed distance from the median, in basis points (100 = 1 %)',
          type: 'number',
          value: String(wholeNumberIn(aggregation['maxDeviationBps']) ?? ''),
          onChange: (value) => onText(withMember(text, 'aggregation', { ...aggregation, maxDeviationBps: Number(value) })),
        }),
  ]);
}
