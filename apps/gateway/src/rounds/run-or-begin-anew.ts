import { type Address, type DeploymentId, quorumRange } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { AdmittedRound, DatedRound } from './model/admitted-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { RegistryNews } from '../nodes/registry-news.js';
import type { Sponsorship } from './sponsorship.js';
import type { FailedDraw } from './node-outcomes.js';
import { vantageOf } from './observing/source-host.js';
import { chooseNodes, chooseOtherNodes, type RoundNodesDeps } from './round-nodes.js';
import { openSigningSession, type RoundSession } from './model/round-session.js';
import { runRound, type RunRoundDeps, type RunRoundResult } from './run-round.js';

export interface RunOrBeginAnewDeps extends Omit<RunRoundDeps, 'heardStale' | 'drawFailed'>, Omit<RoundNodesDeps, 'health'> {
  readonly registryNews: RegistryNews;
  readonly sponsorship: Pick<Sponsorship, 'take'>;
  readonly events: Pick<Events, 'nodeFault' | 'roundBeganAnew'>;
  readonly deploymentId: DeploymentId;
  /** The Gateway account. */
  readonly gateway: Address;
}

/** A round as it is about to be run. */
export interface RoundToRun<Round extends AdmittedRound> {
  readonly round: DatedRound<Round>;
  /** Without what the gateway has sealed for it. */
  readonly admitted: Round;
  readonly eligible: readonly RoundNode[];
  readonly signal: AbortSignal;
}

/** A signed round, of the version and session that it was signed under. */
export interface SignedRoundOfSession<Round extends AdmittedRound> {
  readonly round: DatedRound<Round>;
  readonly session: RoundSession;
  readonly signed: RunRoundResult;
}

/** Why a round may be served by another session. */
interface Reasons {
  /** Nodes have refused its registry version. */
  isStale: boolean;
  /** Fewer than a quorum of the nodes that were drawn kept it from being served. */
  failed: FailedDraw | null;
}

/**
 * Runs a round under the registry version that it was admitted under. It begins anew, once, where nodes refuse that as stale and too few are
 * left: with the version that the ledger has now. It does so too where the draw made it fail: with nodes that were not asked. That is another
 * session and signature, and the same identity and reservation; no signature is made of two sessions. What the other nodes are served with is
 * the measure of the nodes that failed. Throws a 503 GatewayError that names the failed step.
 */
export async function runOrBeginAnew<Round extends AdmittedRound>(
  input: RoundToRun<Round>,
  deps: RunOrBeginAnewDeps,
): Promise<SignedRoundOfSession<Round>> {
  const reasons: Reasons = { isStale: false, failed: null };
  const heardStale = (): void => {
    reasons.isStale = true;
    deps.registryNews.heard();
  };
  const drawFailed = (draw: FailedDraw): void => {
    reasons.failed = draw;
  };
  try {
    return await run(input, { ...deps, heardStale, drawFailed });
  } catch (error) {
    const mayBeServed = reasons.isStale || reasons.failed !== null;
    if (!mayBeServed || input.signal.aborted || !(error instanceof GatewayError)) throw error;
    const again = await anew(input, reasons, deps);
    input.signal.throwIfAborted();
    if (again === null) throw error;
    const { roundId, requestId, registry } = input.round;
    deps.events.roundBeganAnew({ roundId, requestId, from: registry.version, to: again.round.registry.version, code: error.code });
    const served = await run(again, { ...deps, heardStale: () => undefined, drawFailed: () => undefined }).catch((failure: unknown) => {
      // Nodes of both sessions must have refused before they fetched.
      const isGivenBack = error.details.isGivenBack === true && failure instanceof GatewayError && failure.details.isGivenBack === true;
      throw failure instanceof GatewayError ? failure.givenBack(isGivenBack) : failure;
    });
    if (reasons.failed !== null) deps.peers.note(vantageOf(input.round), reasons.failed.outcomesUnder(served.signed.decision));
    return served;
  }
}

async function run<Round extends AdmittedRound>(
  { round, eligible, signal }: RoundToRun<Round>,
  deps: RunOrBeginAnewDeps & Pick<RunRoundDeps, 'heardStale' | 'drawFailed'>,
): Promise<SignedRoundOfSession<Round>> {
  const session = openSigningSession(round, eligible, deps);
  return { round, session, signed: await runRound(round, session, signal, deps) };
}

/**
 * The same round with other nodes, or under the ledger's version; null where it cannot be that. When the ledger has no other version, the
 * nodes' own servers may have lagged behind it.
 */
async function anew<Round extends AdmittedRound>(
  { round, admitted, signal }: RoundToRun<Round>,
  { isStale, failed }: Reasons,
  deps: RunOrBeginAnewDeps,
): Promise<RoundToRun<Round> | null> {
  // Each of them serves once, and may have been shown to the source.
  if (round.sourcePayments !== undefined) return null;
  const registry = isStale ? await deps.registryNews.after(round.registry.version) : round.registry;
  if (registry === null || !maySignUnder(registry, round)) return null;
  try {
    const moved = { ...admitted, registry };
    const eligible = failed === null ? await chooseNodes(moved, deps) : await chooseOtherNodes(moved, failed, deps);
    const sponsored = await deps.sponsorship.take(moved, eligible);
    const sealed = sponsored === null ? admitted.sealed : sponsored.sealed;
    return { round: { ...round, registry, sealed }, admitted: moved, eligible, signal };
  } catch {
    // What failed is what the caller is told.
    return null;
  }
}

function maySignUnder(registry: RegistryAccount, round: AdmittedRound): boolean {
  if (registry.version === round.registry.version) return true;
  const { minimum, maximum } = quorumRange(registry, round.apiConfig);
  return round.isOfVersion !== true && round.signaturesRequired >= minimum && round.signaturesRequired <= maximum;
}
