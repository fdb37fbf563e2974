import type { OperationName, Operations, OperationSpec, ResponseSpec } from '@oracle-gateway/gateway-api';
import type { Party } from '@oracle-gateway/fair-share';
import type { Static } from '@sinclair/typebox';

/** What a route sees of a request. */
export interface HttpRequest {
  /** Raw bytes, at most MAX_REQUEST_BYTES or what the operation says; empty for operations without a body. */
  readonly body: Uint8Array;
  readonly path: Readonly<Record<string, string>>;
  /** As it was sent, without `?`. */
  readonly query: string;
  readonly header: (name: string) => string | undefined;
  /** Where it comes from: who asks, as long as nothing proves more. */
  readonly sender: Party;
  /** Aborted when the connection is gone before the answer. */
  readonly clientGone: AbortSignal;
}

/** A declared answer of an operation. Refusals are thrown as GatewayError, but may be returned where they are an answer. */
export type EndpointAnswer<T extends OperationSpec> = {
  [Status in keyof T['responses'] & number]: {
    readonly status: Status;
    readonly body: T['responses'][Status] extends ResponseSpec ? Static<T['responses'][Status]['body']> : never;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof T['responses'] & number];

export type Endpoint<T extends OperationSpec> = (request: HttpRequest) => Promise<EndpointAnswer<T>>;

/** One endpoint per operation of the contract: a new operation without a route does not compile. */
export type Routes = { readonly [Name in OperationName]: Endpoint<Operations[Name]> };

/** An endpoint whose operation does not matter: what the HTTP layer needs of it. */
export type AnyEndpoint = (
  request: HttpRequest,
) => Promise<{ readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }>;

/** An operation of the contract, and what serves it. */
export interface ServedOperation {
  readonly operation: OperationSpec;
  readonly endpoint: AnyEndpoint;
}
