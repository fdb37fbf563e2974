import { type Address, type DeploymentId, quorumRange } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { AdmittedRound, DatedRound } from './model/admitted-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { RegistryNews } from '../nodes/registry-news.js';
import type { Sponsorship } from './sponsorship.js';
import { chooseNodes, type RoundNodesDeps } from './round-nodes.js';
import { openSigningSession, type RoundSession } from './model/round-session.js';
import { runRound, type RunRoundDeps, type RunRoundResult } from './run-round.js';

export interface RunInOneVersionDeps extends Omit<RunRoundDeps, 'heardStale'>, RoundNodesDeps {
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

/** A signed round, of the version that it was signed under. */
export interface SignedInOneVersion<Round extends AdmittedRound> {
  readonly round: DatedRound<Round>;
  readonly session: RoundSession;
  readonly signed: RunRoundResult;
}

/**
 * Runs a round under the registry version that it was admitted under. Where nodes refuse that as stale and too few are left, it begins anew,
 * once, with the version that the ledger has now: another set, session and signature, and the same identity and reservation. No signature is
 * made of two versions. Throws a 503 GatewayError that names the failed step.
 */
export async function runInOneVersion<Round extends AdmittedRound>(
  input: RoundToRun<Round>,
  deps: RunInOneVersionDeps,
): Promise<SignedInOneVersion<Round>> {
  const refused = { asStale: false };
  const heardStale = (): void => {
    refused.asStale = true;
    deps.registryNews.heard();
  };
  try {
    return await run(input, { ...deps, heardStale });
  } catch (error) {
    if (!refused.asStale || input.signal.aborted || !(error instanceof GatewayError)) throw error;
    const again = await underVersionNow(input, deps);
    input.signal.throwIfAborted();
    if (again === null) throw error;
    const { roundId, requestId, registry } = input.round;
    deps.events.roundBeganAnew({ roundId, requestId, from: registry.version, to: again.round.registry.version });
    return run(again, { ...deps, heardStale: () => undefined });
  }
}

async function run<Round extends AdmittedRound>(
  { round, eligible, signal }: RoundToRun<Round>,
  deps: RunInOneVersionDeps & Pick<RunRoundDeps, 'heardStale'>,
): Promise<SignedInOneVersion<Round>> {
  const session = openSigningSession(round, eligible, deps);
  return { round, session, signed: await runRound(round, session, signal, deps) };
}

/**
 * The same round under the ledger's version; null where it cannot be that. When the ledger has no other, the nodes' own servers may have lagged
 * behind it.
 */
async function underVersionNow<Round extends AdmittedRound>(
  { round, admitted, signal }: RoundToRun<Round>,
  deps: RunInOneVersionDeps,
): Promise<RoundToRun<Round> | null> {
  // Each of them serves once, and may have been shown to the source.
  if (round.sourcePayments !== undefined) return null;
  const registry = await deps.registryNews.after(round.registry.version);
  if (registry === null || !maySignUnder(registry, round)) return null;
  try {
    const moved = { ...admitted, registry };
    const eligible = await chooseNodes(moved, deps);
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
