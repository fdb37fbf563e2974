import {
  ContractError,
  MAX_ERROR_CHARS,
  nodeErrors,
  type NodeErrorBody,
  type NodeErrorCode,
  parseNodeErrorBody,
  type SourceRule,
  type SourceStep,
} from '@oracle-gateway/node-api';
import { toUSVString } from 'node:util';

/** A refusal. The gateway gets `message` as it stands, so it must hold no secret and nothing that the source sent. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError';

  constructor(
    readonly code: NodeErrorCode,
    message: string = nodeErrors[code].meaning,
  ) {
    super(message);
  }

  /** The same refusal as an object of its own. */
  copy(): NodeError {
    return new NodeError(this.code, this.message);
  }
}

/** Description of an answer that breaks a rule. */
export interface BrokenRule {
  readonly rule: SourceRule;
  /** The beginning of the request's own text that the answer matches. */
  readonly matched?: string;
}

/**
 * A source gave no usable value. `step` is the step of docs/protocol.md#selection that failed. `terms`, at most 1 KiB, quotes a source that answered 402:
 * it goes to the caller and into no log. `place` is that of the source, of several.
 */
export class SourceError extends NodeError {
  override readonly name = 'SourceError';

  constructor(
    readonly step: SourceStep,
    message: string,
    readonly upstreamStatus?: number,
    readonly terms?: string,
    readonly broken?: BrokenRule,
    readonly place?: number,
  ) {
    super('upstream_failure', message);
  }

  /** The round is over that the source was fetched for. */
  static ofEndedSession(): SourceError {
    return new SourceError('fetch', 'the gateway ended the session before the source answered');
  }

  static ofTimeOut(): SourceError {
    return new SourceError('fetch', 'the source did not answer in time', undefined, undefined, { rule: 'timed_out' });
  }

  override copy(): SourceError {
    return new SourceError(this.step, this.message, this.upstreamStatus, this.terms, this.broken);
  }

  /** The same failure without the words of the source. */
  withoutTerms(): SourceError {
    return new SourceError(this.step, this.message, this.upstreamStatus, undefined, this.broken, this.place);
  }

  /** The same failure of one of several sources, which no payment of the caller's reaches. */
  at(place: number, member: string): SourceError {
    return new SourceError(this.step, `${member}: ${this.message}`, this.upstreamStatus, undefined, this.broken, place);
  }
}

/** The answers of a requester's sources used up its time for reading, whether at one of its fetches or at a selection. */
export function readingTimeUsed(step: SourceStep): SourceError {
  const message = "the answers of this requester's sources took more than its share of the time for reading";
  return new SourceError(step, message, undefined, undefined, { rule: 'too_costly' });
}

/**
 * Status and body of a refusal. An error that is not a NodeError becomes a 500 without its cause. Every refusal leaves by this way, and a
 * gateway blames a node whose answer breaks the contract. So the text is cut to its limit, and a member that the contract refuses is left
 * out: a source chooses its status and its terms.
 */
export function nodeErrorAnswer(error: unknown): { readonly status: number; readonly body: NodeErrorBody } {
  if (!(error instanceof NodeError)) {
    return { status: nodeErrors.internal.status, body: { error: nodeErrors.internal.meaning, code: 'internal' } };
  }
  const { status } = nodeErrors[error.code];
  const body: NodeErrorBody = { error: toUSVString(error.message.slice(0, MAX_ERROR_CHARS)), code: error.code };
  if (!(error instanceof SourceError)) return { status, body };
  const { step, upstreamStatus, terms, broken, place } = error;
  const members: readonly Member[] = [
    { step },
    { upstreamStatus },
    { terms },
    { rule: broken?.rule },
    { matched: broken?.matched },
    { place },
  ];
  return { status, body: members.filter(fits).reduce<NodeErrorBody>((told, member) => Object.assign(told, member), body) };
}

type Member = { readonly [Name in keyof NodeErrorBody]?: NodeErrorBody[Name] | undefined };

/** Whether the member has a value, and one that the contract takes. */
function fits(member: Member): boolean {
  const value: unknown = Object.values(member)[0];
  // No JSON of the contract holds half of a surrogate pair.
  if (value === undefined || (typeof value === 'string' && toUSVString(value) !== value)) return false;
  try {
    parseNodeErrorBody({ error: '', code: 'internal', ...member });
    return true;
  } catch (refusal) {
    if (refusal instanceof ContractError) return false;
    throw refusal;
  }
}
