import { formatAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { answerOf, fakeIo, GATEWAY } from '../../tests/fake-io.js';
import { gatewayAddressOf } from './gateway-address.js';

/** A gateway that says these things of itself, in turn. */
function open(...said: readonly unknown[]) {
  const { gateway } = fakeIo(() => ({}));
  const left = [...said];
  const ask: typeof gateway.ask = () => Promise.resolve(answerOf(left.shift()));
  return { io: { gateway: { ...gateway, ask } }, left };
}

describe('the account of a gateway', () => {
  it('is asked for once', async () => {
    const { io, left } = open({ data: { gatewayPda: GATEWAY } }, 'unasked');
    for (const _ of [1, 2]) expect(formatAddress(await gatewayAddressOf(io))).toBe(GATEWAY);
    expect(left).toEqual(['unasked']);
  });

  it('is not that of another gateway', async () => {
    const other = '11111111111111111111111111111112';
    expect(formatAddress(await gatewayAddressOf(open({ data: { gatewayPda: GATEWAY } }).io))).toBe(GATEWAY);
    expect(formatAddress(await gatewayAddressOf(open({ data: { gatewayPda: other } }).io))).toBe(other);
  });

  it.each([{}, null, { data: { gatewayPda: 7 } }, { data: { gatewayPda: 'short' } }])('is asked for again after %j', async (said) => {
    const { io } = open(said, { data: { gatewayPda: GATEWAY } });
    await expect(gatewayAddressOf(io)).rejects.toMatchObject({ name: 'TransportError', peer: 'gateway' });
    expect(formatAddress(await gatewayAddressOf(io))).toBe(GATEWAY);
  });
});
