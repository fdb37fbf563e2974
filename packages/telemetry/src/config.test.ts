import { expect, it } from 'vitest';
import { readSettings } from './config.js';

it('records all traces and exports them each five seconds, where nothing is set', () => {
  expect(readSettings({})).toEqual({ isOff: false, ratio: 1, exportDelayMs: 5_000 });
});

it.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }, { OTEL_TRACES_SAMPLER: 'always_off' }])(
  'is off with %j',
  (env) => {
    expect(readSettings(env).isOff).toBe(true);
  },
);

it('takes the ratio of a sampler that has one', () => {
  expect(readSettings({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }).ratio).toBe(0.1);
  expect(readSettings({ OTEL_TRACES_SAMPLER_ARG: '0.1' }).ratio).toBe(1);
});

it('refuses a ratio that is no number, without repeating it', () => {
  const env = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 'planted' };
  expect(() => readSettings(env)).toThrow('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1');
});
