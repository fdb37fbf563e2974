import type { RedisLocation } from '../redis-location.js';
import type { TSchema } from '@sinclair/typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMistakenConfigs, type MistakenConfigs, type MistakenConfigsInput } from './mistaken-configs.js';
import type { Mistake } from './mistake.js';

/** A secret that the program reads again from its file. */
interface RenewedSecret<Loaded> {
  /** The member of the file, where a part of the setting's name is free. */
  readonly member?: string;
  /** Members beside it, as `Mistake` has them. */
  readonly set?: Mistake['set'];
  /** Two contents of the file. */
  readonly texts: readonly [string, string];
  /** The secret in the form of `texts`, as the program uses it now. */
  readonly read: (loaded: Loaded) => string | undefined;
}

export interface SecretFilesInput<Loaded> extends MistakenConfigsInput<Loaded> {
  readonly schema: TSchema;
  /** Secrets by the setting that names the file. */
  readonly renewed: Readonly<Record<string, RenewedSecret<Loaded>>>;
  /** Settings whose file is read at the start alone, or that name no secret, and why. */
  readonly atStart: Readonly<Record<string, string>>;
}

const REREAD_AFTER_MS = 1_000;

/** Tests of one program's configuration: each setting that names a file is known, and each secret is read again from its file. */
export function judgeSecretFiles<Loaded>({ schema, renewed, atStart, ...input }: SecretFilesInput<Loaded>): void {
  let configs: MistakenConfigs<Loaded>;
  beforeAll(async () => {
    configs = await createMistakenConfigs(input);
  });
  afterAll(() => configs.close());
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  describe('secret files', () => {
    it('are those of all settings that name a file, each read again or read at the start for a reason', () => {
      expect([...Object.keys(renewed), ...Object.keys(atStart)].toSorted()).toEqual(fileSettings(schema).toSorted());
    });

    it.each(Object.entries(renewed))('%s is read again while the program runs', async (name, secret) => {
      const { member = name, set = {}, texts, read } = secret;
      await configs.write('renewed', texts[0]);
      const loaded = await configs.load({ ...set, [member]: 'FOLDER/renewed' });
      expect(read(loaded)).toBe(texts[0]);
      await configs.write('renewed', texts[1]);
      vi.advanceTimersByTime(REREAD_AFTER_MS);
      expect(read(loaded)).toBe(texts[1]);
    });
  });
}

/** Settings of a schema that name files, those of tables with free names as `<name>`. */
function fileSettings(schema: TSchema, name = '', isFile = false): readonly string[] {
  const inner: Readonly<Record<string, TSchema>> = {
    ...membersIn(schema, 'properties'),
    ...Object.fromEntries(Object.values(membersIn(schema, 'patternProperties')).map((member) => ['<name>', member])),
  };
  const members = Object.entries(inner);
  if (members.length === 0) return isFile ? [name] : [];
  return members.flatMap(([key, member]) => fileSettings(member, name === '' ? key : `${name}.${key}`, isFile || /_paths?$/.test(key)));
}

function membersIn(schema: TSchema, key: 'properties' | 'patternProperties'): Readonly<Record<string, TSchema>> {
  return (schema[key] ?? {}) as Readonly<Record<string, TSchema>>;
}

/** A password of Redis or of its sentinels, as the next connection uses it. */
export function redisPasswordIn(location: RedisLocation, name: 'password' | 'sentinelPassword'): string | undefined {
  if (typeof location === 'string') return undefined;
  if (name === 'password') return location.password?.current();
  return location.kind === 'sentinel' ? location.sentinelPassword?.current() : undefined;
}
