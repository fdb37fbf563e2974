/** The part of `fetch` that the RPC client uses. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

export class ResponseTooLargeError extends Error {
  override readonly name: string = 'ResponseTooLargeError';

  constructor(maxBytes: number) {
    super(`answer of more than ${maxBytes} bytes`);
  }
}

/** Reads a body to its end, giving up as soon as it has grown beyond `maxBytes`. */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
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
