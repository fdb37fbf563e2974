export {
  acceptSnapshotCalldata,
  addSignerSetCalldata,
  fulfillOracleQueryCalldata,
  updateCalldata,
  updateManyCalldata,
  updateManyWithKeysCalldata,
  updateOneCalldata,
  updateOneWithKeysCalldata,
  updateWithKeysCalldata,
  verifyCalldata,
  verifyWithKeysCalldata,
} from './calldata.js';
export { type EvmAnswer, type EvmFeed, type EvmRound, evmRoundOf, type Hex } from './evm-answer.js';
export { type EvmList, evmListOf, type EvmListRound } from './evm-list.js';
export { EvmAnswerError, type EvmAnswerFault } from './evm-answer-error.js';
export { readResult } from './read-result.js';
export { readSnapshot } from './read-snapshot.js';
export { registryKeysFromCode } from './registry-keys.js';
export { zInverseOf } from './z-inverse.js';
