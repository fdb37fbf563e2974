import { type Client, createClient, type LedgerOptions, type Simulation } from '@oracle-gateway/client';
import { latestValues, type LatestValues } from '@oracle-gateway/client/public-feeds';
import { useMemo, useRef, useState } from 'preact/hooks';
import { type OpenFeed, publicFeedsIn } from '../feeds/public-feeds.js';
import type { PageSettings } from '../settings/settings.js';
import { type RoundRunner, useRound } from '../rounds/use-round.js';
import { type Questions, useQuestion } from '../spending/use-question.js';
import { type GatewayFacts, useGateway } from '../use-gateway.js';
import { type Loading, useLoading } from '../view/loaded.js';
import { type TaskRunner, useTask } from '../view/task.js';
import { type IdentityState, useIdentity } from '../wallets/use-identity.js';

/** Milliseconds between two readings of all public feeds. */
const OPEN_FEEDS_MS = 15_000;

/** Everything that a place of the page may use. */
export interface PageContext {
  /** Base URL of the gateway, without a slash at its end. */
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  /** Name of what values are verified against. */
  readonly ledgerName: string;
  readonly rpcUrls: readonly string[];
  readonly onRpcUrl: (rpcUrl: string) => void;
  /** A client without an account. */
  readonly reader: Client;
  readonly facts: GatewayFacts;
  /** Public feeds, by the gateway's word. */
  readonly publicReads: LatestValues;
  readonly openFeeds: Loading<readonly OpenFeed[]>;
  readonly who: IdentityState;
  readonly questions: Questions;
  /** The rounds of this visit, one at a time, from every place. */
  readonly rounds: RoundRunner;
  readonly dryRun: TaskRunner<Simulation>;
  /** Forgets dry run, question and shown round of another subject. A round whose outcome is open stays. */
  readonly turnTo: (subject: string) => void;
}

export function usePageContext({ gateway, programId, network, rpcUrls, demoKey }: PageSettings): PageContext {
  const [rpcUrl, setRpcUrl] = useState(rpcUrls[0] ?? '');
  const ledger = useMemo(() => ({ rpcUrl, programId, network }), [rpcUrl, programId, network]);
  const reader = useMemo(() => createClient({ gateway, ledger }), [gateway, ledger]);
  const facts = useGateway(reader);
  const publicReads = useMemo(() => latestValues({ gateway, ledger }), [gateway, ledger]);
  const openFeeds = useLoading(async (signal) => publicFeedsIn(await publicReads.feeds({ signal })), gateway, OPEN_FEEDS_MS);
  const questions = useQuestion();
  const who = useIdentity({ gateway, ledger, demoKey, info: facts.info, ask: questions.ask });
  const rounds = useRound();
  const dryRun = useTask<Simulation>();
  const current = useRef('');
  const turnTo = (subject: string): void => {
    if (current.current === subject) return;
    current.current = subject;
    dryRun.reset();
    questions.decline();
    rounds.reset();
  };
  const ledgerName = `program ${programId.slice(0, 8)}… on the ledger`;
  return {
    gateway,
    ledger,
    ledgerName,
    rpcUrls,
    onRpcUrl: setRpcUrl,
    reader,
    facts,
    publicReads,
    openFeeds,
    who,
    questions,
    rounds,
    dryRun,
    turnTo,
  };
}
