/**
 * - `refused`: the signer's own rules forbid the message.
 * - `timeout`: it did not answer in time. `unavailable`: no signer answers at the socket.
 * - `bad_signature`: what it answered is no signature of its key. `overloaded`: too many messages wait for it.
 */
export type SignerFailure = 'refused' | 'timeout' | 'unavailable' | 'bad_signature' | 'overloaded';

/** A key did not sign. The message names the setting, and has neither the signer's words nor what was to be signed. */
export class SignerError extends Error {
  override readonly name = 'SignerError';

  /** @param words the signer's reason, for the operator's log alone */
  constructor(
    readonly setting: string,
    readonly failure: SignerFailure,
    rule: string,
    readonly words: string | null = null,
  ) {
    super(`${setting}: ${rule}`);
  }
}
