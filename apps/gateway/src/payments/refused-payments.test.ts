import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../errors/gateway-error.js';
import { createUnlessRefused } from './refused-payments.js';

function start() {
  const clock = { ms: 0 };
  const unlessRefused = createUnlessRefused({ monotonicMs: () => clock.ms });
  const serve = vi.fn<() => Promise<string>>();
  const ask = (header: string, body: string) => unlessRefused({ header, body: Buffer.from(body) }, serve);
  return { clock, serve, ask };
}

const REFUSAL = new GatewayError('payment_refused');

describe('a payment that was refused', () => {
  it('is refused again with the same answer for some seconds, and then judged again', async () => {
    const { clock, serve, ask } = start();
    serve.mockRejectedValueOnce(REFUSAL).mockResolvedValue('served');
    await expect(ask('payment', '{}')).rejects.toBe(REFUSAL);
    clock.ms += 4_900;
    await expect(ask('payment', '{}')).rejects.toBe(REFUSAL);
    expect(serve).toHaveBeenCalledTimes(1);
    clock.ms += 200;
    expect(await ask('payment', '{}')).toBe('served');
  });

  it.each([
    ['with another request', 'payment', '{ }'],
    ['when it is another', 'payments', '{}'],
    ['where the bytes only meet elsewhere', 'paymen', 't\n{}'],
  ])('says nothing of it %s', async (_name, header, body) => {
    const { serve, ask } = start();
    serve.mockRejectedValueOnce(REFUSAL).mockResolvedValue('served');
    await expect(ask('payment', '{}')).rejects.toBe(REFUSAL);
    expect(await ask(header, body)).toBe('served');
  });
});

it.each([
  ['used', new GatewayError('authorization_used')],
  ['not verified', new GatewayError('payment_facility_unavailable')],
  ['refused for now', REFUSAL.forNow()],
  ['sent with a bad request', new GatewayError('invalid_request')],
])('a payment that was %s is judged again', async (_name, refusal) => {
  const { serve, ask } = start();
  serve.mockRejectedValueOnce(refusal).mockResolvedValue('served');
  await expect(ask('payment', '{}')).rejects.toBe(refusal);
  expect(await ask('payment', '{}')).toBe('served');
});
