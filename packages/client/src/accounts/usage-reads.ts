import { toHex, unixSeconds, usageReadMessage } from '@oracle-gateway/protocol';
import { signWith, type Signer } from '../base/signer.js';
import { queryText, readData } from '../http/read-data.js';
import { isUsage } from '../reads/read-forms.js';
import type { Account, AccountIo, CredentialCall } from '../rounds/account.js';
import { gatewayAddressOf } from '../rounds/gateway-address.js';
import { withCredential } from '../rounds/with-credential.js';

/** Reads what an owner, base58, was charged; `authorize` shows a key of it. All of it is the gateway's word. */
export function usageReads(
  owner: string,
  authorize: (io: AccountIo, call: CredentialCall) => Promise<string>,
): Required<Pick<Account, 'usage'>> {
  return {
    async usage({ month, signal }, io) {
      const path = `/v1/usage/${owner}${queryText({ month })}`;
      const { usage, ...of } = await withCredential(
        { clock: io.clock, authorize: (call) => authorize(io, call) },
        (authorization) => readData(io, { path, headers: { authorization }, signal }, isUsage),
        signal,
      );
      return { ...of, usage: usage.map((day) => ({ ...day, amount: BigInt(day.amount) })) };
    },
  };
}

/** The value of `Authorization` by which a signer reads its usage at one gateway. */
export async function usageAuthorization(signer: Signer, io: AccountIo, { signal }: CredentialCall): Promise<string> {
  const gateway = await gatewayAddressOf(io, signal);
  const timestampSeconds = unixSeconds(Math.floor(io.clock.now() / 1000));
  const message = usageReadMessage({ gateway, timestampSeconds });
  return `UsageRead ${signer.address}.${timestampSeconds}.${toHex(await signWith(signer, message))}`;
}
