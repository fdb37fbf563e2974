import { nodeErrors, type NodeErrorBody, type NodeErrorCode, type SourceRule, type SourceStep } from '@oracle-gateway/node-api';

/** A refusal. The gateway gets `message` as it stands, so it must hold no secret and nothing that the source sent. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError';

  constructor(
    readonly code: NodeErrorCode,
    message: string = nodeErrors[code].meaning,
  ) {
    super(message);
  }
}

/** What a dry run tells of an answer that breaks a rule. */
export interface BrokenRule {
  readonly rule: SourceRule;
  /** The beginning of `responseParser` that the answer matches. */
  readonly matched?: string;
}

/**
 * A source gave no usable value. `step` is the step of protocol §2 that failed. `terms`, at most 1 KiB, quotes a source that answered 402:
 * it goes to the caller and into no log. `broken` is told by dry runs only: gateways of an older contract refuse it.
 */
export class SourceError extends NodeError {
  override readonly name = 'SourceError';

  constructor(
    readonly step: SourceStep,
    message: string,
    readonly upstreamStatus?: number,
    readonly terms?: string,
    readonly broken?: BrokenRule,
  ) {
    super('upstream_failure', message);
  }

  /** The same failure without the words of the source. */
  withoutTerms(): SourceError {
    return new SourceError(this.step, this.message, this.upstreamStatus, undefined, this.broken);
  }
}

/** The configured program and network have another deployment id than the ledger. The node must not run. */
export class DeploymentMismatchError extends Error {
  override readonly name = 'DeploymentMismatchError';

  constructor() {
    super('solana.program_id and solana.network: must give the deployment id that the ledger holds');
  }
}

/** Status and body of a refusal. An error that is not a NodeError becomes a 500 without its cause. */
export function errorAnswer(error: unknown): { readonly status: number; readonly body: NodeErrorBody } {
  if (!(error instanceof NodeError)) {
    return { status: nodeErrors.internal.status, body: { error: nodeErrors.internal.meaning, code: 'internal' } };
  }
  const body: NodeErrorBody = { error: error.message, code: error.code };
  if (error instanceof SourceError) {
    body.step = error.step;
    if (error.upstreamStatus !== undefined) {
      body.upstreamStatus = error.upstreamStatus;
    }
    if (error.terms !== undefined) {
      body.terms = error.terms;
    }
    if (error.broken !== undefined) {
      body.rule = error.broken.rule;
    }
    if (error.broken?.matched !== undefined) {
      body.matched = error.broken.matched;
    }
  }
  return { status: nodeErrors[error.code].status, body };
}
