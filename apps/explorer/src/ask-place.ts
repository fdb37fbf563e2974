import { toHex } from '@oracle-gateway/protocol';
import { type ComponentChildren, h } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { AskCards } from './asking/ask-cards.js';
import { CatalogueCard } from './catalogue/catalogue-card.js';
import { feedOf } from './history/feed-of.js';
import { HistoryCard } from './history/history-card.js';
import { useHistory } from './history/use-history.js';
import type { PageContext } from './shell/page-context.js';
import { askedOf } from './source/asked.js';
import { CodeSamplesCard } from './source/code-samples-card.js';
import { readDraft, textOfSource } from './source/draft.js';
import { SourceEditor } from './source/source-editor.js';
import { useDefaultQuorum } from './source/use-default-quorum.js';
import { Card } from './view/card.js';

/** The first feed of the built-in catalogue: nothing changes under the visitor's hands when the catalogue comes. */
const EXAMPLE = {
  url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot',
  method: 'GET',
  responseParser: '$.data.amount',
  aggregation: { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 15_000, numeric: { type: 'int256', decimals: 8 } },
};
const NO_NAMES: readonly string[] = [];

/** A source that the visitor writes, from its text to a verified value. */
export interface WrittenSource {
  readonly text: string;
  /** Quorum that the visitor wrote. */
  readonly quorum: number | undefined;
  readonly onText: (text: string) => void;
  readonly onQuorum: (quorum: number | undefined) => void;
}

/** Outlives the place, so that a look at another one loses no text. */
export function useWrittenSource(address: {
  readonly source?: Readonly<Record<string, unknown>>;
  readonly quorum?: number;
}): WrittenSource {
  const [text, setText] = useState(textOfSource(EXAMPLE));
  const [quorum, setQuorum] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (address.source !== undefined) setText(textOfSource(address.source));
    if (address.quorum !== undefined) setQuorum(address.quorum);
  }, [address]);
  return { text, quorum, onText: setText, onQuorum: setQuorum };
}

/** Card that leads from a source to a verified value. */
export function AskPlace({ page, written }: { readonly page: PageContext; readonly written: WrittenSource }): ComponentChildren {
  const { gateway, ledger, reader, facts, who, rounds } = page;
  const { text, onText, onQuorum } = written;
  const draft = useMemo(() => readDraft(text), [text]);
  const usualQuorum = useDefaultQuorum(reader, draft);
  const chosen = facts.feeds?.find(({ source }) => textOfSource(source) === text);
  const quorum = written.quorum ?? chosen?.quorum ?? usualQuorum;
  const subject = draft.ok && Number.isInteger(quorum) && quorum > 0 ? draft.subject : undefined;
  const asked = subject === undefined ? undefined : askedOf(subject);
  /** A list has no value and no feed of its own. */
  const source = asked !== undefined && 'source' in asked ? asked.source : undefined;
  const feedId =
    who.identity === undefined || subject === undefined || source === undefined
      ? undefined
      : feedOf({ owner: who.identity.feedOwner, sourceId: subject.sourceId, quorum });
  const recorded = useHistory(reader, { feedId, after: rounds.verified.length });
  const verified = rounds.verified
    .filter((round) => 'value' in round)
    .filter((round) => round.feedId === feedId)
    .map(({ observedAtMs, value }) => ({ atMs: observedAtMs, value: Number(value) }));
  return [
    h('h1', null, 'New feed'),
    h('div', { class: 'columns' }, [
      h('div', null, [
        h(AskCards, {
          ...{ page, subject, quorum, onQuorum },
          secretNames: draft.ok ? draft.secretNames : NO_NAMES,
        }),
        h(HistoryCard, { verified, recorded }),
      ]),
      h('div', null, [
        h(CatalogueCard, {
          feeds: facts.feeds,
          chosen: chosen?.key,
          onChoose: (feed) => {
            onText(textOfSource(feed.source));
            onQuorum(undefined);
          },
        }),
        h(Card, { title: 'Source' }, h(SourceEditor, { text, draft, onText })),
        subject === undefined || source === undefined || 'apiConfigs' in source
          ? null
          : h(CodeSamplesCard, {
              title: 'As code',
              input: { gateway, ...ledger, source, quorum, sourceId: toHex(subject.sourceId), feedId },
            }),
      ]),
    ]),
  ];
}
