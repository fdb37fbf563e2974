import { type ComponentChildren, h } from 'preact';
import type { RoundStatus } from '@oracle-gateway/client';
import { toldRoundOf } from '../rounds/round-view.js';
import type { PageContext } from '../shell/page-context.js';
import { textOfSource } from '../source/draft.js';
import { useState } from 'preact/hooks';
import { linkTo, readPageAddress } from '../shell/address.js';
import { TextField } from '../view/field.js';
import { Loaded, useLoading } from '../view/loaded.js';
import { VerifierCard } from './verifier-card.js';

const EMPTY = { answer: '', source: '', owner: '', quorum: 3 };

/** The verifier: empty, or with the result of a round that the gateway has on record. */
export function VerifyPlace({ page, roundId }: { readonly page: PageContext; readonly roundId?: string | undefined }): ComponentChildren {
  const { ledger, ledgerName, reader, facts } = page;
  const load = roundId === undefined ? undefined : (signal: AbortSignal): Promise<RoundStatus> => reader.roundStatus(roundId, { signal });
  const loading = useLoading(load, roundId);
  return [
    h('h1', null, 'Verify an answer'),
    h('p', { class: 'lead' }, LEAD),
    h(RoundSearch, { roundId: roundId ?? '' }),
    roundId === undefined
      ? h(VerifierCard, { ledger, ledgerName, initial: EMPTY })
      : h(Loaded<RoundStatus>, {
          of: loading,
          what: 'the round',
          children: ({ result }) => {
            const round = toldRoundOf(result, facts.feeds);
            if (round === undefined) return h('p', { class: 'note failed', role: 'alert' }, NO_RESULT);
            const initial = {
              answer: JSON.stringify(result, null, 2),
              source: round.feed === undefined ? '' : textOfSource(round.feed.source),
              owner: '',
              quorum: round.quorum,
            };
            // The catalogue may come after the round: the form is made anew with the source that it names.
            return h(VerifierCard, { ledger, ledgerName, initial, key: round.feed?.key ?? '' });
          },
        }),
  ];
}

const NO_RESULT =
  'The gateway has no result of this round that a stranger may read. It keeps a result for an hour. Paste a stored answer at Verify instead.';

const LEAD =
  'An answer of a round holds a value, and one signature that several nodes made together. This page tells whether those nodes signed this very value for the question that you asked. Name a round that this gateway has on record, or paste an answer below.';

/** Leads to the answer of a round by its id. */
function RoundSearch({ roundId }: { readonly roundId: string }): ComponentChildren {
  const [text, setText] = useState(roundId);
  const found = readPageAddress(`#verify=${text.trim()}`);
  const isId = found.place === 'verify' && found.roundId !== undefined;
  return h('div', { class: 'row' }, [
    h(
      'div',
      { class: 'grow' },
      h(TextField, {
        label: 'Id of a round',
        value: text,
        isWrong: text !== '' && !isId,
        onChange: setText,
      }),
    ),
    isId
      ? h('a', { class: 'button', href: linkTo(found) }, 'Load its answer')
      : h('button', { type: 'button', disabled: true }, 'Load its answer'),
  ]);
}
