import { type Address, parseAddress } from '@oracle-gateway/protocol';
import { TransportError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';
import type { GatewayHttp } from '../http/gateway-http.js';
import type { AccountIo } from './account.js';

const known = new WeakMap<GatewayHttp, Address>();

/**
 * The Gateway account of a gateway, as it names itself; it does not change. A false name makes a signature good at another gateway, for the
 * same round and price, and nowhere else.
 *
 * @throws TransportError, GatewayError
 */
export async function gatewayAddressOf({ gateway }: Pick<AccountIo, 'gateway'>, signal?: AbortSignal): Promise<Address> {
  const remembered = known.get(gateway);
  if (remembered !== undefined) return remembered;
  const { body } = await gateway.ask({ method: 'GET', path: '/v1/info', signal });
  const text = textOf(memberOf(memberOf(body, 'data'), 'gatewayPda'));
  try {
    const address = parseAddress(text ?? '');
    known.set(gateway, address);
    return address;
  } catch (error) {
    throw new TransportError('gateway', 'the gateway answered /v1/info without the address of its account', { cause: error });
  }
}
