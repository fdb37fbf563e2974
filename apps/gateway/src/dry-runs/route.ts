import { tenantOfKey } from '@oracle-gateway/fair-share';
import type { operations, SimulateAnswer } from '@oracle-gateway/gateway-api';
import { defaultQuorum, NO_OWNER, unitsOf } from '@oracle-gateway/protocol';
import { sourceMember } from '@oracle-gateway/protocol/internal';
import { requireEnvelopes } from '../admission/requested-subject.js';
import { requireQuorum } from '../admission/round-terms.js';
import type { RoundEngine } from '../engine/index.js';
import { gatewayRefusal } from '../admission/account-refusals.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint, HttpRequest } from '../http/endpoint.js';
import type { NamedDryRun } from '../paths/open-paths.js';
import type { PathPorts } from '../paths/path-ports.js';
import type { DryRunCaller, DryRunTerms } from '../paths/pay-path.js';
import type { ReadCaller } from './caller-credential.js';
import type { DryRunShare } from './dry-run-share.js';
import type { RequireKnown } from './known-caller.js';
import { type DryRunRequest, readDryRunRequest } from './request.js';
import { tellSight, tellSubject, tellVerdict } from './tell.js';

type Data = SimulateAnswer['data'];
type DryRunOutcome = Awaited<ReturnType<RoundEngine['dryRun']>>;

export interface SimulateDeps {
  readonly ports: PathPorts;
  readonly paths: readonly NamedDryRun[];
  readonly share: DryRunShare;
  readonly readCaller: ReadCaller;
  readonly requireKnown: RequireKnown;
}

const NAMES = { signaturesRequired: 'signaturesRequired' };

/** A dry run that is to be made. */
interface DryRun extends DryRunTerms {
  readonly request: DryRunRequest;
  /** null: a stranger. */
  readonly caller: DryRunCaller | null;
}

/** POST /v1/simulate: what nodes see of a source, what they would sign, and what a round costs. Nothing is reserved, signed or charged. */
export function simulate(deps: SimulateDeps): Endpoint<typeof operations.simulate> {
  return async (asked) => {
    deps.share.requireRoom();
    const dryRun = await admit(asked, deps);
    const outcome = await ask(dryRun, asked, deps);
    const data = await shape(dryRun, outcome, deps);
    deps.ports.events.dryRunAnswered({ isKnown: dryRun.caller !== null, outcome: data.reason?.code ?? 'would_sign' });
    return { status: 200, body: { status: 'ok', data } };
  };
}

/** Subject and quorum (400), the credential (401), what the key may ask for (403), and the gateway itself (503), in this order. */
async function admit({ body, header, sender }: HttpRequest, deps: SimulateDeps): Promise<DryRun> {
  const { ports } = deps;
  const request = readDryRunRequest(body, ports.subjects);
  const { subject } = request;
  const registry = await ports.ledger.currentRegistry();
  const signaturesRequired = request.signaturesRequired ?? defaultQuorum(registry, subject);
  requireQuorum({ signaturesRequired, subject }, NAMES, registry);
  const terms = { registry, signaturesRequired, units: unitsOf(subject.form) };
  await requireEnvelopes(request, registry, ports);
  const authorization = header('authorization');
  const caller = authorization === undefined ? null : await deps.readCaller(authorization, subject.sourceId);
  if (caller !== null) await deps.requireKnown(caller, terms, sender);
  else requireOfStrangers(request);
  const gatewayFault = gatewayRefusal(await ports.gatewayAccount(), Math.floor(ports.clock.nowMs() / 1_000));
  if (gatewayFault !== null) throw new GatewayError(gatewayFault);
  return { ...terms, request, caller };
}

/** A stranger spends nothing of the operator's, and changes nothing at a source. Throws 401 or 403. */
function requireOfStrangers({ subject, isSponsored }: DryRunRequest): void {
  if (isSponsored) throw new GatewayError('simulate_auth_missing');
  const place = subject.sources.findIndex(({ apiConfig: { method } }) => method !== 'GET' && method !== 'HEAD');
  if (place === -1) return;
  const detail = `${sourceMember(subject, place)}.method: must be GET or HEAD in a dry run of a stranger; sign the dry run with the key of a subscription or an escrow`;
  throw new GatewayError('simulate_not_authorised', { detail });
}

async function ask(
  { caller, request, registry, signaturesRequired, units }: DryRun,
  { sender, clientGone }: HttpRequest,
  { share, ports: { engine } }: SimulateDeps,
): Promise<DryRunOutcome> {
  const { subject, sealed } = request;
  const tenant = caller === null ? { ...sender, isStranger: true } : tenantOfKey(caller.owner, { isStranger: false });
  const round = { subject, sealed, requester: caller?.owner ?? NO_OWNER, tenant, registry, signaturesRequired };
  const place = share.take(tenant, units);
  try {
    return await engine.dryRun({ ...round, isOfStranger: caller === null }, { clientGone });
  } finally {
    place.giveBack();
  }
}

async function shape(dryRun: DryRun, { sights, verdict }: DryRunOutcome, deps: SimulateDeps): Promise<Data> {
  const { request, registry, signaturesRequired, units } = dryRun;
  return {
    ...tellSubject(request.subject, { feedOwner: dryRun.caller?.key ?? null, signaturesRequired }),
    signaturesRequired,
    registryVersion: Number(registry.version),
    ...('reason' in verdict
      ? { wouldSign: null, reason: verdict.reason }
      : { wouldSign: tellVerdict({ verdict, sights }, request.subject, signaturesRequired) }),
    nodes: sights.toSorted((a, b) => a.node.index - b.node.index).map((sight) => tellSight(sight, request.subject)),
    prices: await pricesOf({ registry, signaturesRequired, units }, deps),
  };
}

/** The price on each path that is served and has one on the ledger, by its name. */
async function pricesOf(terms: DryRunTerms, { paths }: SimulateDeps): Promise<Data['prices']> {
  const prices = await Promise.all(paths.map(async (path) => [path.name, await path.price(terms)] as const));
  return Object.fromEntries(prices.flatMap(([name, amount]) => (amount === null ? [] : [[name, amount.toString()]])));
}
