import type { operations } from '@oracle-gateway/gateway-api';
import type { Endpoint } from '../http/endpoint.js';

/** GET /health: the process answers (docs/api.md#get-health-and-get-ready). */
export const getHealth: Endpoint<typeof operations.getHealth> = () => Promise.resolve({ status: 200, body: { status: 'ok' } });
