import { GatewayError, TransportError } from '../base/errors.js';
import { memberOf } from '../base/json.js';
import { createRetries, type RetriesDeps } from '../base/retries.js';
import { isAborted } from '../base/wait.js';
import type { GatewayHttp, GatewayRequest } from './gateway-http.js';

/**
 * The `data` of an endpoint that changes nothing, or the whole body where it has no envelope. The gateway is asked again while it cannot
 * answer. The data is the gateway's word.
 *
 * @param isData whether the data has the form that the caller goes on with
 */
export async function readData<T>(
  deps: RetriesDeps & { readonly gateway: Pick<GatewayHttp, 'ask'> },
  request: Partial<GatewayRequest> & Pick<GatewayRequest, 'path'> & { readonly hasNoEnvelope?: true },
  isData: (data: unknown) => data is T,
): Promise<T> {
  const { hasNoEnvelope, ...asked } = request;
  const retries = createRetries(deps, request.signal);
  for (;;) {
    try {
      const { body } = await deps.gateway.ask({ method: 'GET', ...asked });
      const data = hasNoEnvelope ? body : memberOf(body, 'data');
      if (isData(data)) return data;
      throw new TransportError('gateway', `the gateway answered ${asked.path.replace(/\?.*/, '')} without data`);
    } catch (error) {
      const isPassing =
        error instanceof TransportError || (error instanceof GatewayError && (error.status === 503 || error.status === 429));
      if (isAborted(request.signal) || !isPassing) throw error;
      if (error instanceof TransportError && error.sent === 'nothing') {
        if (await retries.unsent()) continue;
        throw error;
      }
      if (!(await retries.again(error instanceof GatewayError ? error.retryAfterMs : undefined))) throw error;
    }
  }
}

/** `?` and the parameters that have a value; empty without any. */
export function queryText(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query.toString()}`;
}
