import { expect, it } from 'vitest';

import file from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import type { Files } from '../files/files.js';
import { UsageError } from '../usage-error.js';
import { createSignInStore } from './sign-in-store.js';

const { stored, read, otherVersions } = file.callerSession;

/** Files in memory. */
function open(text: string | null) {
  const kept = { text };
  const files: Files = {
    read: () => Promise.resolve(kept.text),
    readSecret: () => Promise.resolve(kept.text),
    write: (_path, written) => Promise.resolve(void (kept.text = written)),
    remove: () => Promise.resolve(true),
  };
  return { kept, store: createSignInStore(files, '/sessions') };
}

it('a session is read in its stored form, and written in it', async () => {
  expect(await open(`${stored}\n`).store.read(read.gateway)).toEqual(read);
  const { kept, store } = open(null);
  await store.write(read.gateway, read);
  expect(kept.text).toBe(`${stored}\n`);
});

it.each(otherVersions)('a session of another version is refused, and stays as it is: %s', async (text) => {
  const { kept, store } = open(text);
  const refusal = store.read(read.gateway);
  await expect(refusal).rejects.toThrow(UsageError);
  await expect(refusal).rejects.toThrow('the kept session: must be of version 1');
  expect(kept.text).toBe(text);
});
