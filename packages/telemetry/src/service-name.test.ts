import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { serviceName } from './service-name.js';

it('a service has the name of the package that its program belongs to', () => {
  expect(serviceName(fileURLToPath(import.meta.url))).toBe('telemetry');
  expect([serviceName(undefined), serviceName('/nowhere/main.js')]).toEqual(['unknown', 'unknown']);
});
