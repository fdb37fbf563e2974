import { ClientUsageError } from '../base/errors.js';

/** The base URL of a gateway, without a slash at its end. @throws ClientUsageError */
export function gatewayUrlIn(gateway: string): string {
  if (!URL.canParse(gateway) || !/^https?:$/.test(new URL(gateway).protocol))
    throw new ClientUsageError('gateway', 'must be an http or https URL');
  return gateway.replace(/\/+$/, '');
}
