import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMistakenConfigs, type MistakenConfigs, type MistakenConfigsInput } from './mistaken-configs.js';
import { apart, type Mistake } from './mistake.js';

const DRAWS = 60;
const MOST_DRAWN = 12;

/** Tests of one program's configuration: each mistake is told by its key, several of one file at once, and no value is repeated. */
export function judgeMistakes({ mistakes, ...input }: MistakenConfigsInput<unknown> & { readonly mistakes: readonly Mistake[] }): void {
  let configs: MistakenConfigs<unknown>;
  beforeAll(async () => {
    configs = await createMistakenConfigs(input);
  });
  afterAll(() => configs.close());

  it('the configuration without a mistake is accepted', async () => {
    expect(await configs.faultsWith([])).toEqual([]);
  });

  it.each(mistakes)('$what is refused by $key, and no value is repeated', async (mistake) => {
    const faults = await configs.faultsWith([mistake]);
    expect(faults).toContainEqual({ key: mistake.key, rule: expect.stringContaining(mistake.rule) as string });
    expect(JSON.stringify(faults)).not.toContain('hunter2');
  });

  it('all mistakes of a file are told at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...mistakes], { minLength: 2, maxLength: MOST_DRAWN }), async (drawn) => {
        const chosen = apart(drawn);
        const keys = (await configs.faultsWith(chosen)).map(({ key }) => key);
        expect(keys).toEqual(expect.arrayContaining(chosen.map(({ key }) => key)));
      }),
      { numRuns: DRAWS },
    );
  });
}
