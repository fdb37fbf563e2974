import { toHex } from '@oracle-gateway/protocol';
import { type ComponentChildren, h } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useAskCards } from '../asking/use-ask-cards.js';
import { priceTexts } from '../dry-run/words.js';
import { feedOf } from '../history/feed-of.js';
import { HistoryCard } from '../history/history-card.js';
import { useHistory } from '../history/use-history.js';
import { objectOf, parseJsonText, textIn, wholeNumberIn } from '../read-json.js';
import { linkTo } from '../shell/address.js';
import type { PageContext } from '../shell/page-context.js';
import { askedOf } from '../source/asked.js';
import { draftMembers, readDraft, textOfSource } from '../source/draft.js';
import { useDefaultQuorum } from '../source/use-default-quorum.js';
import { told } from '../told.js';
import { Loaded } from '../view/loaded.js';
import { AgreementCard } from './agreement-card.js';
import { agreementOf, aggregationOf } from './agreement.js';
import { BuilderSteps } from './builder-steps.js';
import type { Judgement } from './judge.js';
import { NumberCard } from './number-card.js';
import { readSample, type Sample } from './sample.js';
import { SourceCard } from './source-card.js';
import { UseItCards } from './use-it-cards.js';
import { type PathEngine, usePathEngine } from './use-engine.js';
import { EXAMPLE_TEXT, type WrittenSource } from './use-written-source.js';

interface BuilderInput {
  readonly page: PageContext;
  readonly written: WrittenSource;
}

const NO_NAMES: readonly string[] = [];

/** The way from an address to a feed: a source, a number in its answer, a rule of agreement, a dry run, and its use. */
export function BuilderPlace({ page, written }: BuilderInput): ComponentChildren {
  const engine = usePathEngine();
  return [
    h('h1', null, 'New feed'),
    h('p', { class: 'quiet' }, 'Name an address, click the number, try it with the nodes. Nothing is signed or paid until you say so.'),
    h(Loaded<PathEngine>, { of: engine, what: 'the builder', children: (loaded) => h(Builder, { page, written, engine: loaded }) }),
  ];
}

function Builder({ page, written, engine }: BuilderInput & { readonly engine: PathEngine }): ComponentChildren {
  const { reader, facts, who, dryRun, rounds } = page;
  const { text, onText, onQuorum } = written;
  const draft = useMemo(() => readDraft(text), [text]);
  const sample = useMemo(() => readSample(written.sample), [written.sample]);
  const members = draftMembers(text);
  const judgement = useMemo(() => judged(engine, text, sample), [engine, text, sample]);
  const chosen = facts.feeds?.find(({ source }) => textOfSource(source) === text);
  const usualQuorum = useDefaultQuorum(reader, draft);
  const quorum = written.quorum ?? chosen?.quorum ?? usualQuorum;
  const isQuorum = Number.isInteger(quorum) && quorum > 0;
  const subject = draft.ok && isQuorum && !(judgement.state === 'wrong' && judgement.by === 'text') ? draft.subject : undefined;
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
  const seen = dryRun.task.state === 'done' ? dryRun.task.value : undefined;
  const secretNames = draft.ok ? draft.secretNames : NO_NAMES;
  useLinkOfDraft({ text, quorum: written.quorum });

  const costs = priceTexts(seen?.prices ?? {});
  const steps = [
    { title: 'Source', isDone: draft.ok },
    { title: 'Number', isDone: draft.ok && judgement.state !== 'wrong' },
    { title: 'Agreement', isDone: subject !== undefined },
    { title: 'Try', isDone: seen?.wouldSign !== undefined && seen.wouldSign !== null },
    { title: 'Use it', isDone: rounds.task.state === 'done' },
  ];
  const cards = useAskCards({
    ...{ page, subject, secretNames, quorum },
    tryTitle: '4 · Dry run',
    ...(members === undefined ? { onQuorum } : {}),
    ...(chosen === undefined ? {} : { shown: chosen }),
  });
  return [
    h(BuilderSteps, { steps }),
    h('div', { class: 'columns builder' }, [
      h('div', null, [
        h(SourceCard, {
          ...{ text, draft, onText, feeds: facts.feeds, chosen: chosen?.key },
          onFeed: (feed) => {
            onText(textOfSource(feed.source));
            onQuorum(undefined);
            written.onSample('');
          },
        }),
        members === undefined
          ? null
          : [
              h(NumberCard, { engine, text, onText, sample, sampleText: written.sample, onSample: written.onSample, judgement }),
              h(AgreementCard, { text, onText, seen, quorum, onQuorum, nodes: facts.nodes?.nodes.length }),
            ],
      ]),
      h('div', { class: 'aside' }, [cards.secrets, cards.dryRun]),
    ]),
    h('h2', { class: 'use-it' }, '5 · Use it'),
    costs.length === 0 ? null : h('p', { id: 'costs' }, ['One signed value costs ', h('strong', null, costs.join(', ')), '.']),
    h('div', { class: 'columns builder' }, [
      h('div', null, [cards.round, cards.identity, source === undefined ? null : h(HistoryCard, { verified, recorded })]),
      h('div', null, [
        subject === undefined
          ? h('p', { class: 'quiet' }, 'Mend the source first: its code, its keeper and its link follow from it.')
          : h(UseItCards, {
              page,
              members: membersOf(text),
              source: source === undefined || 'apiConfigs' in source ? undefined : source,
              sourceId: toHex(subject.sourceId),
              ...{ feedId, quorum, feed: chosen?.key },
              price: priceOf(seen?.prices),
              canBeKept: source !== undefined && secretNames.length === 0,
            }),
      ]),
    ]),
  ];
}

function judged(engine: PathEngine, text: string, sample: Sample | undefined): Judgement {
  const members = draftMembers(text);
  if (members === undefined) return { state: 'untried' };
  const agreement = agreementOf(members['aggregation']);
  return engine.judgePath(
    {
      responseParser: textIn(members['responseParser']),
      valueTransform: textIn(members['valueTransform']),
      aggregation: agreement === undefined ? undefined : aggregationOf(agreement, members['aggregation']),
      maxBytes: wholeNumberIn(members['maxBytes']),
    },
    sample,
  );
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  const json = parseJsonText(text);
  return (json.ok ? objectOf(json.value) : undefined) ?? {};
}

function priceOf(prices: Readonly<Record<string, string>> | undefined): bigint | undefined {
  const amount = prices?.['subscription'];
  return amount === undefined ? undefined : told(() => BigInt(amount));
}

/** The address follows the draft, so that a reload keeps it. One with headers stays out: a visitor may write a secret into the wrong field. */
function useLinkOfDraft({ text, quorum }: { readonly text: string; readonly quorum: number | undefined }): void {
  useEffect(() => {
    const members = draftMembers(text);
    if (text === EXAMPLE_TEXT || members === undefined || 'headers' in members) return;
    const link = linkTo({ place: 'new', source: members, ...(quorum === undefined ? {} : { quorum }) });
    if (location.hash.startsWith('#new') && location.hash !== link) history.replaceState(null, '', link);
  }, [text, quorum]);
}
