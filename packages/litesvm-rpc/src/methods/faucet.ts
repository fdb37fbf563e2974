import { invalidParam } from '../rpc-error.js';
import { addressParam, integerParam, optionsParam } from '../rpc-params.js';
import { LedgerSetupError } from '../setup-error.js';
import type { RpcMethods } from './rpc-method.js';

export const faucetMethods: RpcMethods = {
  requestAirdrop: (ledger, params) => {
    const address = addressParam(params, 0);
    const lamports = integerParam(params, 1);
    optionsParam(params, 2, ledger.clock.slot);
    try {
      return ledger.airdrop(address, BigInt(lamports)).transaction.signature;
    } catch (error) {
      if (error instanceof LedgerSetupError) throw invalidParam(`airdrop refused: ${error.message}`);
      throw error;
    }
  },
};
