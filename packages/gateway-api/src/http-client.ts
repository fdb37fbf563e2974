import { ContractError, createParser, type Parser } from '@oracle-gateway/contract';
import { withTimeLimit } from '@oracle-gateway/protocol/internal';
import type { TSchema } from '@sinclair/typebox';
import {
  type BodyOf,
  fillPath,
  type OperationSpec,
  type PathParametersOf,
  type QueryOf,
  type RequestBodyOf,
  type ResponseSpec,
} from './operation.js';
import { writeQuery } from './query.js';
import { readServerSentEvents } from './server-sent-events.js';

const MAX_ANSWER_BYTES = 1024 * 1024;

/** The answer breaks the contract: an undeclared status, a body that does not fit its schema, or a body that is not JSON. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(
    readonly operation: string,
    readonly status: number,
    readonly detail: string,
  ) {
    super(`${operation}: unexpected answer with status ${status}: ${detail}`);
  }
}

/** A declared answer, discriminated by its status. */
export type Answer<T extends OperationSpec> = {
  [Status in keyof T['responses'] & number]: {
    readonly status: Status;
    readonly headers: Headers;
    readonly body: BodyOf<T['responses'][Status]>;
  };
}[keyof T['responses'] & number];

/** Body, parameters, query and headers of a call, as its operation declares them. */
export interface OperationCallOptions<T extends OperationSpec> {
  readonly body?: RequestBodyOf<T>;
  readonly path?: PathParametersOf<T>;
  readonly query?: QueryOf<T>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls operations, and checks each answer against the contract. */
export interface HttpClient {
  /**
   * Sends one request. Declared refusals are answers, not exceptions. Server-sent events are read to the end of their stream. Throws {@link UnexpectedAnswerError}, or what `fetch` throws.
   */
  call<const T extends OperationSpec>(operation: T, options?: OperationCallOptions<T>): Promise<Answer<T>>;
}

/** An HTTP client derived from the operations. Every answer is checked against the contract before it is returned. */
export function createHttpClient(deps: {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
}): HttpClient {
  const baseUrl = deps.baseUrl.replace(/\/+$/, '');
  const exchange = async <const T extends OperationSpec>(
    operation: T,
    options: OperationCallOptions<T>,
    signal: AbortSignal,
  ): Promise<Answer<T>> => {
    const body: unknown = options.body;
    const response = await deps.fetch(baseUrl + fillPath(operation, options.path) + writeQuery(options.query), {
      method: operation.method,
      redirect: 'error',
      signal,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const declared: ResponseSpec | undefined = operation.responses[response.status];
    if (declared === undefined) throw new UnexpectedAnswerError(operation.name, response.status, 'the status is not declared');
    const answer = await readBody(operation, response, declared.form, parserOf(declared.body));
    return { status: response.status, headers: response.headers, body: answer } as Answer<T>;
  };

  return {
    async call(operation, options = {}) {
      const { timeoutMs } = deps;
      return withTimeLimit({ timeoutMs, signal: options.signal }, (signal) => exchange(operation, options, signal));
    },
  };
}

/** A client of the same operation in another test compiles nothing anew. */
const parsers = new WeakMap<TSchema, Parser<unknown>>();

function parserOf(body: TSchema): Parser<unknown> {
  const parse = parsers.get(body) ?? createParser(body, { root: 'body' });
  parsers.set(body, parse);
  return parse;
}

async function readBody(
  operation: OperationSpec,
  response: Response,
  form: ResponseSpec['form'],
  parse: Parser<unknown>,
): Promise<unknown> {
  const parseText = (text: string): unknown => parseBody(operation, response.status, text, parse);
  switch (form) {
    case undefined:
      return parseText(await readText(operation, response));
    case 'text':
    case 'csv':
      return readText(operation, response);
    case 'none':
      return null;
    case 'events': {
      const values: unknown[] = [];
      for await (const { data } of readServerSentEvents(response.body ?? new Blob([]).stream())) values.push(parseText(data));
      return values;
    }
  }
}

async function readText(operation: OperationSpec, response: Response): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let byteLength = 0;
  const stream = response.body as AsyncIterable<Uint8Array<ArrayBuffer>> | null;
  for await (const chunk of stream ?? []) {
    byteLength += chunk.byteLength;
    if (byteLength > MAX_ANSWER_BYTES)
      throw new UnexpectedAnswerError(operation.name, response.status, `more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}

function parseBody(operation: OperationSpec, status: number, text: string, parse: Parser<unknown>): unknown {
  try {
    const plain: unknown = JSON.parse(text);
    return parse(plain);
  } catch (error) {
    if (error instanceof ContractError) throw new UnexpectedAnswerError(operation.name, status, error.message);
    if (error instanceof SyntaxError) throw new UnexpectedAnswerError(operation.name, status, 'the body is not JSON');
    throw error;
  }
}
