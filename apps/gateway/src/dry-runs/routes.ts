import type { operations } from '@oracle-gateway/gateway-api';
import type { Config } from '../config/config.js';
import type { Endpoint } from '../http/endpoint.js';
import { notEnabled } from '../http/not-enabled.js';
import type { NamedDryRun } from '../paths/open-paths.js';
import type { PathPorts } from '../paths/path-ports.js';
import { createReadCaller } from './caller-credential.js';
import { createDryRunShare } from './dry-run-share.js';
import { createRequireKnown } from './known-caller.js';
import { simulate } from './route.js';

export interface DryRunRouteDeps {
  readonly ports: PathPorts;
  readonly paths: readonly NamedDryRun[];
}

/** The endpoint of dry runs, which says that they are not served where the configuration leaves them off. */
export function createSimulate(
  { enabled, maxConcurrent, perMinute, strangersPerMinute }: Config['simulate'],
  { ports, paths }: DryRunRouteDeps,
): Endpoint<typeof operations.simulate> {
  if (!enabled) return notEnabled('dry runs are not enabled on this gateway');
  const { engine, events, clock, deployment, callers } = ports;
  const { nowMs, monotonicMs } = clock;
  const { findSession, verifySignature } = callers;
  const { deploymentId, gateway } = deployment;
  const { isDraining: isStopping } = engine;
  return simulate({
    ports,
    paths,
    share: createDryRunShare({ maxConcurrent, perMinute, strangersPerMinute, events, isStopping, monotonicMs }),
    readCaller: createReadCaller({ findSession, verifySignature, deploymentId, gateway, nowMs }),
    requireKnown: createRequireKnown({ paths, events, monotonicMs }),
  });
}
