import { expect, it } from 'vitest';
import { ACCEPTED_LANGUAGE_LEVEL, requireAcceptedLevel, SOURCE_LANGUAGE_LEVEL } from './language-level.js';
import { STEPS } from './transform/steps.js';

const source = { url: 'https://a.example/', method: 'GET', responseParser: '$.v', valueTransform: 'strip:$|add:1|min:0' } as const;

it('a gateway accepts the level that it reads, or the one before', () => {
  expect([0, 1]).toContain(SOURCE_LANGUAGE_LEVEL - ACCEPTED_LANGUAGE_LEVEL);
});

it('every step is of a level that this version reads', () => {
  for (const { since = 1 } of STEPS) expect(since).toBeLessThanOrEqual(SOURCE_LANGUAGE_LEVEL);
});

it('a step of a level that is not accepted yet is refused by its name and place', () => {
  expect(() => requireAcceptedLevel(source, 'apiConfig')).not.toThrow();
  expect(() => requireAcceptedLevel(source, 'apiConfigs[2]', 0)).toThrow(
    expect.objectContaining({ field: 'apiConfigs[2].valueTransform', rule: expect.stringMatching(/^strip: /) as unknown, at: 0 }),
  );
  const { valueTransform: _, ...plain } = source;
  expect(() => requireAcceptedLevel(plain, 'apiConfig', 0)).not.toThrow();
});
