import type { parseSimulateRequest, SimulateResponse } from '@oracle-gateway/node-api';
import { unitsOf } from '@oracle-gateway/protocol';
import { NodeError, SourceError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';
import type { RegistryWatch } from '../ledger/registry-watch.js';
import type { DryRunShare } from '../sharing/dry-run-share.js';
import type { ReadingBudget } from '../sharing/reading-budget.js';
import { type ObserveSubject, requireRoom, requireSome } from '../source/observe-subject.js';
import type { UnsealSources } from '../source/sealed-source.js';
import { answeredValues } from './answered-values.js';

export interface SimulateDeps {
  readonly nodeIndex: number;
  readonly registryWatch: Pick<RegistryWatch, 'unready'>;
  readonly share: DryRunShare;
  readonly readingBudget: ReadingBudget;
  readonly unsealSources: UnsealSources;
  /** Bytes of the largest answer of a source. */
  readonly maxBodyBytes: number;
  /** Names the rule that an answer breaks. */
  readonly observeSubject: ObserveSubject;
}

/** Ends early when `signal` is aborted. Throws NodeError. */
export type Simulate = (caller: Caller, request: ReturnType<typeof parseSimulateRequest>, signal: AbortSignal) => Promise<SimulateResponse>;

/**
 * A dry run: fetches each source as `observe` does and tells the values. It takes no place of observations, opens no session, burns no nonce and
 * neither reads nor keeps a signed value. So it says nothing of any round and changes nothing for one.
 */
export function createSimulate(deps: SimulateDeps): Simulate {
  return async (caller, request, signal) => {
    if (deps.registryWatch.unready().length > 0) {
      throw new NodeError('not_ready');
    }
    const { subject } = request;
    requireRoom(subject, deps.maxBodyBytes);
    const { by, leaves } = deps.share.take({ gateway: caller.name, requester: request.requester }, unitsOf(subject.form));
    try {
      deps.readingBudget.requireShare(by);
      const charge = (ms: number): boolean => deps.readingBudget.charge(by, ms);
      const sources = requireSome(deps.unsealSources(request), subject, subject.combine?.minSources);
      const values = requireSome(await deps.observeSubject({ subject, sources, leavePlaces: leaves, by, signal, charge }), subject);
      return { index: deps.nodeIndex, values: answeredValues(values) };
    } catch (error) {
      throw error instanceof SourceError ? error.withoutTerms() : error;
    } finally {
      for (const leave of leaves) leave();
    }
  };
}
