import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Deprecation } from './deprecation.js';
import type { ErrorCode } from './error-fates.js';
import type { SecurityAlternative } from './security.js';
import type { Tag } from './tags.js';

/** Description of a response header. A text alone: the header is there in some answers. */
export type HeaderSpec = string | { readonly description: string; readonly isAlwaysSent: true };

/** One answer of an operation: the HTTP status is its key in {@link OperationSpec.responses}. */
export interface ResponseSpec {
  readonly description: string;
  readonly body: TSchema;
  /**
   * Framing of the body. Absent: one JSON value. `events`: server-sent events, each with one value as its `data`. `text`: plain text, the
   * value is a string. `csv`: the same as CSV. `none`: no body, the value is null.
   */
  readonly form?: 'events' | 'text' | 'csv' | 'none';
  /** Headers of its own; `headersOf` adds those of its class and status. */
  readonly headers?: Readonly<Record<string, HeaderSpec>>;
  /** Codes that a refusal may have here. */
  readonly codes?: readonly ErrorCode[];
}

/** JSON values that a caller could send and receive. Every one fits its schema. */
export interface OperationExamples {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly request?: unknown;
  /** Example bodies by status. A refusal without one gets the example of its first code. */
  readonly answers?: Readonly<Record<number, unknown>>;
  /** Further requests with their answers, by names that stand beside `usual` in the document. */
  readonly others?: Readonly<Record<string, OtherExample>>;
}

export interface OtherExample {
  readonly summary: string;
  readonly request: unknown;
  readonly answers: Readonly<Record<number, unknown>>;
}

/** An operation that can be called with what an answer holds (OpenAPI's link). */
export interface LinkSpec {
  /** Statuses of the answers that have it. */
  readonly on: readonly number[];
  /** Name of the operation. */
  readonly operation: string;
  /** Parameters of that operation, as OpenAPI's runtime expressions, such as `$response.header.X-Round-Id`. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly description: string;
}

/**
 * Classes of requests that a gateway counts together for the rate limit of one address: rounds, sign-ins, and everything else. The name
 * appears in `RateLimit` and `RateLimit-Policy`.
 */
export type RateLimitClass = 'rounds' | 'sign-ins' | 'reads';

/** One endpoint, declared once. Server, HTTP client, contract test and OpenAPI document derive from it. */
export interface OperationSpec {
  /** Name in the OpenAPI document, in logs and in metrics. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Template with `{parameter}` places, as in docs/api.md. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** CommonMark: rules that a caller needs beyond the summary. */
  readonly description?: string;
  readonly tags: readonly [Tag, ...Tag[]];
  /** The operation goes: `deprecation` makes it. Headers, the OpenAPI document and the pages follow. */
  readonly deprecated?: Deprecation;
  /** Credentials; one of them is enough. Empty for an operation that asks for none. */
  readonly security: readonly SecurityAlternative[];
  readonly pathParameters?: Readonly<Record<string, TSchema>>;
  /** Integers and texts, all optional. The query of an operation without them is ignored. */
  readonly queryParameters?: Readonly<Record<string, TSchema>>;
  /** Texts, all optional. */
  readonly headerParameters?: Readonly<Record<string, TSchema>>;
  readonly request?: TSchema;
  /** The body is optional. */
  readonly requestIsOptional?: true;
  /** Largest request body in bytes; by default that of every operation. */
  readonly maxRequestBytes?: number;
  /** The header that `maxRequestBytes` requires: without it, the limit of every operation holds. */
  readonly maxRequestBytesWith?: string;
  /** Absent: never limited. Exactly the operations with a class declare a 429. */
  readonly rateLimit?: RateLimitClass;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  readonly examples?: OperationExamples;
  /** Links to other operations, by their names. */
  readonly links?: Readonly<Record<string, LinkSpec>>;
}

/** Keeps the literal types of a declaration. */
export function defineOperation<const T extends OperationSpec>(operation: T): T {
  return operation;
}

/** Type of an operation's JSON request body; `undefined` for one without a body. */
export type RequestBodyOf<T extends OperationSpec> = T extends { readonly request: infer S extends TSchema } ? Static<S> : undefined;

/** Type of an operation's JSON answer with the given status. */
export type ResponseBodyOf<T extends OperationSpec, Status extends keyof T['responses']> = BodyOf<T['responses'][Status]>;

/** Type of an answer's value; of server-sent events, the list of their values. */
export type BodyOf<Response> = Response extends { readonly body: infer Body extends TSchema }
  ? Response extends { readonly form: 'events' }
    ? readonly Static<Body>[]
    : Static<Body>
  : never;

/** Names of an operation's path parameters. */
export type PathParametersOf<T extends OperationSpec> = T extends { readonly pathParameters: infer P }
  ? Readonly<Record<keyof P & string, string>>
  : undefined;

/** Values of an operation's query parameters; omitted ones are absent. */
export type QueryOf<T extends OperationSpec> = T extends { readonly queryParameters: infer P extends Record<string, TSchema> }
  ? Partial<Static<TObject<P>>>
  : Readonly<Record<string, never>>;

/** Fills a path template. The caller names every parameter; values are percent-encoded. */
export function fillPath(operation: OperationSpec, parameters: Readonly<Record<string, string>> = {}): string {
  return operation.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`${operation.name}: path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}
