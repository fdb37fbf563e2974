/**
 * `undecryptable`: no key at hand opens the envelope: it is another node's, another source's, for an older key, or changed on the way.
 * `malformed`: it opens, and what it hides breaks the rules.
 */
export type SealedSecretsReason = 'undecryptable' | 'malformed';

/** A bundle that does not serve. Holds no part of what was sealed. */
export class SealedSecretsError extends Error {
  override readonly name = 'SealedSecretsError';
  constructor(
    readonly reason: SealedSecretsReason,
    readonly rule: string,
  ) {
    super(`sealed secrets: ${rule}`);
  }
}
