import type { RoundPath } from '@oracle-gateway/gateway-api/internal';
import { agentPath } from './agent/path.js';
import type { PayPath } from './pay-path.js';
import { subscriptionPath } from './subscription/path.js';
import { x402Path } from './x402/path.js';

/** Every way to pay, in the order of `GET /v1/info`. */
export const payPaths: readonly PayPath<RoundPath>[] = [subscriptionPath, x402Path, agentPath];
