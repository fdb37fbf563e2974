import type { OperationSpec, QueryOf } from '@oracle-gateway/gateway-api';
import { ContractError, createQueryReader } from '@oracle-gateway/gateway-api/parsers';
import { GatewayError } from '../errors/gateway-error.js';

/** Reads the query of an operation's requests. It throws a 400 {@link GatewayError} naming parameter and rule. */
export function queryOf<const T extends OperationSpec>(operation: T): (query: string) => QueryOf<T> {
  const read = createQueryReader(operation);
  return (query) => {
    try {
      return read(query);
    } catch (error) {
      if (error instanceof ContractError) throw new GatewayError('invalid_request', { detail: error.message });
      throw error;
    }
  };
}
