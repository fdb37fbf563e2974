import { ContractError } from '@oracle-gateway/contract';
import { type ApiConfig, ApiConfigError, parseApiConfig } from '@oracle-gateway/protocol';
import { Type } from '@sinclair/typebox';

/** The member of a request that names its source; {@link withApiConfig} judges it. */
export const ApiConfigMember = Type.Unsafe<ApiConfig>({ type: 'object', title: 'an ApiConfig object' });

/** The request with its ApiConfig fully validated (protocol §1). Throws ContractError. */
export function withApiConfig<Request extends { readonly apiConfig: ApiConfig }>(request: Request): Request {
  try {
    return { ...request, apiConfig: parseApiConfig(request.apiConfig) };
  } catch (error) {
    if (error instanceof ApiConfigError) {
      throw new ContractError(error.field, error.rule);
    }
    throw error;
  }
}
