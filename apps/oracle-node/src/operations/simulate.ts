import type { SimulateRequest, SimulateResponse } from '@oracle-gateway/node-api';
import { deriveSourceId, toHex } from '@oracle-gateway/protocol';
import { NodeError, SourceError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';
import type { RegistryWatch } from '../ledger/registry-watch.js';
import type { DryRunShare } from '../sharing/dry-run-share.js';
import type { ReadingTurns } from '../sharing/reading-turns.js';
import type { ObserveValue } from '../source/observe-value.js';
import type { UnsealSource } from '../source/sealed-source.js';

export interface SimulateDeps {
  readonly nodeIndex: number;
  readonly registryWatch: Pick<RegistryWatch, 'unready'>;
  readonly share: DryRunShare;
  readonly readingTurns: Pick<ReadingTurns, 'requireShare'>;
  readonly unsealSource: UnsealSource;
  /** Names the rule that an answer breaks. */
  readonly observeValue: ObserveValue;
}

/** Ends early when `signal` is aborted. Throws NodeError. */
export type Simulate = (caller: Caller, request: SimulateRequest, signal: AbortSignal) => Promise<SimulateResponse>;

/**
 * A dry run: fetches the source as `observe` does and tells the value. It takes no place of observations, opens no session, burns no nonce and
 * neither reads nor keeps a signed value. So it says nothing of any round and changes nothing for one.
 */
export function createSimulate(deps: SimulateDeps): Simulate {
  return async (caller, request, signal) => {
    if (deps.registryWatch.unready().length > 0) {
      throw new NodeError('not_ready');
    }
    const { by, leave } = deps.share.take({ gateway: caller.name, requester: request.requester });
    try {
      deps.readingTurns.requireShare(by);
      const { config, secrets } = deps.unsealSource(request, deriveSourceId(request.apiConfig));
      const { value, receivedAtMs } = await deps.observeValue(config, { by, signal, secrets });
      return { index: deps.nodeIndex, value: toHex(value), receivedAtMs };
    } catch (error) {
      throw error instanceof SourceError ? error.withoutTerms() : error;
    } finally {
      leave();
    }
  };
}
