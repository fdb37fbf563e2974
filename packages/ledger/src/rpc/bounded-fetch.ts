/** One call: members of the second argument of `fetch`. */
export interface RpcHttpRequest {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: 'error';
  readonly signal: AbortSignal;
}

/** The part of a `Response` that the RPC client reads. */
export interface HttpAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The part of `fetch` that the RPC client uses. */
export type FetchLike = (url: string, init: RpcHttpRequest) => Promise<HttpAnswer>;

export class ResponseTooLargeError extends Error {
  override readonly name: string = 'ResponseTooLargeError';

  constructor(maxBytes: number) {
    super(`answer of more than ${maxBytes} bytes`);
  }
}

/** Reads a body to its end. Throws as soon as the body exceeds `maxBytes`. */
export async function readBounded(answer: Pick<HttpAnswer, 'body'>, maxBytes: number): Promise<Uint8Array> {
  if (answer.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body) {
    length += chunk.length;
    if (length > maxBytes) throw new ResponseTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}
