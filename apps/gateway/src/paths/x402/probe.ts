import type { operations } from '@oracle-gateway/gateway-api';
import type { X402Template } from './template.js';
import type { Endpoint } from '../../http/endpoint.js';

/** GET /v1/x402/execute: the 402 with a template, as indexers of x402 resources expect it. */
export function probeX402Round({ template }: { readonly template: X402Template }): Endpoint<typeof operations.probeX402Round> {
  return async () => {
    throw await template();
  };
}
