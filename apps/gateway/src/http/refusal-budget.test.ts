import type { Tenant } from '@oracle-gateway/fair-share';
import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../errors/gateway-error.js';
import { createRefusalBudget } from './refusal-budget.js';

const GONE = new AbortController().signal;
const POST = { method: 'POST', usedMs: 0.8 };

interface Refused {
  readonly code?: ErrorCode;
  readonly request?: typeof POST;
  readonly times?: number;
}

/** A budget that another sender has asked before, unless told otherwise. */
function start({ isAlone = false } = {}) {
  const clock = { ms: 0 };
  const shareRefused = vi.fn();
  const wait = vi.fn<(ms: number, gone: AbortSignal) => Promise<void>>(() => Promise.resolve());
  const budget = createRefusalBudget({ events: { shareRefused }, monotonicMs: () => clock.ms, wait });
  const asks = async (name: string): Promise<'let in' | GatewayError> =>
    budget.requireShare(tenant(name), GONE).then(
      () => 'let in' as const,
      (error: unknown) => error as GatewayError,
    );
  const refuse = (name: string, { code = 'auth_sig_invalid', request = POST, times = 1 }: Refused = {}): void => {
    for (let time = 0; time < times; time += 1) budget.charge(tenant(name), new GatewayError(code), request);
  };
  if (!isAlone) void asks('another');
  const serve = (name: string): void => budget.served(tenant(name));
  return { clock, shareRefused, wait, asks, refuse, serve };
}

function tenant(name: string): Tenant {
  return { name: `address:${name}`, isStranger: false };
}

describe('a sender', () => {
  it('is held back where it is refused some hundred times a second for long, told until when, and let in again', async () => {
    const { clock, asks, refuse, shareRefused } = start();
    refuse('flood', { times: 2_000 });
    const refusal = await asks('flood');
    if (refusal === 'let in') throw new Error('it was let in');
    expect(refusal.code).toBe('rate_limited');
    expect(Number(refusal.details.headers?.['Retry-After'])).toBeGreaterThan(0);
    expect(refusal.details.headers).toMatchObject({ 'RateLimit-Policy': '"refused-requests";q=3000;w=5' });
    expect(shareRefused).toHaveBeenCalledWith('refused_requests', 'own_share');
    clock.ms += 5_200;
    expect(await asks('flood')).toBe('let in');
  });

  it('from whose address a round was served within a minute has four times the share, and no more', async () => {
    const { clock, asks, refuse, serve } = start();
    serve('a network');
    refuse('a network', { times: 3_900 });
    expect(await asks('a network')).toBe('let in');
    refuse('a network', { times: 200 });
    expect(await asks('a network')).toBeInstanceOf(GatewayError);
    clock.ms += 60_001;
    await asks('another');
    refuse('a network', { times: 2_000 });
    expect(await asks('a network')).toBeInstanceOf(GatewayError);
  });

  it('is let in however often it is refused where it has asked alone for a minute, until another asks', async () => {
    const { clock, asks, refuse } = start({ isAlone: true });
    refuse('a proxy', { times: 2_000 });
    expect(await asks('a proxy')).toBe('let in');
    expect(await asks('another')).toBe('let in');
    expect(await asks('a proxy')).toBeInstanceOf(GatewayError);
    clock.ms += 59_000;
    refuse('a proxy', { times: 2_000 });
    expect(await asks('a proxy')).toBeInstanceOf(GatewayError);
    clock.ms += 1_000;
    expect(await asks('a proxy')).toBe('let in');
  });

  it('is let in where it is refused nine hundred times at once and no other is refused', async () => {
    const { asks, refuse } = start();
    refuse('many behind one address', { times: 900 });
    expect(await asks('many behind one address')).toBe('let in');
  });

  it('with some refusals is let in beside a hundred that are refused as often as they may be, as one without is', async () => {
    const { asks, refuse } = start();
    refuse('honest', { times: 10 });
    for (let flood = 0; flood < 100; flood += 1) refuse(`flood ${flood}`, { times: 2_000 });
    expect(await asks('honest')).toBe('let in');
    expect(await asks('newcomer')).toBe('let in');
    expect(await asks('flood 0')).toBeInstanceOf(GatewayError);
  });

  it('has its answer held for a second, so that it does not ask again at once', async () => {
    const { asks, refuse, wait } = start();
    await asks('flood');
    expect(wait).not.toHaveBeenCalled();
    refuse('flood', { times: 2_000 });
    await asks('flood');
    expect(wait.mock.calls).toEqual([[1_000, GONE]]);
  });

  it('finds no end of answers held at once', async () => {
    const { asks, refuse, wait } = start();
    refuse('flood', { times: 2_000 });
    wait.mockImplementation(() => new Promise(() => undefined));
    const asked = Array.from({ length: 2_000 }, () => asks('flood'));
    expect(await Promise.race(asked)).toBeInstanceOf(GatewayError);
    expect(wait.mock.calls.length).toBeLessThan(1_024);
  });
});

describe('a refusal', () => {
  it.each<[string, Refused, boolean]>([
    ['that took long counts as that time', { request: { method: 'POST', usedMs: 20 } }, true],
    ['of a read that took long counts as that time', { request: { method: 'GET', usedMs: 20 } }, true],
    ['of a read counts less', { request: { method: 'GET', usedMs: 0.2 } }, false],
    ['that asks for a payment counts less', { code: 'payment_required' }, false],
    ['of a payment counts', { code: 'payment_refused' }, false],
    ['that is the fault of the gateway does not count', { code: 'at_capacity' }, false],
    ['by a rate limit does not count', { code: 'rate_limited' }, false],
  ])('%s', async (_name, refusal, isHeldBack) => {
    const { asks, refuse } = start();
    refuse('sender', { ...refusal, times: 60 });
    expect((await asks('sender')) !== 'let in').toBe(isHeldBack);
  });

  it.each<[string, Refused, number]>([
    ['of a read', { request: { method: 'GET', usedMs: 0.2 } }, 4_100],
    ['that took a second while the machine stood still', { request: { method: 'POST', usedMs: 1_000 } }, 7],
    ['that asks for a payment', { code: 'payment_required' }, 4_100],
    ['of a payment', { code: 'payment_refused' }, 1_100],
    ['beyond a share that it was told of', { code: 'share_used' }, 270],
  ])('%s ends the share after so many', async (_name, refusal, times) => {
    const { asks, refuse } = start();
    refuse('sender', { ...refusal, times: Math.floor(times * 0.8) });
    expect(await asks('sender')).toBe('let in');
    refuse('sender', { ...refusal, times });
    expect(await asks('sender')).toBeInstanceOf(GatewayError);
  });

  it.each<ErrorCode>(['at_capacity', 'internal', 'rate_limited', 'client_gone'])('with the code %s never does', async (code) => {
    const { asks, refuse } = start();
    refuse('sender', { code, times: 10_000 });
    expect(await asks('sender')).toBe('let in');
  });
});
