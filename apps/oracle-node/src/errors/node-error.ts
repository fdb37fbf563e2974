import { nodeErrors, type NodeErrorBody, type NodeErrorCode, type SourceStep } from '@oracle-gateway/node-api';

/** A refusal that is told to the gateway as it stands: `message` must hold nothing secret and nothing the source sent. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError';

  constructor(
    readonly code: NodeErrorCode,
    message: string = nodeErrors[code].meaning,
  ) {
    super(message);
  }
}

/**
 * A source that gave no usable value: the step of protocol §2 that failed, and the status when there was one. `terms` are for the caller
 * alone: the source's own words, of at most 1 KiB, that no log repeats.
 */
export class SourceError extends NodeError {
  override readonly name = 'SourceError';

  constructor(
    readonly step: SourceStep,
    message: string,
    readonly upstreamStatus?: number,
    readonly terms?: string,
  ) {
    super('upstream_failure', message);
  }
}

/** The node's key, network or configuration do not belong to the deployment on the ledger: it must not run. */
export class DeploymentMismatchError extends Error {
  override readonly name = 'DeploymentMismatchError';

  constructor() {
    super('solana.program_id and solana.network: the deployment id on the ledger is another one');
  }
}

/** Status and body of a refusal. Anything but a NodeError is a 500 that tells nothing. */
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
  }
  return { status: nodeErrors[error.code].status, body };
}
