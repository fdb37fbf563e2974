import type { OperationName, Operations, OperationSpec } from '@oracle-gateway/gateway-api';
import type { BodyOf } from '@oracle-gateway/gateway-api/internal';
import type { Tenant } from '@oracle-gateway/fair-share';
import type { Static, TSchema } from '@sinclair/typebox';

/** A request as a route sees it. */
export interface HttpRequest {
  /** Raw bytes, at most MAX_REQUEST_BYTES or what the operation says; empty for operations without a body. */
  readonly body: Uint8Array;
  readonly path: Readonly<Record<string, string>>;
  /** Query as it was sent, without `?`. */
  readonly query: string;
  readonly header: (name: string) => string | undefined;
  /** Sender of the request: who asks, as long as nothing proves more. */
  readonly sender: Tenant;
  /** Aborted when the connection is gone before the answer. */
  readonly clientGone: AbortSignal;
  /** Id that the answer names in `X-Request-Id`. */
  readonly requestId: string;
}

/** A declared answer of an operation. Refusals are thrown as GatewayError, but may be returned where they are an answer. */
export type EndpointAnswer<T extends OperationSpec> = {
  [Status in keyof T['responses'] & number]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string>>;
  } & ContentOf<T['responses'][Status]>;
}[keyof T['responses'] & number];

type ContentOf<Response> = Response extends { readonly form: 'events'; readonly body: infer Body extends TSchema }
  ? EventsOf<Static<Body>>
  : { readonly body: BodyOf<Response> };

/** One server-sent event. */
export interface EndpointEvent<Value = unknown> {
  readonly id: string;
  readonly value: Value;
}

export interface EventsOf<Value = unknown> {
  readonly events: AsyncIterable<EndpointEvent<Value>>;
  /** Gives back what the events hold; called once, whether they were read or not. */
  readonly close: () => void;
}

export type Endpoint<T extends OperationSpec> = (request: HttpRequest) => Promise<EndpointAnswer<T>>;

/** One endpoint per operation of the contract: a new operation without a route does not compile. */
export type Routes = { readonly [Name in OperationName]: Endpoint<Operations[Name]> };

/** An endpoint whose operation does not matter: what the HTTP layer needs of it. */
export type AnyEndpoint = (request: HttpRequest) => Promise<AnyAnswer>;

/** The body of an answer without one is null. */
export type AnyAnswer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly body: unknown }
  | EventsOf
);

/** An operation of the contract, and what serves it. */
export interface ServedOperation {
  readonly operation: OperationSpec;
  readonly endpoint: AnyEndpoint;
}
