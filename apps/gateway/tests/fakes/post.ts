export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends any body to the execute endpoint of subscriptions: text and bytes as they are, anything else as JSON. */
export async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  return postTo(`${url}/v1/round/execute`, body, headers);
}

/** Posts to the execute endpoint of agents. */
export async function postAgent(url: string, body: unknown): Promise<RawAnswer> {
  return postTo(`${url}/v1/agent/execute`, body, {});
}

/** Posts to the execute endpoint of the pay-per-request path. */
export async function postX402(url: string, body: unknown, payment?: string): Promise<RawAnswer> {
  return postTo(`${url}/v1/x402/execute`, body, payment === undefined ? {} : { 'payment-signature': payment });
}

async function postTo(url: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const response = await fetch(url, { method: 'POST', headers, body: bytes });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}
