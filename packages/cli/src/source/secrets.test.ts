import { describe, expect, it } from 'vitest';

import { readSecrets } from './secrets.js';

const files = { readSecret: (_field: string, path: string) => Promise.resolve(path === '/absent' ? null : `of ${path}\n`) };

describe('--secret', () => {
  it('reads each from its file, without the end of the line', async () => {
    expect(await readSecrets(files, ['a=@/one', 'b=@/two=2'])).toEqual({ a: 'of /one', b: 'of /two=2' });
    expect(await readSecrets(files, [])).toBeUndefined();
  });

  it.each([
    [['a=hush'], '--secret: must be <name>=@<file>'],
    [['=@/one'], '--secret: must be <name>=@<file>'],
    [['a=@'], '--secret: must be <name>=@<file>'],
    [['a=@/one', 'a=@/two'], '--secret: must not name a secret twice'],
    [['a=@/absent'], '--secret: must name a file that exists'],
    [Array.from({ length: 17 }, (_, place) => `a${place}=@/one`), '--secret: must be given at most 16 times'],
  ])('refuses %j, and repeats nothing of it', async (given, text) => {
    await expect(readSecrets(files, given)).rejects.toThrow(text);
    await expect(readSecrets(files, given)).rejects.not.toThrow('hush');
  });
});
