import { GatewayError } from '../base/errors.js';
import type { AccountIo, CredentialCall } from './account.js';

/**
 * Runs a call with a credential of an account. It is run once more with another credential where the gateway refuses the first one: a session may
 * have ended, and the caller's clock may be wrong.
 *
 * @param authorize the value of `Authorization`
 */
export async function withCredential<T>(
  { clock, authorize }: Pick<AccountIo, 'clock'> & { readonly authorize: (call: CredentialCall) => Promise<string> },
  task: (authorization: string) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const first = await authorize({ signal });
  try {
    return await task(first);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 401) throw error;
    if (error.code !== 'bearer_invalid' && (await clock.correct(undefined, signal)) === 0) throw error;
    const another = await authorize({ signal, refused: first });
    if (another === first) throw error;
    return task(another);
  }
}
