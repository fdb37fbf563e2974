import { type ComponentChildren, h } from 'preact';
import type { PageContext } from '../shell/page-context.js';
import { LedgerCard } from './ledger-card.js';
import { NodesCard } from './nodes-card.js';

/** The nodes, and what values are verified against. */
export function NodesPlace({ page }: { readonly page: PageContext }): ComponentChildren {
  const { facts, openFeeds, dryRun, rounds, ledger, rpcUrls, onRpcUrl } = page;
  return [
    h('h1', null, 'Nodes'),
    h(NodesCard, {
      nodes: facts.nodes,
      simulation: dryRun.task.state === 'done' ? dryRun.task.value : undefined,
      signers: rounds.verified.at(-1)?.signers ?? [],
      latestSigners:
        openFeeds.task.state === 'done' ? openFeeds.task.value.flatMap(({ latest }) => (latest === undefined ? [] : [latest.signers])) : [],
      onAgain: facts.again,
    }),
    h(LedgerCard, { ledger, rpcUrls, onRpcUrl }),
  ];
}
