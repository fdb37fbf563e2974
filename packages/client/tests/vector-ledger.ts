import { deriveDeploymentId, formatAddress, fromHex, parseAddress } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import accounts from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };

const programId = parseAddress(vector.programId);

/** A ledger over RPC with the registry of the vectors. Config has `deployment_id` at offset 16 and `oldest_accepted_version` at 224; Registry has `accept_until` at 32. */
export function vectorLedger({ oldest = 0n, acceptUntil }: { oldest?: bigint; acceptUntil?: bigint } = {}): typeof globalThis.fetch {
  const config = Buffer.from(fromHex(accounts.valid.find(({ account }) => account === 'Config')!.data));
  config.set(deriveDeploymentId({ programId, network: vector.network }), 16);
  config.writeBigUInt64LE(oldest, 224);
  const registry = Buffer.from(vector.registryAccount, 'base64');
  if (acceptUntil !== undefined) registry.writeBigInt64LE(acceptUntil, 32);
  const held = new Map([
    [formatAddress(configAddress(programId)), config],
    [vector.registryAddress, registry],
  ]);
  return (_url, init) => {
    const { params } = JSON.parse(init?.body as string) as { params: [string[]] };
    const value = params[0].map((address) => {
      const account = held.get(address);
      return account === undefined ? null : { owner: vector.programId, data: [account.toString('base64'), 'base64'] };
    });
    return Promise.resolve(new Response(JSON.stringify({ result: { value } })));
  };
}
