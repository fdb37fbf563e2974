import { accountMethods } from './accounts.js';
import { blockhashMethods } from './blockhashes.js';
import { clusterMethods } from './cluster.js';
import { faucetMethods } from './faucet.js';
import { historyMethods } from './history.js';
import type { RpcMethod } from './rpc-method.js';
import { tokenMethods } from './tokens.js';
import { transactionMethods } from './transactions.js';

const methods = new Map(
  [accountMethods, blockhashMethods, clusterMethods, faucetMethods, historyMethods, tokenMethods, transactionMethods].flatMap((group) =>
    Object.entries(group),
  ),
);

export function findMethod(name: string): RpcMethod | undefined {
  return methods.get(name);
}

/** Every method of the server. */
export const rpcMethodNames: readonly string[] = [...methods.keys()];
