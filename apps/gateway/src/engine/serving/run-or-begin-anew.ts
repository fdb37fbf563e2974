import { quorumRange } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { AdmittedRound, DatedRound } from '../model/admitted-round.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { FailedDraw } from './node-outcomes.js';
import { chooseNodes, chooseOtherNodes } from '../model/round-nodes.js';
import { openSigningSession, spacingOf, type RoundSession } from '../model/round-session.js';
import type { RefuseForSource } from '../model/round-failure.js';
import type { RoundPorts } from '../model/round-ports.js';
import { type FailureHearing, runRound, type RunRoundResult } from './run-round.js';

/** A round as it is about to be run. */
export interface RoundToServe<Round extends AdmittedRound> {
  readonly round: DatedRound<Round>;
  /** The round without the secrets that the gateway has sealed for it. */
  readonly admitted: Round;
  readonly eligible: readonly RoundNode[];
  readonly signal: AbortSignal;
  readonly refuseForSource: RefuseForSource | undefined;
  /** The gateway brought a credential of its own. */
  readonly isSponsored: boolean;
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
 * Runs a round under the registry version that it was admitted under. It begins anew, once, where nodes refuse that as stale and too few
 * are left: with the version that the ledger has now. It does so too where the draw made it fail: with nodes that were not asked. That is
 * another session and signature, and the same identity and reservation; no signature is made of two sessions. The nodes that failed are
 * measured by the outcome of the others. Throws a 503 GatewayError that names the failed step.
 */
export async function runOrBeginAnew<Round extends AdmittedRound>(
  input: RoundToServe<Round>,
  ports: RoundPorts,
): Promise<SignedRoundOfSession<Round>> {
  const reasons: Reasons = { isStale: false, failed: null };
  const heardStale = (): void => {
    reasons.isStale = true;
    ports.nodes.registryNews.heard();
  };
  const drawFailed = (draw: FailedDraw): void => {
    reasons.failed = draw;
  };
  try {
    return await run(input, { heardStale, drawFailed }, ports);
  } catch (error) {
    const mayBeServed = reasons.isStale || reasons.failed !== null;
    if (!mayBeServed || input.signal.aborted || !(error instanceof GatewayError)) throw error;
    const again = await anew(input, reasons, ports);
    input.signal.throwIfAborted();
    if (again === null) throw error;
    const spacingMs = spacingOf(input.round.subject, ports.settings.spacing);
    if (spacingMs > 0) await ports.clock.wait(spacingMs, input.signal);
    input.signal.throwIfAborted();
    const { roundId, requestId, registry } = input.round;
    ports.events.roundBeganAnew({ roundId, requestId, from: registry.version, to: again.round.registry.version, code: error.code });
    const served = await run(again, { heardStale: () => undefined, drawFailed: () => undefined }, ports).catch((failure: unknown) => {
      // Nodes of both sessions must have refused before they fetched.
      const isGivenBack = error.details.isGivenBack === true && failure instanceof GatewayError && failure.details.isGivenBack === true;
      throw failure instanceof GatewayError ? failure.givenBack(isGivenBack) : failure;
    });
    if (reasons.failed !== null) ports.nodes.peers.note(input.round.tenant.name, reasons.failed.outcomesUnder(served.signed.decision));
    return served;
  }
}

async function run<Round extends AdmittedRound>(
  { round, eligible, ...asked }: RoundToServe<Round>,
  hearing: FailureHearing,
  ports: RoundPorts,
): Promise<SignedRoundOfSession<Round>> {
  const session = openSigningSession(round, eligible, ports);
  return { round, session, signed: await runRound({ ...asked, round, session }, hearing, ports) };
}

/**
 * The same round with other nodes, or under the ledger's version; null where it cannot be that. When the ledger has no other version, the
 * nodes' own servers may have lagged behind it.
 */
async function anew<Round extends AdmittedRound>(
  input: RoundToServe<Round>,
  { isStale, failed }: Reasons,
  ports: RoundPorts,
): Promise<RoundToServe<Round> | null> {
  const { round, admitted } = input;
  // Each of them serves once, and may have been shown to the source.
  if (round.sourcePayments !== undefined) return null;
  const registry = isStale ? await ports.nodes.registryNews.after(round.registry.version) : round.registry;
  if (registry === null || !maySignUnder(registry, round)) return null;
  try {
    const moved = { ...admitted, registry };
    const eligible = failed === null ? await chooseNodes(moved, ports) : await chooseOtherNodes(moved, failed, ports);
    const sponsored = await ports.providers.take(moved, eligible);
    const sealed = sponsored === null ? admitted.sealed : sponsored.sealed;
    return { ...input, round: { ...round, registry, sealed }, admitted: moved, eligible };
  } catch {
    // The caller gets the failure of the first draw.
    return null;
  }
}

function maySignUnder(registry: RegistryAccount, round: AdmittedRound): boolean {
  if (registry.version === round.registry.version) return true;
  const { minimum, maximum } = quorumRange(registry, round.subject);
  return round.isOfVersion !== true && round.signaturesRequired >= minimum && round.signaturesRequired <= maximum;
}
