import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readNamedFile, readSecretFile, readSetting, readSettingFile } from './setting.js';

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

  it('names the setting of a file that cannot be read, and not its path', async () => {
    const refused = new ConfigError('--key', 'must name a file that can be read');
    await expect(readSecretFile('--key', join(folder, 'absent'))).rejects.toThrow(refused);
    await chmod(folder, 0o700);
    await expect(readSecretFile('--key', folder)).rejects.toThrow(refused);
  });
});

describe('readNamedFile', () => {
  it('names the setting of a file that cannot be read, and not its path', async () => {
    const refused = new ConfigError('--config', 'must name a file that can be read');
    await expect(readNamedFile('--config', join(folder, 'absent'))).rejects.toThrow(refused);
    await expect(readNamedFile('--config', folder)).rejects.toThrow(refused);
  });
});
