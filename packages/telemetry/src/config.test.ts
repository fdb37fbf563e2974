import { expect, it } from 'vitest';
import { readTraceSettings } from './config.js';

it('records all traces and exports them each five seconds, where nothing is set', () => {
  expect(readTraceSettings({})).toEqual({ isOff: false, ratio: 1, exportDelayMs: 5_000 });
});

it.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }, { OTEL_TRACES_SAMPLER: 'always_off' }])(
  'is off with %j',
  (env) => {
    expect(readTraceSettings(env).isOff).toBe(true);
  },
);

it('takes the ratio of a sampler that has one', () => {
  expect(readTraceSettings({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }).ratio).toBe(0.1);
  expect(readTraceSettings({ OTEL_TRACES_SAMPLER_ARG: '0.1' }).ratio).toBe(1);
});

it('refuses a ratio that is no number, without repeating it', () => {
  const env = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 'planted' };
  expect(() => readTraceSettings(env)).toThrow('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1');
});
