import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { fromBase64, toBase64 } from '../base/base64.js';
import { TransportError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';
import { callLedger, type LedgerRpc } from '../ledger/read-accounts.js';

/** A subscription has few delegates; an RPC server that answers more answers something else. */
const MAX_FOUND = 1_000;

/** Data of the program's accounts that have these bytes at these offsets, `confirmed`. @throws TransportError */
export async function findProgramAccounts(
  rpc: LedgerRpc,
  input: { readonly programId: Address; readonly holding: readonly { readonly offset: number; readonly bytes: Uint8Array }[] },
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const filters = input.holding.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: toBase64(bytes), encoding: 'base64' } }));
  const params = [formatAddress(input.programId), { encoding: 'base64', commitment: 'confirmed', filters }];
  const found = await callLedger(rpc, { method: 'getProgramAccounts', params }, signal);
  if (!Array.isArray(found) || found.length > MAX_FOUND)
    throw new TransportError('ledger', "the ledger's RPC answered without the program's accounts");
  return found.map((one: unknown) => {
    const data = memberOf(memberOf(one, 'account'), 'data');
    const base64 = Array.isArray(data) ? textOf(data[0]) : undefined;
    if (base64 === undefined) throw new TransportError('ledger', "the ledger's RPC answered without an account's data");
    return fromBase64(base64);
  });
}
