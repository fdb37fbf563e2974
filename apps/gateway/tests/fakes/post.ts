export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends any body to the execute endpoint: text and bytes as they are, anything else as JSON. */
export async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const response = await fetch(`${url}/v1/round/execute`, { method: 'POST', headers, body: bytes });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}
