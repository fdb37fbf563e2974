import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createKeyWatch } from './watch-keys.js';

function keyThat(outcome: Uint8Array | Error, trouble: string | null = null) {
  return {
    name: 'a key',
    sign: (_kind: 'transaction', _message: Uint8Array) => (outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome)),
    trouble: () => trouble,
  };
}

it('a watched key signs as before, and is measured', async () => {
  const registry = new Registry();
  const key = createKeyWatch({ prefix: 'test', registry }).watched('gateway', keyThat(Uint8Array.of(7)));
  expect([key.name, await key.sign('transaction', new Uint8Array())]).toEqual(['a key', Uint8Array.of(7)]);
  const told = await registry.metrics();
  expect(told).toContain('test_signing_seconds_count{key="gateway"} 1');
  expect(told).toContain('test_signing_failures_total{key="gateway",failure="refused"} 0');
  expect(told).toContain('test_signer_up{key="gateway"} 1');
});

it('a failure is counted by its kind, thrown as it is, and the trouble is told by the name', async () => {
  const registry = new Registry();
  const watch = createKeyWatch({ prefix: 'test', registry });
  const refused = Object.assign(new Error('no'), { failure: 'refused' });
  const key = watch.watched('next', keyThat(refused, 'no signer listens'));
  await expect(key.sign('transaction', new Uint8Array())).rejects.toBe(refused);
  await expect(watch.watched('payer', keyThat(new TypeError('x'))).sign('transaction', new Uint8Array())).rejects.toThrow(TypeError);
  const told = await registry.metrics();
  expect(told).toContain('test_signing_failures_total{key="next",failure="refused"} 1');
  expect(told).toContain('test_signing_failures_total{key="payer",failure="other"} 1');
  expect(told).toContain('test_signer_up{key="next"} 0');
  expect(watch.troubles()).toEqual({ next: 'no signer listens' });
});
