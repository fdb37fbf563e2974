import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readSecretFile, readSetting, readSettingFile, requireFolder } from './setting.js';

const place = { environment: {}, variable: 'THE_VARIABLE', key: 'table.key' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-config-'));
  await writeFile(join(folder, 'key'), 'from the file', { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));

describe('readSetting', () => {
  it('takes the variable before the file, and says which it was', () => {
    expect(readSetting({ ...place, value: 'b' })).toEqual({ name: 'table.key', text: 'b' });
    expect(readSetting({ ...place, environment: { THE_VARIABLE: 'a' }, value: 'b' })).toEqual({ name: 'THE_VARIABLE', text: 'a' });
  });

  it('a variable that is set to nothing is a setting, not an absent one', () => {
    expect(readSetting({ ...place, environment: { THE_VARIABLE: '' }, value: 'b' }).text).toBe('');
  });

  it('names both places when it stands in neither', () => {
    expect(() => readSetting({ ...place, value: undefined })).toThrow(new ConfigError('table.key', 'is required, here or in THE_VARIABLE'));
  });
});

describe('readSettingFile', () => {
  it('reads the file that the key names', async () => {
    expect(await readSettingFile({ ...place, value: join(folder, 'key') })).toEqual({ name: 'table.key', text: 'from the file' });
  });

  it('takes the content from the variable, and then opens no file', async () => {
    const setting = await readSettingFile({ ...place, environment: { THE_VARIABLE: 'inline' }, value: join(folder, 'absent') });
    expect(setting).toEqual({ name: 'THE_VARIABLE', text: 'inline' });
  });
});

describe('readSecretFile', () => {
  it.each([0o644, 0o640, 0o604, 0o660])('refuses a key that others can read or change: mode %o', async (mode) => {
    const path = join(folder, `key-${mode}`);
    await writeFile(path, 'a secret');
    await chmod(path, mode);
    const rule = 'must name a file that only its owner can read: run chmod 600 on it, and replace the key if others had access';
    await expect(readSecretFile('table.key', path)).rejects.toThrow(new ConfigError('table.key', rule));
    await expect(readSettingFile({ ...place, value: path })).rejects.toThrow(ConfigError);
    await chmod(path, 0o400);
    expect(await readSecretFile('table.key', path)).toEqual({ name: 'table.key', text: 'a secret' });
  });

  it('names the place of a file that cannot be read, and the reason', async () => {
    const refused = (reason: string) => new ConfigError('--key', `must name a file that can be read; ${reason}`);
    await expect(readSecretFile('--key', join(folder, 'absent'))).rejects.toThrow(refused(`there is no ${join(folder, 'absent')}`));
    await expect(readSecretFile('--key', folder)).rejects.toThrow(refused(`${folder} is a folder`));
    const beyond = join(folder, 'key', 'more');
    await expect(readSecretFile('--key', beyond)).rejects.toThrow(refused(`a part of ${beyond} is not a folder`));
  });

  it.each(['hunter2', '[1,2,3]', 'aa'.repeat(32), 'correct horse battery', 'hunter2+/=='])(
    'a secret in the place of a path is not repeated: %s',
    async (secret) => {
      const refused = new ConfigError('--key', `must name a file that can be read; there is no such file in ${process.cwd()}`);
      await expect(readSecretFile('--key', secret)).rejects.toThrow(refused);
    },
  );

  it.each([
    ['a byte order mark', '\uFEFFaabb', 'without a byte order mark'],
    ['UTF-16', 'a\0b\0', 'in UTF-8'],
  ])('refuses a key file with %s', async (_what, text, words) => {
    const path = join(folder, 'marked');
    await writeFile(path, text, { mode: 0o600 });
    await expect(readSecretFile('table.key', path)).rejects.toThrow(words);
  });
});

describe('requireFolder', () => {
  it('takes a folder, and no file and no absent one', async () => {
    await requireFolder('the.path', folder, 'write');
    await expect(requireFolder('the.path', join(folder, 'key'), 'write')).rejects.toThrow(
      /^the\.path: must be in a folder; .*key is a file$/,
    );
    await expect(requireFolder('the.path', join(folder, 'absent'), 'write')).rejects.toThrow(/can write; there is no .*absent$/);
    await expect(requireFolder('the.path', join(folder, 'absent'), 'list')).rejects.toThrow(/can be read; there is no .*absent$/);
  });
});
