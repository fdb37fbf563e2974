import type { operations } from '@oracle-gateway/gateway-api';
import type { Config } from '../config/config.js';
import type { Endpoint } from '../http/endpoint.js';
import { notEnabled } from '../http/not-enabled.js';
import { type CallerCredentialDeps, createReadCaller } from './caller-credential.js';
import { createDryRunShare, type DryRunShareDeps } from './dry-run-share.js';
import { createRequireKnown } from './known-caller.js';
import { simulate, type SimulateDeps } from './route.js';

export interface DryRunRouteDeps
  extends
    Omit<SimulateDeps, 'share' | 'readCaller' | 'requireKnown' | 'events'>,
    CallerCredentialDeps,
    Pick<DryRunShareDeps, 'isStopping' | 'monotonicMs'> {
  readonly config: Pick<Config, 'simulate'>;
  readonly events: SimulateDeps['events'] & DryRunShareDeps['events'];
}

/** The endpoint of dry runs, which says that they are not served where the configuration leaves them off. */
export function createSimulate({ config, ...deps }: DryRunRouteDeps): Endpoint<typeof operations.simulate> {
  const { enabled, ...limits } = config.simulate;
  if (!enabled) return notEnabled('dry runs are not enabled on this gateway');
  const share = createDryRunShare({ ...deps, ...limits });
  return simulate({
    ...deps,
    share,
    readCaller: createReadCaller(deps),
    requireKnown: createRequireKnown(deps),
  });
}
