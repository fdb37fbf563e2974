import { type RoundId, roundReadMessage, toHex, unixSeconds } from '@oracle-gateway/protocol';
import { signWith, type Signer } from '../base/signer.js';
import type { AccountIo } from './account.js';

/** The value of `Authorization` that shows a key what is private of its round. Good for a minute. */
export async function readAuthorization(signer: Signer, roundId: string, io: Pick<AccountIo, 'clock'>): Promise<string> {
  const timestampSeconds = unixSeconds(Math.floor(io.clock.now() / 1000));
  const message = roundReadMessage({ roundId: roundId as RoundId, timestampSeconds });
  return `RoundRead ${signer.address}.${timestampSeconds}.${toHex(await signWith(signer, message))}`;
}
