import { type Files, UsageError } from '@oracle-gateway/caller/settings';

const FIELD = '--secret';
const MAX_SECRETS = 16;

/** Reads `name=@file` flags. A secret in the words of a command would be seen by every user of the machine. */
export async function readSecrets(
  files: Pick<Files, 'readSecret'>,
  given: readonly string[],
): Promise<Readonly<Record<string, string>> | undefined> {
  if (given.length === 0) return undefined;
  if (given.length > MAX_SECRETS) throw new UsageError(FIELD, `must be given at most ${MAX_SECRETS} times`);
  const secrets = new Map<string, string>();
  for (const one of given) {
    const [, name, path] = /^([A-Za-z0-9_-]{1,64})=@(.+)$/s.exec(one) ?? [];
    if (name === undefined || path === undefined)
      throw new UsageError(FIELD, 'must be <name>=@<file>: other users of the machine can see the words of a command');
    if (secrets.has(name)) throw new UsageError(FIELD, 'must not name a secret twice');
    const text = await files.readSecret(FIELD, path);
    if (text === null) throw new UsageError(FIELD, 'must name a file that exists');
    // The end of the line belongs to the file.
    secrets.set(name, text.replace(/\r?\n$/, ''));
  }
  return Object.fromEntries(secrets);
}
