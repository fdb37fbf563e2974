import { type ComponentChildren, h } from 'preact';
import type { Feed } from '../catalogue/feeds.js';
import { objectOf, textIn, wholeNumberIn } from '../read-json.js';
import { type Draft, draftMembers, withHeader, withMember, withSecretHeader } from '../source/draft.js';
import { Card } from '../view/card.js';
import { Choice, TextArea, TextField } from '../view/field.js';
import { HeaderAdder } from './header-adder.js';
import { StartFromFeed } from './start-from-feed.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface SourceCardInput {
  readonly text: string;
  readonly draft: Draft;
  readonly onText: (text: string) => void;
  /** Undefined until they are known. */
  readonly feeds: readonly Feed[] | undefined;
  readonly chosen: string | undefined;
  readonly onFeed: (feed: Feed) => void;
}

/** The request that the nodes make: as fields, and as JSON, which several sources have alone. */
export function SourceCard({ text, draft, onText, feeds, chosen, onFeed }: SourceCardInput): ComponentChildren {
  const members = draftMembers(text);
  const isSeveral = members === undefined && draft.ok;
  return h(Card, { title: '1 · Source' }, [
    members === undefined
      ? h(
          'p',
          { class: 'quiet' },
          isSeveral ? 'Several sources at once. They are written as JSON below.' : 'Mend the JSON below to have the fields again.',
        )
      : h(RequestFields, { text, draft, members, onText }),
    h(StartFromFeed, { feeds, chosen, onFeed }),
    h('details', { class: 'more', open: members === undefined }, [
      h('summary', null, 'The source as JSON'),
      h(TextArea, {
        label: 'The same as JSON (apiConfig; apiConfigs for several)',
        rows: 14,
        value: text,
        isWrong: !draft.ok,
        onChange: onText,
      }),
    ]),
    h(
      'p',
      { role: 'status', class: draft.ok ? 'quiet' : 'bad', id: 'draft' },
      draft.ok ? '' : `${draft.field ?? 'The source'} ${draft.rule}.`,
    ),
  ]);
}

type FieldsInput = Pick<SourceCardInput, 'text' | 'draft' | 'onText'> & { readonly members: Readonly<Record<string, unknown>> };

function RequestFields({ text, draft, members, onText }: FieldsInput): ComponentChildren {
  const wrong = draft.ok ? undefined : draft.field;
  const url = textIn(members['url']) ?? '';
  const method = textIn(members['method']) ?? '';
  const right = urlWithScheme(url);
  return [
    h('div', { class: 'request' }, [
      h(Choice, { label: 'Method', value: method, options: METHODS, onChange: (value) => onText(withMember(text, 'method', value)) }),
      h(TextField, {
        label: 'Address',
        type: 'url',
        value: url,
        isWrong: wrong === 'url',
        onChange: (value) => onText(withMember(text, 'url', value.trim())),
      }),
    ]),
    right === undefined
      ? null
      : h('p', null, [
          h('button', { type: 'button', class: 'small', onClick: () => onText(withMember(text, 'url', right)) }, `Did you mean ${right} ?`),
        ]),
    h(Headers, { text, members, onText }),
    method === 'GET' && members['body'] === undefined
      ? null
      : h(TextArea, {
          label: 'Body',
          rows: 4,
          value: textIn(members['body']) ?? '',
          isWrong: wrong === 'body',
          onChange: (value) => onText(withMember(text, 'body', value)),
        }),
    h('details', { class: 'more' }, [
      h('summary', null, 'Headers and limits'),
      h(HeaderAdder, { onAdd: (name, value) => onText(withHeader(text, name, value)) }),
      h(TextField, {
        label: 'Largest answer in bytes',
        hint: 'at most 1048576; empty for 262144',
        type: 'number',
        value: String(wholeNumberIn(members['maxBytes']) ?? ''),
        isWrong: wrong === 'maxBytes',
        onChange: (value) => onText(withMember(text, 'maxBytes', value === '' ? undefined : Number(value))),
      }),
    ]),
    'Authorization' in (objectOf(members['headers']) ?? {})
      ? null
      : h('button', { type: 'button', class: 'small', onClick: () => onText(withSecretHeader(text)) }, 'Add a secret header'),
  ];
}

/** Headers of the request. A secret stands in them as a placeholder. */
function Headers({ text, members, onText }: Pick<FieldsInput, 'text' | 'members' | 'onText'>): ComponentChildren {
  return Object.entries(objectOf(members['headers']) ?? {}).map(([name, value]) =>
    h(TextField, {
      key: name,
      label: `Header ${name}`,
      hint: 'public; {{secret.token}} stands for a secret that you give apart; empty removes it',
      value: textIn(value) ?? '',
      onChange: (next) => onText(withHeader(text, name, next)),
    }),
  );
}

/** The address with its scheme, where that alone is missing. */
function urlWithScheme(url: string): string | undefined {
  if (url === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(url)) return undefined;
  const right = `https://${url.replace(/^\/+/, '')}`;
  return URL.canParse(right) && new URL(right).hostname.includes('.') ? new URL(right).href : undefined;
}
