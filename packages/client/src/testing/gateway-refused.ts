import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';

export interface RefusalMembers {
  /** Members of the body beside `error` and `code`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of the gateway in a test. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused';
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ErrorCode,
    { members = {}, headers = {} }: RefusalMembers = {},
  ) {
    super(`refused: ${code}`);
    this.members = members;
    this.headers = headers;
  }
}
