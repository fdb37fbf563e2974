import { errorTable } from '@oracle-gateway/gateway-api/errors';
import { formatAddress, toHex, unixMs, isList, unitsOf } from '@oracle-gateway/protocol';
import { feedAddress } from '@oracle-gateway/protocol/accounts';
import { agentDouble, type Escrows } from './agent-double.js';
import { simulatedAnswer } from './simulated-answer.js';
import { listedRows, tampered, type ValueTable } from './fake-values.js';
import type { FaultKind, FaultQueue, MetFault } from './fault.js';
import { createFeeds, feedAccount, type PublicFeedOfTest, type ServedFeed } from './feeds-double.js';
import { createGatewayReads } from './gateway-reads.js';
import { paymentDouble } from './payment-double.js';
import { GatewayRefused } from './gateway-refused.js';
import { roundFeed, flatAnswer, signRound, type ValuedRound } from './round-answers.js';
import type { Admission, FakeRequest, PathParts, PathDouble } from './path-double.js';
import { subscriptionDouble } from './subscription-double.js';

/** The gateway of a test. */
export interface GatewayDouble {
  /** @throws LostConnection */
  answer(request: FakeRequest): Promise<Response>;
}

/** A request or its answer was lost: the connection breaks. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection';
  /** The system's name of it. */
  readonly code: 'ECONNRESET' | 'ECONNREFUSED';
  constructor(isSent: boolean) {
    super(isSent ? 'the connection broke off' : 'connection refused');
    this.code = isSent ? 'ECONNRESET' : 'ECONNREFUSED';
  }
}

type Handler = (request: FakeRequest, parameter: string) => object | Response | Promise<Response>;

/** Parts of a gateway. */
interface GatewayParts {
  readonly escrows: Escrows;
  readonly values: ValueTable;
  readonly faults: FaultQueue;
  readonly delay: (ms: number) => Promise<void>;
}

export function createGatewayDouble(
  deps: PathParts & GatewayParts,
  input: { readonly url: string; readonly feeds: readonly PublicFeedOfTest[] },
): GatewayDouble {
  const { network, records, sessions, values, faults, now } = deps;
  const registryVersion = Number(network.registry.version);
  const paths = [subscriptionDouble(deps), agentDouble(deps), paymentDouble(deps)];
  const reads = createGatewayReads(deps, input);
  let lastObservedAt = 0;

  /** Later for each round: no two values of a feed have one stamp. */
  function observedAt(): ReturnType<typeof unixMs> {
    lastObservedAt = Math.max(now(), lastObservedAt + 1);
    return unixMs(lastObservedAt);
  }

  async function executed(path: PathDouble, request: FakeRequest): Promise<Response> {
    const admitted = admittedBy(path, request);
    const fault = faults.take(path.route, (kind) => kind !== 'other_terms');
    if ('repeated' in admitted)
      return json(admitted.repeated.answer ?? {}, { ...admitted.headers, 'x-round-id': admitted.repeated.roundId });
    return underFault(fault, {
      refuse: (refusal) => refusedRound(path, admitted, refusal),
      serve: (kind) => json(serve(path, admitted, kind), { ...admitted.headers, 'x-round-id': admitted.roundId }),
    });
  }

  /** @throws LostConnection, GatewayRefused */
  async function underFault(
    fault: MetFault | undefined,
    {
      refuse,
      serve: answered,
    }: { readonly refuse: (refusal: GatewayRefused) => GatewayRefused; readonly serve: (kind?: FaultKind) => Response | Promise<Response> },
  ): Promise<Response> {
    if (fault === undefined) return answered();
    if ('refusal' in fault) throw refuse(fault.refusal);
    if ('delayMs' in fault) {
      // Served at once, and told late: a caller that gives up finds the round on record.
      const response = await answered();
      await deps.delay(fault.delayMs);
      return response;
    }
    if (fault.kind === 'unreachable' || fault.kind === 'lost_request') throw new LostConnection(fault.kind === 'lost_request');
    const response = await answered(fault.kind);
    if (fault.kind === 'lost_answer') throw new LostConnection(true);
    return response;
  }

  /** @throws GatewayRefused; a 402 asks for other terms where a fault says so */
  function admittedBy(path: PathDouble, request: FakeRequest): ReturnType<PathDouble['admit']> {
    try {
      return path.admit(request);
    } catch (error) {
      const accepts: unknown = error instanceof GatewayRefused ? error.members['accepts'] : undefined;
      if (
        !(error instanceof GatewayRefused) ||
        !Array.isArray(accepts) ||
        faults.take(path.route, (kind) => kind === 'other_terms') === undefined
      )
        throw error;
      const others = accepts.map((terms: unknown) => Object.assign({}, terms, { payTo: formatAddress(network.authority) }));
      throw new GatewayRefused(error.code, { members: { ...error.members, accepts: others } });
    }
  }

  /** The record of a refusal that uses the authorization up. */
  function refusedRound(path: PathDouble, admitted: Admission, refusal: GatewayRefused): GatewayRefused {
    const { authorization } = errorTable[refusal.code];
    if (authorization === 'settled') serve(path, admitted, undefined);
    if (authorization === 'spent' || authorization === 'unknown')
      records.add({ ...recordOf(path, admitted), state: 'failed', reason: refusal.code });
    if (authorization === 'unused') return refusal;
    const { roundId } = admitted;
    return new GatewayRefused(refusal.code, {
      members: { roundId, ...refusal.members },
      headers: { 'x-round-id': roundId, ...refusal.headers },
    });
  }

  function serve(path: PathDouble, admitted: Admission, fault: FaultKind | undefined): object {
    const round = valuedRound(admitted);
    const signed = signRound(fault === 'forged' ? network.forgers : network.nodes, round);
    const told = fault === 'tampered' ? { ...round, values: tampered(round.subject, round.values) } : round;
    const answer = path.answerOf(told, signed);
    const outcome = admitted.charge(signed.message);
    records.add({ ...recordOf(path, admitted), ...outcome, answer, value: round.values.text, signers: signed.signers.length });
    return answer;
  }

  function valuedRound(terms: Pick<Admission, 'subject' | 'quorum' | 'feedOwner' | 'timestampMs'>): ValuedRound {
    const { subject, quorum, feedOwner, timestampMs } = terms;
    return { subject, quorum, feedOwner, timestampMs, registryVersion, values: values.next(subject, now()), observedAtMs: observedAt() };
  }

  function recordOf(path: PathDouble, { roundId, account, askedBy, subject, quorum, timestampMs, amount, feedOwner }: Admission) {
    const feed = { owner: feedOwner, signaturesRequired: quorum };
    const none = { packed: new Uint8Array(32), text: '', values: [] };
    const members = isList(subject.form) ? listedRows(subject, none, feed).map((row) => String(Reflect.get(row, 'feedId'))) : [];
    return {
      roundId,
      path: path.name,
      account,
      askedBy,
      feedIds: [toHex(roundFeed({ feedOwner, subject, quorum })), ...members],
      createdAt: now(),
      timestampMs,
      quorum,
      units: unitsOf(subject.form),
      amount,
    };
  }

  function serveFeed({ subject, quorum, feedOwner }: PublicFeedOfTest): ServedFeed | null {
    const timestampMs = unixMs(Math.floor(now() / 1000) * 1000);
    try {
      const round = valuedRound({ subject, quorum, feedOwner, timestampMs });
      const signed = signRound(network.nodes, round);
      const told = {
        roundId: formatAddress(network.programId),
        answeredAt: now(),
        observedAt: round.observedAtMs,
        value: round.values.text,
        signers: signed.signers,
        result: flatAnswer(round, signed),
      };
      return { told, account: feedAccount(round) };
    } catch (error) {
      if (error instanceof GatewayRefused) return null;
      throw error;
    }
  }

  const feeds = createFeeds({ serve: serveFeed }, input);
  for (const { subject, quorum, feedOwner, feedId } of input.feeds)
    network.ledger.keep(feedAddress(network.programId, roundFeed({ subject, quorum, feedOwner })), () => feeds.account(feedId));

  const authorizationOf = ({ headers }: FakeRequest): string => headers.get('authorization') ?? '';
  const routes: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
    ...paths.map((path) => ['POST', exactly(path.route), (request: FakeRequest) => executed(path, request)] as const),
    ['GET', exactly('/v1/info'), () => reads.info()],
    ['GET', exactly('/v1/nodes'), () => reads.nodes()],
    ['GET', exactly('/v1/providers'), () => ({ providers: [] })],
    ['GET', /^\/v1\/providers\/([^/]+)$/, () => refuse('provider_not_found')],
    ['POST', exactly('/v1/simulate'), (request) => simulatedAnswer(deps, request)],
    ['POST', exactly('/v1/session'), ({ headers }) => sessions.open(headers.get('sign-in-with-x'))],
    ['DELETE', exactly('/v1/session'), (request) => (sessions.end(authorizationOf(request)), json({ status: 'ok' }))],
    ['GET', /^\/v1\/rounds\/([^/]+)$/, (_, roundId) => reads.round(roundId)],
    ['GET', /^\/v1\/rounds\/([^/]+)\/events$/, (request, roundId) => events(request, reads.round(roundId))],
    ['GET', /^\/v1\/subscription\/([^/]+)\/status$/, (request, owner) => reads.subscriptionStatus(owner, request)],
    ['GET', /^\/v1\/subscription\/([^/]+)\/rounds$/, (request, owner) => reads.subscriptionRounds(owner, request)],
    ['GET', /^\/v1\/agent\/([^/]+)\/status$/, (request, payer) => json(reads.agentStatus(payer, request))],
    ['GET', /^\/v1\/agent\/([^/]+)\/rounds$/, (request, payer) => reads.agentRounds(payer, request)],
    ['GET', /^\/v1\/usage\/([^/]+)$/, (request, owner) => reads.usage(owner, request)],
    ['GET', exactly('/v1/feeds'), () => feeds.list()],
    ['GET', /^\/v1\/feeds\/([^/]+)$/, (_, feedId) => feeds.latest(feedId)],
    ['GET', /^\/v1\/feeds\/([^/]+)\/history$/, ({ query }, feedId) => feeds.history(feedId, query)],
    ['GET', /^\/v1\/feeds\/([^/]+)\/rounds$/, (request, feedId) => reads.feedRounds(feedId, request)],
  ];

  async function routed(request: FakeRequest): Promise<Response> {
    const [, path, handler] = routes.find(([method, one]) => method === request.method && one.test(request.path)) ?? [];
    if (path === undefined || handler === undefined) throw new GatewayRefused('not_found');
    const parameter = decodeURIComponent(path.exec(request.path)?.[1] ?? '');
    const answered = async (): Promise<Response> => {
      const answer = await handler(request, parameter);
      return answer instanceof Response ? answer : json({ status: 'ok', data: answer });
    };
    // A round takes its fault once it is known to be charged.
    if (paths.some(({ route }) => route === request.path)) return answered();
    return underFault(faults.take(request.path), { refuse: (refusal) => refusal, serve: answered });
  }

  return {
    async answer(request) {
      try {
        return await routed(request);
      } catch (error) {
        if (error instanceof GatewayRefused) return refused(error);
        throw error;
      }
    },
  };
}

function exactly(path: string): RegExp {
  return new RegExp(`^${path}$`);
}

function refuse(code: GatewayRefused['code']): never {
  throw new GatewayRefused(code);
}

function refused({ code, members, headers }: GatewayRefused): Response {
  const { status, message, scope } = errorTable[code];
  const body = { error: message, code, ...(scope === undefined ? {} : { scope }), docUrl: `/docs/errors/${code}`, ...members };
  return Response.json(body, { status, headers });
}

function json(body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { headers });
}

/** The one event of a round that is over; nothing more after it. */
function events({ headers }: FakeRequest, status: object): Response {
  if ((headers.get('last-event-id') ?? '') !== '') return new Response(null, { status: 204 });
  return new Response(`id: 1\ndata: ${JSON.stringify(status)}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
}
