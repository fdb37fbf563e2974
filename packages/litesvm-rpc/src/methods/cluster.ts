import { RpcError } from '../rpc-error.js';
import { integerParam, optionsParam } from '../rpc-params.js';
import { API_VERSION, type RpcMethods } from './rpc-method.js';

/** Mainnet's length of an epoch. This ledger does not depend on it. */
const SLOTS_PER_EPOCH = 432_000n;

/** The ledger as a whole: its version, its time, its length. */
export const clusterMethods: RpcMethods = {
  getVersion: () => ({ 'solana-core': API_VERSION, 'feature-set': 0 }),
  getHealth: () => 'ok',
  getGenesisHash: (ledger) => ledger.genesisHash,
  getSlot: (ledger, params) => {
    optionsParam(params, 0, ledger.clock.slot);
    return ledger.clock.slot;
  },
  getBlockHeight: (ledger, params) => {
    optionsParam(params, 0, ledger.clock.slot);
    return ledger.latestBlock.height;
  },
  getFirstAvailableBlock: (ledger) => ledger.transactions.firstSlot,
  getTransactionCount: (ledger, params) => {
    optionsParam(params, 0, ledger.clock.slot);
    return ledger.transactionCount;
  },
  getEpochInfo: (ledger, params) => {
    const { slot } = ledger.clock;
    optionsParam(params, 0, slot);
    return {
      absoluteSlot: slot,
      blockHeight: ledger.latestBlock.height,
      epoch: slot / SLOTS_PER_EPOCH,
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: ledger.transactionCount,
    };
  },
  getBlockTime: (ledger, params) => {
    const slot = integerParam(params, 0);
    const time = ledger.timeOfSlot(BigInt(slot));
    if (time === undefined) throw new RpcError('blockNotAvailable', `Block not available for slot ${slot}`);
    return time;
  },
};
