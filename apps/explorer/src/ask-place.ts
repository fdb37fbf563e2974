import type { Client, LedgerOptions, Signer, Simulation } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { CatalogueCard } from './catalogue/catalogue-card.js';
import type { Feed } from './catalogue/feeds.js';
import { DryRunCard } from './dry-run/dry-run-card.js';
import { feedOf } from './history/feed-of.js';
import { HistoryCard } from './history/history-card.js';
import { useHistory } from './history/use-history.js';
import { RoundCard } from './rounds/round-card.js';
import type { RoundRunner } from './rounds/use-round.js';
import { CodeSamplesCard } from './source/code-samples-card.js';
import type { Draft } from './source/draft.js';
import { SourceEditor } from './source/source-editor.js';
import { Card } from './view/card.js';
import type { TaskRunner } from './view/task.js';
import { IdentityCard } from './wallets/identity-card.js';
import type { Identity } from './wallets/identity.js';
import type { Wallet } from './wallets/wallet-standard.js';

interface AskInput {
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  readonly ledgerName: string;
  /** A client without an account. */
  readonly reader: Client;
  readonly feeds: readonly Feed[];
  readonly wallets: readonly Wallet[];
  readonly demo: Signer | undefined;
  readonly identity: Identity | undefined;
  readonly onIdentity: (identity: Identity | undefined) => void;
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

/** From a source to a verified value. */
export function AskPlace(input: AskInput): ComponentChildren {
  const { gateway, ledger, ledgerName, reader, identity, draft, quorum, dryRun, rounds } = input;
  const source = draft.ok && Number.isInteger(quorum) && quorum > 0 ? draft.source : undefined;
  const feedId = identity === undefined || source === undefined ? undefined : feedOf({ owner: identity.address, source, quorum });
  const recorded = useHistory(reader, { feedId, after: rounds.verified.length });
  const verified = rounds.verified
    .filter((round) => round.feedId === feedId)
    .map(({ timestampMs, value }) => ({ atMs: timestampMs, value: Number(value) }));
  const client = identity?.client ?? reader;
  return h('div', { class: 'columns' }, [
    h('div', null, [
      h(RoundCard, {
        identity,
        quorum,
        onQuorum: input.onQuorum,
        task: rounds.task,
        ledgerName,
        onAsk: identity === undefined || source === undefined ? undefined : () => rounds.ask(identity, source, quorum),
      }),
      h(IdentityCard, { gateway, ledger, wallets: input.wallets, demo: input.demo, identity, onIdentity: input.onIdentity }),
      h(DryRunCard, {
        task: dryRun.task,
        onRun: source === undefined ? undefined : () => dryRun.run((signal) => client.simulate(source, { quorum, signal })),
      }),
      h(HistoryCard, { verified, recorded }),
    ]),
    h('div', null, [
      h(CatalogueCard, { feeds: input.feeds, chosen: input.chosen, onChoose: input.onFeed }),
      h(Card, { title: 'Source' }, h(SourceEditor, { text: input.text, draft, onText: input.onText })),
      source === undefined ? null : h(CodeSamplesCard, { input: { gateway, ...ledger, source, quorum } }),
    ]),
  ]);
}
