import type { Simulation } from '@oracle-gateway/client';
import { toHex } from '@oracle-gateway/protocol';
import { ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { useEffect } from 'preact/hooks';
import { DryRunCard } from '../dry-run/dry-run-card.js';
import { RoundCard } from '../rounds/round-card.js';
import { SecretsCard } from '../secrets/secrets-card.js';
import { useSecrets } from '../secrets/use-secrets.js';
import type { PageContext } from '../shell/page-context.js';
import { askedOf } from '../source/asked.js';
import { IdentityCard } from '../wallets/identity-card.js';
import type { IdentityState } from '../wallets/use-identity.js';
import type { ShownUnit } from '../words/numbers.js';

interface AskInput {
  readonly page: PageContext;
  /** Undefined while it cannot be asked for. */
  readonly subject: Subject | undefined;
  /** Names of the placeholders in its headers. */
  readonly secretNames: readonly string[];
  readonly quorum: number;
  /** Undefined where the quorum is settled. */
  readonly onQuorum?: (quorum: number) => void;
  /** Unit and digits of its values. */
  readonly shown?: ShownUnit;
  /** Title of the dry run. */
  readonly tryTitle?: string;
  /** Asks as it opens, where nothing is missing. */
  readonly isAsked?: boolean;
}

/** The cards that lead from a subject to a verified value: its secrets, the round itself, what it costs and who pays, a dry run. */
export function useAskCards({
  page,
  subject,
  secretNames,
  quorum,
  onQuorum,
  shown = {},
  tryTitle = 'Dry run',
  isAsked = false,
}: AskInput): Readonly<Record<'secrets' | 'round' | 'identity' | 'dryRun', ComponentChildren>> {
  const { gateway, ledger, ledgerName, reader, facts, who, questions, rounds, dryRun, turnTo } = page;
  const { identity } = who;
  const secrets = useSecrets(secretNames);
  const key = subject === undefined ? '' : toHex(subject.sourceId);
  useEffect(() => turnTo(key), [key]);
  const isQuorum = Number.isInteger(quorum) && quorum > 0;
  const asked = subject === undefined || !isQuorum ? undefined : askedOf(subject);
  /** A list is not tried as one. */
  const source = asked !== undefined && 'source' in asked ? asked.source : undefined;
  const isReady = asked !== undefined && secrets.areFilled;
  const client = identity?.client ?? reader;
  const simulate = (signal: AbortSignal): Promise<Simulation> => {
    const read = secrets.read();
    return client.simulate(source ?? { url: '', method: '' }, { quorum, signal, ...(read === undefined ? {} : { secrets: read }) });
  };
  const onAsk = identity === undefined || !isReady ? undefined : () => rounds.ask({ identity, asked, quorum, secrets: secrets.read });
  useEffect(() => {
    if (isAsked && rounds.lookUp === undefined) onAsk?.();
  }, []);
  return {
    secrets: h(SecretsCard, { secrets }),
    round: h(RoundCard, {
      ...{ gateway, ledgerName, quorum, shown, rpcUrl: ledger.rpcUrl, onQuorum },
      question: questions.open,
      missing: missingOf(who),
      task: rounds.task,
      onAsk,
      onLookUp: rounds.lookUp,
    }),
    identity: h(IdentityCard, {
      state: who,
      quorum,
      units: subject?.sources.length ?? 1,
      prices: facts.info?.prices,
      redundancyBuffer: facts.nodes?.redundancyBuffer,
    }),
    dryRun: h(DryRunCard, {
      task: dryRun.task,
      ...{ title: tryTitle, shown, nodeCount: facts.nodes?.nodes.length },
      allowedBps: subject === undefined ? undefined : ruleOf(subject)?.maxDeviationBps,
      isList: asked !== undefined && source === undefined,
      onRun: isReady && source !== undefined ? () => dryRun.run(simulate) : undefined,
    }),
  };
}

function missingOf({ wallet, identity }: IdentityState): string | undefined {
  if (wallet === undefined) return 'Connect a wallet below to ask.';
  return identity === undefined ? 'Name below the most that a round may cost.' : undefined;
}
