import type { IncomingHttpHeaders } from 'node:http';

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  /** Unknown parameters are ignored. */
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Empty where none was sent. */
  readonly body: string;
}

export interface SampleAnswer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** One sample source. Throws SourceParameterError for an invalid parameter. */
export type Source = (request: SampleRequest) => SampleAnswer | Promise<SampleAnswer>;

/** Answered as 400 with this text. */
export class SourceParameterError extends Error {
  override readonly name = 'SourceParameterError';
}

/** The price of all sample sources. */
export const PRICE = '64628.31';

export function json(value: unknown, status = 200): SampleAnswer {
  return {
    status,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  };
}

export const NOT_FOUND = json({ error: 'not found' }, 404);

/** @throws {SourceParameterError} */
export function integerParameter(query: URLSearchParams, name: string, limits: { absent: number; min: number; max: number }): number {
  const text = query.get(name) ?? String(limits.absent);
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text) || value < limits.min || value > limits.max) {
    throw new SourceParameterError(`${name} must be an integer from ${limits.min} to ${limits.max}`);
  }
  return value;
}
