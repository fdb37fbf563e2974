import { tenantOfKey } from '@oracle-gateway/fair-share';
import type { operations, SimulateAnswer } from '@oracle-gateway/gateway-api';
import {
  canonicalSource,
  defaultQuorum,
  deriveFeedId,
  deriveSourceId,
  EXACT_DECIMALS,
  formatValue,
  fromHex,
  NO_OWNER,
  quorumRange,
  toHex,
} from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { requireEnvelopes } from '../admission/requested-source.js';
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

type Data = SimulateAnswer['data'];
type DryRunOutcome = Awaited<ReturnType<RoundEngine['dryRun']>>;

export interface SimulateDeps {
  readonly ports: PathPorts;
  readonly paths: readonly NamedDryRun[];
  readonly share: DryRunShare;
  readonly readCaller: ReadCaller;
  readonly requireKnown: RequireKnown;
}

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

/** Source and quorum (400), the credential (401), what the key may ask for (403), and the gateway itself (503), in the order of protocol §9. */
async function admit({ body, header, sender }: HttpRequest, deps: SimulateDeps): Promise<DryRun> {
  const { ports } = deps;
  const request = readDryRunRequest(body, ports.sources);
  const registry = await ports.ledger.currentRegistry();
  const terms = { registry, signaturesRequired: quorumOf(request, registry) };
  await requireEnvelopes(request.sealed, registry, ports);
  const authorization = header('authorization');
  const caller = authorization === undefined ? null : await deps.readCaller(authorization, request.sourceId);
  if (caller !== null) await deps.requireKnown(caller, terms, sender);
  else if (request.isSponsored) throw new GatewayError('simulate_auth_missing');
  const gatewayFault = gatewayRefusal(await ports.gatewayAccount(), Math.floor(ports.clock.nowMs() / 1_000));
  if (gatewayFault !== null) throw new GatewayError(gatewayFault);
  return { ...terms, request, caller };
}

function quorumOf({ signaturesRequired, apiConfig }: DryRunRequest, registry: RegistryAccount): number {
  const { minimum, maximum } = quorumRange(registry, apiConfig);
  const quorum = signaturesRequired ?? defaultQuorum(registry, apiConfig);
  if (quorum < minimum || quorum > maximum) {
    throw new GatewayError('quorum_out_of_range', { detail: `signaturesRequired: must be from ${minimum} to ${maximum}` });
  }
  return quorum;
}

async function ask(
  { caller, request, registry, signaturesRequired }: DryRun,
  { sender, clientGone }: HttpRequest,
  { share, ports: { engine } }: SimulateDeps,
): Promise<DryRunOutcome> {
  const { apiConfig, sealed } = request;
  const tenant = caller === null ? { ...sender, isStranger: true } : tenantOfKey(caller.owner, { isStranger: false });
  const round = { apiConfig, sealed, requester: caller?.owner ?? NO_OWNER, tenant, registry, signaturesRequired };
  const place = share.take(tenant);
  try {
    return await engine.dryRun({ ...round, isOfStranger: caller === null }, { clientGone });
  } finally {
    place.giveBack();
  }
}

async function shape(
  { caller, request, registry, signaturesRequired }: DryRun,
  { sights, verdict }: DryRunOutcome,
  deps: SimulateDeps,
): Promise<Data> {
  const { apiConfig, sourceId } = request;
  const canonical = canonicalSource(apiConfig);
  const rendered = (packed: string): string => formatValue(fromHex(packed, 32), apiConfig.aggregation);
  return {
    sourceId: toHex(sourceId),
    ...(canonical === apiConfig ? {} : { canonicalSourceId: toHex(deriveSourceId(canonical)) }),
    ...(caller === null ? {} : { feedId: toHex(deriveFeedId({ owner: caller.key, sourceId, signaturesRequired })) }),
    mode: apiConfig.aggregation === undefined ? 'exact' : 'tolerance',
    decimals: apiConfig.aggregation?.numeric.decimals ?? EXACT_DECIMALS,
    signaturesRequired,
    registryVersion: Number(registry.version),
    ...('reason' in verdict
      ? { wouldSign: null, reason: verdict.reason }
      : { wouldSign: { value: rendered(verdict.value), valuePacked: verdict.value, quorum: signaturesRequired } }),
    nodes: sights.toSorted((a, b) => a.node.index - b.node.index).map((sight) => rowOf(sight, rendered)),
    prices: await pricesOf({ registry, signaturesRequired }, deps),
  };
}

function rowOf(sight: DryRunOutcome['sights'][number], rendered: (packed: string) => string): Data['nodes'][number] {
  const { node, latencyMs } = sight;
  const row = { nodeIndex: node.index, latencyMs };
  return 'trouble' in sight
    ? { ...row, error: sight.trouble }
    : { ...row, value: rendered(sight.value), valuePacked: sight.value, receivedAtMs: sight.receivedAtMs };
}

/** The price on each path that is served and has one on the ledger, by its name. */
async function pricesOf(terms: DryRunTerms, { paths }: SimulateDeps): Promise<Data['prices']> {
  const prices = await Promise.all(paths.map(async (path) => [path.name, await path.price(terms)] as const));
  return Object.fromEntries(prices.flatMap(([name, amount]) => (amount === null ? [] : [[name, amount.toString()]])));
}
