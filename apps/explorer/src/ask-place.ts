import type { Client, LedgerOptions, Simulation } from '@oracle-gateway/client';
import { toHex } from '@oracle-gateway/protocol';
import { type ComponentChildren, h } from 'preact';
import { CatalogueCard } from './catalogue/catalogue-card.js';
import type { Feed } from './catalogue/feeds.js';
import { DryRunCard } from './dry-run/dry-run-card.js';
import { feedOf } from './history/feed-of.js';
import { HistoryCard } from './history/history-card.js';
import { useHistory } from './history/use-history.js';
import { RoundCard } from './rounds/round-card.js';
import type { RoundRunner } from './rounds/use-round.js';
import { SecretsCard } from './secrets/secrets-card.js';
import { useSecrets } from './secrets/use-secrets.js';
import { askedOf } from './source/asked.js';
import { CodeSamplesCard } from './source/code-samples-card.js';
import type { Draft } from './source/draft.js';
import { SourceEditor } from './source/source-editor.js';
import type { Questions } from './spending/use-question.js';
import type { GatewayFacts } from './use-gateway.js';
import { Card } from './view/card.js';
import type { TaskRunner } from './view/task.js';
import { IdentityCard } from './wallets/identity-card.js';
import type { IdentityState } from './wallets/use-identity.js';

interface AskInput {
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  readonly ledgerName: string;
  /** A client without an account. */
  readonly reader: Client;
  readonly facts: GatewayFacts;
  readonly who: IdentityState;
  readonly questions: Questions;
  readonly text: string;
  readonly draft: Draft;
  readonly chosen: string | undefined;
  readonly onText: (text: string) => void;
  readonly onFeed: (feed: Feed) => void;
  readonly quorum: number;
  readonly onQuorum: (quorum: number) => void;
  readonly dryRun: TaskRunner<Simulation>;
  readonly rounds: RoundRunner;
}

const NO_NAMES: readonly string[] = [];

/** Card that leads from a source to a verified value. */
export function AskPlace(input: AskInput): ComponentChildren {
  const { gateway, ledger, ledgerName, reader, facts, who, draft, quorum, dryRun, rounds } = input;
  const { identity } = who;
  const secrets = useSecrets(draft.ok ? draft.secretNames : NO_NAMES);
  const subject = draft.ok && Number.isInteger(quorum) && quorum > 0 ? draft.subject : undefined;
  const asked = subject === undefined ? undefined : askedOf(subject);
  /** A list has no value and no feed of its own. */
  const source = asked !== undefined && 'source' in asked ? asked.source : undefined;
  const feedId =
    identity === undefined || subject === undefined || source === undefined
      ? undefined
      : feedOf({ owner: identity.feedOwner, sourceId: subject.sourceId, quorum });
  const recorded = useHistory(reader, { feedId, after: rounds.verified.length });
  const verified = rounds.verified
    .filter((round) => 'value' in round)
    .filter((round) => round.feedId === feedId)
    .map(({ observedAtMs, value }) => ({ atMs: observedAtMs, value: Number(value) }));
  const client = identity?.client ?? reader;
  const simulate = (signal: AbortSignal): Promise<Simulation> => {
    const read = secrets.read();
    return client.simulate(source ?? { url: '', method: '' }, { quorum, signal, ...(read === undefined ? {} : { secrets: read }) });
  };
  const isReady = asked !== undefined && secrets.areFilled;
  return h('div', { class: 'columns' }, [
    h('div', null, [
      h(RoundCard, {
        ...{ gateway, ledgerName, quorum, rpcUrl: ledger.rpcUrl, onQuorum: input.onQuorum },
        question: input.questions.open,
        missing: missingOf(who),
        task: rounds.task,
        onAsk: identity === undefined || !isReady ? undefined : () => rounds.ask({ identity, asked, quorum, secrets: secrets.read }),
        onLookUp: rounds.lookUp,
      }),
      h(IdentityCard, {
        state: who,
        quorum,
        units: subject?.sources.length ?? 1,
        prices: facts.info?.prices,
        redundancyBuffer: facts.nodes?.redundancyBuffer,
      }),
      h(DryRunCard, {
        task: dryRun.task,
        isList: asked !== undefined && source === undefined,
        onRun: isReady && source !== undefined ? () => dryRun.run(simulate) : undefined,
      }),
      h(HistoryCard, { verified, recorded }),
    ]),
    h('div', null, [
      h(CatalogueCard, { feeds: facts.feeds ?? [], chosen: input.chosen, onChoose: input.onFeed }),
      h(Card, { title: 'Source' }, h(SourceEditor, { text: input.text, draft, onText: input.onText })),
      h(SecretsCard, { secrets }),
      subject === undefined || source === undefined || 'apiConfigs' in source
        ? null
        : h(CodeSamplesCard, { input: { gateway, ...ledger, source, quorum, sourceId: toHex(subject.sourceId), feedId } }),
    ]),
  ]);
}

function missingOf({ wallet, identity }: IdentityState): string | undefined {
  if (wallet === undefined) return 'Connect a wallet to ask.';
  return identity === undefined ? 'Name first the most that a round may cost.' : undefined;
}
