// Written by `pnpm --filter @oracle-gateway/evm run abi`. Do not edit.

/** ABI of AggregatorInterface.sol. */
export const aggregatorInterfaceAbi = [
  {"inputs":[],"name":"latestAnswer","outputs":[{"internalType":"int256","name":"","type":"int256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latestRound","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latestTimestamp","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of AggregatorV3Adapter.sol. */
export const aggregatorV3AdapterAbi = [
  {"inputs":[{"internalType":"contract IStoredValue","name":"value_","type":"address"},{"internalType":"uint8","name":"decimals_","type":"uint8"},{"internalType":"string","name":"description_","type":"string"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"NoDataPresent","type":"error"},
  {"inputs":[{"internalType":"contract IStoredValue","name":"value","type":"address"}],"name":"NoPrice","type":"error"},
  {"inputs":[{"internalType":"contract IStoredValue","name":"value","type":"address"}],"name":"NotPositive","type":"error"},
  {"inputs":[{"internalType":"contract IStoredValue","name":"value","type":"address"}],"name":"StalePrice","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"description","outputs":[{"internalType":"string","name":"","type":"string"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint80","name":"roundId","type":"uint80"}],"name":"getRoundData","outputs":[{"internalType":"uint80","name":"id","type":"uint80"},{"internalType":"int256","name":"","type":"int256"},{"internalType":"uint256","name":"","type":"uint256"},{"internalType":"uint256","name":"","type":"uint256"},{"internalType":"uint80","name":"","type":"uint80"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latestAnswer","outputs":[{"internalType":"int256","name":"","type":"int256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latestRound","outputs":[{"internalType":"uint256","name":"id","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latestRoundData","outputs":[{"internalType":"uint80","name":"id","type":"uint80"},{"internalType":"int256","name":"answer","type":"int256"},{"internalType":"uint256","name":"startedAt","type":"uint256"},{"internalType":"uint256","name":"updatedAt","type":"uint256"},{"internalType":"uint80","name":"answeredInRound","type":"uint80"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latestTimestamp","outputs":[{"internalType":"uint256","name":"updatedAt","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"value","outputs":[{"internalType":"contract IStoredValue","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"version","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of AggregatorV3Interface.sol. */
export const aggregatorV3InterfaceAbi = [
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"description","outputs":[{"internalType":"string","name":"","type":"string"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint80","name":"roundId","type":"uint80"}],"name":"getRoundData","outputs":[{"internalType":"uint80","name":"id","type":"uint80"},{"internalType":"int256","name":"answer","type":"int256"},{"internalType":"uint256","name":"startedAt","type":"uint256"},{"internalType":"uint256","name":"updatedAt","type":"uint256"},{"internalType":"uint80","name":"answeredInRound","type":"uint80"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latestRoundData","outputs":[{"internalType":"uint80","name":"id","type":"uint80"},{"internalType":"int256","name":"answer","type":"int256"},{"internalType":"uint256","name":"startedAt","type":"uint256"},{"internalType":"uint256","name":"updatedAt","type":"uint256"},{"internalType":"uint80","name":"answeredInRound","type":"uint80"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"version","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of CrossConsumer.sol. */
export const crossConsumerAbi = [
  {"inputs":[{"internalType":"contract IOracleGateway","name":"gateway_","type":"address"},{"components":[{"internalType":"bytes32","name":"owner","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint64","name":"maxAgeMs","type":"uint64"},{"internalType":"uint64","name":"maxAheadMs","type":"uint64"}],"internalType":"struct FeedsSettings","name":"settings","type":"tuple"},{"internalType":"uint64","name":"maxApartMs_","type":"uint64"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"Ahead","type":"error"},
  {"inputs":[],"name":"OutOfRange","type":"error"},
  {"inputs":[],"name":"Stale","type":"error"},
  {"inputs":[],"name":"TooFarApart","type":"error"},
  {"inputs":[],"name":"WrongForm","type":"error"},
  {"inputs":[],"name":"WrongGateway","type":"error"},
  {"inputs":[],"name":"WrongList","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[{"internalType":"bytes32","name":"base","type":"bytes32"},{"internalType":"bytes32","name":"quote","type":"bytes32"}],"name":"cross","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32[]","name":"sourceIds","type":"bytes32[]"}],"name":"latestMany","outputs":[{"components":[{"internalType":"int192","name":"value","type":"int192"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"internalType":"struct StoredFeeds.Stored[]","name":"values","type":"tuple[]"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxApartMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"owner","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"price","outputs":[{"internalType":"uint256","name":"value","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"sources","type":"uint8"},{"internalType":"uint8","name":"shown","type":"uint8"},{"internalType":"bytes","name":"groups","type":"bytes"}],"internalType":"struct List","name":"list","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"updateMany","outputs":[{"internalType":"uint256","name":"written","type":"uint256"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"sources","type":"uint8"},{"internalType":"uint8","name":"shown","type":"uint8"},{"internalType":"bytes","name":"groups","type":"bytes"}],"internalType":"struct List","name":"list","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"updateManyWithKeys","outputs":[{"internalType":"uint256","name":"written","type":"uint256"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"form","type":"uint8"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"updateOne","outputs":[{"internalType":"bool","name":"isWritten","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"form","type":"uint8"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"updateOneWithKeys","outputs":[{"internalType":"bool","name":"isWritten","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
] as const;

/** ABI of ExchangeableGateway.sol. */
export const exchangeableGatewayAbi = [
  {"inputs":[],"name":"NotDue","type":"error"},
  {"inputs":[],"name":"NotPermitted","type":"error"},
  {"inputs":[],"name":"NothingProposed","type":"error"},
  {"inputs":[],"name":"WrongExchange","type":"error"},
  {"inputs":[],"name":"WrongGateway","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"contract IOracleGateway","name":"previous","type":"address"},{"indexed":true,"internalType":"contract IOracleGateway","name":"next","type":"address"}],"name":"GatewayExchanged","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"contract IOracleGateway","name":"next","type":"address"}],"name":"GatewayProposalCancelled","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"contract IOracleGateway","name":"next","type":"address"},{"indexed":false,"internalType":"uint64","name":"dueAt","type":"uint64"}],"name":"GatewayProposed","type":"event"},
  {"inputs":[],"name":"cancelProposal","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"exchangeDelaySeconds","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"exchangeGateway","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"governor","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"guardian","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"contract IOracleGateway","name":"next","type":"address"}],"name":"proposeGateway","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"proposedGateway","outputs":[{"internalType":"contract IOracleGateway","name":"gateway","type":"address"},{"internalType":"uint64","name":"dueAt","type":"uint64"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of IERC7412.sol. */
export const iERC7412Abi = [
  {"inputs":[{"internalType":"address","name":"oracleContract","type":"address"},{"internalType":"bytes","name":"oracleQuery","type":"bytes"},{"internalType":"uint256","name":"feeRequired","type":"uint256"}],"name":"OracleDataRequired","type":"error"},
  {"inputs":[{"internalType":"bytes","name":"signedOffchainData","type":"bytes"}],"name":"fulfillOracleQuery","outputs":[],"stateMutability":"payable","type":"function"},
  {"inputs":[],"name":"oracleId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of IOracleGateway.sol. */
export const iOracleGatewayAbi = [
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"feed","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"verify","outputs":[],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"feed","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"verifyWithKeys","outputs":[],"stateMutability":"view","type":"function"},
] as const;

/** ABI of IPythReader.sol. */
export const iPythReaderAbi = [
  {"inputs":[{"internalType":"bytes32","name":"id","type":"bytes32"},{"internalType":"uint256","name":"age","type":"uint256"}],"name":"getPriceNoOlderThan","outputs":[{"components":[{"internalType":"int64","name":"price","type":"int64"},{"internalType":"uint64","name":"conf","type":"uint64"},{"internalType":"int32","name":"expo","type":"int32"},{"internalType":"uint256","name":"publishTime","type":"uint256"}],"internalType":"struct PythPrice","name":"","type":"tuple"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"id","type":"bytes32"}],"name":"getPriceUnsafe","outputs":[{"components":[{"internalType":"int64","name":"price","type":"int64"},{"internalType":"uint64","name":"conf","type":"uint64"},{"internalType":"int32","name":"expo","type":"int32"},{"internalType":"uint256","name":"publishTime","type":"uint256"}],"internalType":"struct PythPrice","name":"","type":"tuple"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes[]","name":"updateData","type":"bytes[]"}],"name":"getUpdateFee","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes[]","name":"updateData","type":"bytes[]"}],"name":"updatePriceFeeds","outputs":[],"stateMutability":"payable","type":"function"},
  {"inputs":[{"internalType":"bytes[]","name":"updateData","type":"bytes[]"},{"internalType":"bytes32[]","name":"ids","type":"bytes32[]"},{"internalType":"uint64[]","name":"publishTimes","type":"uint64[]"}],"name":"updatePriceFeedsIfNecessary","outputs":[],"stateMutability":"payable","type":"function"},
] as const;

/** ABI of IStoredValue.sol. */
export const iStoredValueAbi = [
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of LenderPrice.sol. */
export const lenderPriceAbi = [
  {"inputs":[{"internalType":"contract IOracleGateway","name":"first","type":"address"},{"components":[{"internalType":"address","name":"governor","type":"address"},{"internalType":"address","name":"guardian","type":"address"},{"internalType":"uint64","name":"delaySeconds","type":"uint64"}],"internalType":"struct ExchangeSettings","name":"exchange","type":"tuple"},{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"},{"internalType":"uint8","name":"decimals","type":"uint8"},{"internalType":"bool","name":"isSigned","type":"bool"},{"internalType":"uint64","name":"maxAgeMs","type":"uint64"},{"internalType":"uint64","name":"maxAheadMs","type":"uint64"}],"internalType":"struct FeedSettings","name":"settings","type":"tuple"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"Ahead","type":"error"},
  {"inputs":[],"name":"NotDue","type":"error"},
  {"inputs":[],"name":"NotPermitted","type":"error"},
  {"inputs":[],"name":"NothingProposed","type":"error"},
  {"inputs":[],"name":"OutOfRange","type":"error"},
  {"inputs":[],"name":"Stale","type":"error"},
  {"inputs":[],"name":"WrongExchange","type":"error"},
  {"inputs":[],"name":"WrongGateway","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"contract IOracleGateway","name":"previous","type":"address"},{"indexed":true,"internalType":"contract IOracleGateway","name":"next","type":"address"}],"name":"GatewayExchanged","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"contract IOracleGateway","name":"next","type":"address"}],"name":"GatewayProposalCancelled","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"contract IOracleGateway","name":"next","type":"address"},{"indexed":false,"internalType":"uint64","name":"dueAt","type":"uint64"}],"name":"GatewayProposed","type":"event"},
  {"inputs":[],"name":"cancelProposal","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"exchangeDelaySeconds","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"exchangeGateway","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"feedId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"form","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"governor","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"guardian","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"isSigned","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"contract IOracleGateway","name":"next","type":"address"}],"name":"proposeGateway","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"proposedGateway","outputs":[{"internalType":"contract IOracleGateway","name":"gateway","type":"address"},{"internalType":"uint64","name":"dueAt","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"update","outputs":[{"internalType":"bool","name":"isWritten","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"updateWithKeys","outputs":[{"internalType":"bool","name":"isWritten","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
] as const;

/** ABI of MockOracleGateway.sol. */
export const mockOracleGatewayAbi = [
  {"inputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"name":"answerOf","outputs":[{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"bytes","name":"reason","type":"bytes"}],"name":"refuseWith","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"","type":"tuple"}],"name":"verify","outputs":[],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"","type":"tuple"},{"internalType":"uint256","name":"","type":"uint256"}],"name":"verifyWithKeys","outputs":[],"stateMutability":"view","type":"function"},
] as const;

/** ABI of OracleGateway.sol. */
export const oracleGatewayAbi = [
  {"inputs":[{"internalType":"bytes","name":"first","type":"bytes"},{"components":[{"internalType":"uint8","name":"index","type":"uint8"},{"internalType":"bytes32","name":"encryptionKey","type":"bytes32"},{"internalType":"bytes32","name":"operator","type":"bytes32"},{"internalType":"uint64","name":"previousRegisteredAt","type":"uint64"},{"internalType":"string","name":"endpoint","type":"string"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"}],"internalType":"struct Possession[]","name":"proofs","type":"tuple[]"},{"internalType":"uint64","name":"graceSeconds_","type":"uint64"},{"internalType":"uint64","name":"trustSeconds_","type":"uint64"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"KeysNotStored","type":"error"},
  {"inputs":[],"name":"QuorumTooSmall","type":"error"},
  {"inputs":[],"name":"SnapshotAhead","type":"error"},
  {"inputs":[],"name":"SnapshotNotNewer","type":"error"},
  {"inputs":[],"name":"TooFewSigners","type":"error"},
  {"inputs":[],"name":"UnknownSigner","type":"error"},
  {"inputs":[],"name":"UnknownSignerSet","type":"error"},
  {"inputs":[],"name":"VersionChanged","type":"error"},
  {"inputs":[],"name":"VersionNotAccepted","type":"error"},
  {"inputs":[],"name":"WrongForm","type":"error"},
  {"inputs":[],"name":"WrongInverse","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"place","type":"uint256"}],"name":"WrongKey","type":"error"},
  {"inputs":[],"name":"WrongPeriod","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"place","type":"uint256"}],"name":"WrongPossession","type":"error"},
  {"inputs":[],"name":"WrongSignature","type":"error"},
  {"inputs":[],"name":"WrongSignerCount","type":"error"},
  {"inputs":[],"name":"WrongSignerVersion","type":"error"},
  {"inputs":[],"name":"WrongSnapshot","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint64","name":"version","type":"uint64"},{"indexed":false,"internalType":"uint256","name":"signersBitmap","type":"uint256"}],"name":"SignerSetAdded","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint64","name":"version","type":"uint64"},{"indexed":false,"internalType":"uint64","name":"oldestAcceptedVersion","type":"uint64"},{"indexed":false,"internalType":"uint64","name":"lapsesAt","type":"uint64"}],"name":"SnapshotAccepted","type":"event"},
  {"inputs":[{"internalType":"bytes","name":"data","type":"bytes"},{"components":[{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"zInverse","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"}],"internalType":"struct Vouch","name":"vouch","type":"tuple"}],"name":"acceptSnapshot","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint64","name":"version","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"addSignerSet","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"deploymentId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"graceSeconds","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"held","outputs":[{"internalType":"uint64","name":"current","type":"uint64"},{"internalType":"uint64","name":"lapsesAt","type":"uint64"},{"internalType":"uint64","name":"previous","type":"uint64"},{"internalType":"uint64","name":"previousUntil","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"feed","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"message","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"oldestAcceptedVersion","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint64","name":"version","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint8","name":"count","type":"uint8"},{"internalType":"uint8","name":"parity","type":"uint8"}],"name":"signerSetId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"id","type":"bytes32"}],"name":"signerSets","outputs":[{"internalType":"uint256","name":"px","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"trustSeconds","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"feed","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"verify","outputs":[],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"feed","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"verifyWithKeys","outputs":[],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint64","name":"version","type":"uint64"}],"name":"versions","outputs":[{"internalType":"address","name":"keys","type":"address"},{"internalType":"uint64","name":"present","type":"uint64"},{"internalType":"uint8","name":"minSigners","type":"uint8"},{"internalType":"uint8","name":"active","type":"uint8"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of OwnPrice.sol. */
export const ownPriceAbi = [
  {"inputs":[{"internalType":"bytes","name":"first","type":"bytes"},{"components":[{"internalType":"uint8","name":"index","type":"uint8"},{"internalType":"bytes32","name":"encryptionKey","type":"bytes32"},{"internalType":"bytes32","name":"operator","type":"bytes32"},{"internalType":"uint64","name":"previousRegisteredAt","type":"uint64"},{"internalType":"string","name":"endpoint","type":"string"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"}],"internalType":"struct Possession[]","name":"proofs","type":"tuple[]"},{"internalType":"uint64","name":"graceSeconds_","type":"uint64"},{"internalType":"uint64","name":"trustSeconds_","type":"uint64"},{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"},{"internalType":"uint8","name":"decimals","type":"uint8"},{"internalType":"bool","name":"isSigned","type":"bool"},{"internalType":"uint64","name":"maxAgeMs","type":"uint64"},{"internalType":"uint64","name":"maxAheadMs","type":"uint64"}],"internalType":"struct FeedSettings","name":"settings","type":"tuple"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"Ahead","type":"error"},
  {"inputs":[],"name":"KeysNotStored","type":"error"},
  {"inputs":[],"name":"OutOfRange","type":"error"},
  {"inputs":[],"name":"QuorumTooSmall","type":"error"},
  {"inputs":[],"name":"SnapshotAhead","type":"error"},
  {"inputs":[],"name":"SnapshotNotNewer","type":"error"},
  {"inputs":[],"name":"Stale","type":"error"},
  {"inputs":[],"name":"TooFewSigners","type":"error"},
  {"inputs":[],"name":"UnknownSigner","type":"error"},
  {"inputs":[],"name":"UnknownSignerSet","type":"error"},
  {"inputs":[],"name":"VersionChanged","type":"error"},
  {"inputs":[],"name":"VersionNotAccepted","type":"error"},
  {"inputs":[],"name":"WrongForm","type":"error"},
  {"inputs":[],"name":"WrongInverse","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"place","type":"uint256"}],"name":"WrongKey","type":"error"},
  {"inputs":[],"name":"WrongPeriod","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"place","type":"uint256"}],"name":"WrongPossession","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[],"name":"WrongSignature","type":"error"},
  {"inputs":[],"name":"WrongSignerCount","type":"error"},
  {"inputs":[],"name":"WrongSignerVersion","type":"error"},
  {"inputs":[],"name":"WrongSnapshot","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint64","name":"version","type":"uint64"},{"indexed":false,"internalType":"uint256","name":"signersBitmap","type":"uint256"}],"name":"SignerSetAdded","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint64","name":"version","type":"uint64"},{"indexed":false,"internalType":"uint64","name":"oldestAcceptedVersion","type":"uint64"},{"indexed":false,"internalType":"uint64","name":"lapsesAt","type":"uint64"}],"name":"SnapshotAccepted","type":"event"},
  {"inputs":[{"internalType":"bytes","name":"data","type":"bytes"},{"components":[{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"zInverse","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"}],"internalType":"struct Vouch","name":"vouch","type":"tuple"}],"name":"acceptSnapshot","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint64","name":"version","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"addSignerSet","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"deploymentId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"feedId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"form","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"graceSeconds","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"held","outputs":[{"internalType":"uint64","name":"current","type":"uint64"},{"internalType":"uint64","name":"lapsesAt","type":"uint64"},{"internalType":"uint64","name":"previous","type":"uint64"},{"internalType":"uint64","name":"previousUntil","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"isSigned","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"feed","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"message","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"oldestAcceptedVersion","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint64","name":"version","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint8","name":"count","type":"uint8"},{"internalType":"uint8","name":"parity","type":"uint8"}],"name":"signerSetId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"id","type":"bytes32"}],"name":"signerSets","outputs":[{"internalType":"uint256","name":"px","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"trustSeconds","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"update","outputs":[{"internalType":"bool","name":"isWritten","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"updateWithKeys","outputs":[{"internalType":"bool","name":"isWritten","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"feed","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"verify","outputs":[],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"}],"internalType":"struct Feed","name":"feed","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"verifyWithKeys","outputs":[],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint64","name":"version","type":"uint64"}],"name":"versions","outputs":[{"internalType":"address","name":"keys","type":"address"},{"internalType":"uint64","name":"present","type":"uint64"},{"internalType":"uint8","name":"minSigners","type":"uint8"},{"internalType":"uint8","name":"active","type":"uint8"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of PriceConsumer.sol. */
export const priceConsumerAbi = [
  {"inputs":[{"internalType":"contract IOracleGateway","name":"gateway_","type":"address"},{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"},{"internalType":"uint8","name":"decimals","type":"uint8"},{"internalType":"bool","name":"isSigned","type":"bool"},{"internalType":"uint64","name":"maxAgeMs","type":"uint64"},{"internalType":"uint64","name":"maxAheadMs","type":"uint64"}],"internalType":"struct FeedSettings","name":"settings","type":"tuple"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"Ahead","type":"error"},
  {"inputs":[],"name":"OutOfRange","type":"error"},
  {"inputs":[],"name":"Stale","type":"error"},
  {"inputs":[],"name":"WrongGateway","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"feedId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"form","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"isSigned","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"price","outputs":[{"internalType":"int256","name":"value","type":"int256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"update","outputs":[{"internalType":"bool","name":"isWritten","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"updateWithKeys","outputs":[{"internalType":"bool","name":"isWritten","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
] as const;

/** ABI of PullConsumer.sol. */
export const pullConsumerAbi = [
  {"inputs":[{"internalType":"contract IOracleGateway","name":"gateway_","type":"address"},{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"},{"internalType":"uint8","name":"decimals","type":"uint8"},{"internalType":"bool","name":"isSigned","type":"bool"},{"internalType":"uint64","name":"maxAgeMs","type":"uint64"},{"internalType":"uint64","name":"maxAheadMs","type":"uint64"}],"internalType":"struct FeedSettings","name":"settings","type":"tuple"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"Ahead","type":"error"},
  {"inputs":[],"name":"NoFee","type":"error"},
  {"inputs":[{"internalType":"address","name":"oracleContract","type":"address"},{"internalType":"bytes","name":"oracleQuery","type":"bytes"},{"internalType":"uint256","name":"feeRequired","type":"uint256"}],"name":"OracleDataRequired","type":"error"},
  {"inputs":[],"name":"OutOfRange","type":"error"},
  {"inputs":[],"name":"Stale","type":"error"},
  {"inputs":[],"name":"WrongGateway","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[{"internalType":"address","name":"buyer","type":"address"}],"name":"bought","outputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"bring","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"buy","outputs":[{"internalType":"uint256","name":"cost","type":"uint256"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"buyAt","outputs":[{"internalType":"uint256","name":"cost","type":"uint256"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"feedId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"form","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes","name":"signedOffchainData","type":"bytes"}],"name":"fulfillOracleQuery","outputs":[],"stateMutability":"payable","type":"function"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"isSigned","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"oracleId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"pure","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of PythPrices.sol. */
export const pythPricesAbi = [
  {"inputs":[{"internalType":"contract IOracleGateway","name":"gateway_","type":"address"},{"components":[{"internalType":"bytes32","name":"owner","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint64","name":"maxAgeMs","type":"uint64"},{"internalType":"uint64","name":"maxAheadMs","type":"uint64"}],"internalType":"struct FeedsSettings","name":"settings","type":"tuple"},{"components":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"decimals","type":"uint8"},{"internalType":"uint8","name":"priceDecimals","type":"uint8"}],"internalType":"struct PythSource[]","name":"sources","type":"tuple[]"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"Ahead","type":"error"},
  {"inputs":[],"name":"InvalidArgument","type":"error"},
  {"inputs":[],"name":"NoFreshUpdate","type":"error"},
  {"inputs":[{"internalType":"bytes4","name":"selector","type":"bytes4"}],"name":"NotServed","type":"error"},
  {"inputs":[],"name":"PriceFeedNotFound","type":"error"},
  {"inputs":[],"name":"PriceOutOfRange","type":"error"},
  {"inputs":[],"name":"Stale","type":"error"},
  {"inputs":[],"name":"StalePrice","type":"error"},
  {"inputs":[],"name":"WrongForm","type":"error"},
  {"inputs":[],"name":"WrongGateway","type":"error"},
  {"inputs":[],"name":"WrongList","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[],"name":"WrongSources","type":"error"},
  {"stateMutability":"nonpayable","type":"fallback"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"sources","type":"uint8"},{"internalType":"uint8","name":"shown","type":"uint8"},{"internalType":"bytes","name":"groups","type":"bytes"}],"internalType":"struct List","name":"list","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"bring","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"confidenceBps","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"id","type":"bytes32"},{"internalType":"uint256","name":"age","type":"uint256"}],"name":"getPriceNoOlderThan","outputs":[{"components":[{"internalType":"int64","name":"price","type":"int64"},{"internalType":"uint64","name":"conf","type":"uint64"},{"internalType":"int32","name":"expo","type":"int32"},{"internalType":"uint256","name":"publishTime","type":"uint256"}],"internalType":"struct PythPrice","name":"price","type":"tuple"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"id","type":"bytes32"}],"name":"getPriceUnsafe","outputs":[{"components":[{"internalType":"int64","name":"price","type":"int64"},{"internalType":"uint64","name":"conf","type":"uint64"},{"internalType":"int32","name":"expo","type":"int32"},{"internalType":"uint256","name":"publishTime","type":"uint256"}],"internalType":"struct PythPrice","name":"","type":"tuple"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes[]","name":"","type":"bytes[]"}],"name":"getUpdateFee","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32[]","name":"sourceIds","type":"bytes32[]"}],"name":"latestMany","outputs":[{"components":[{"internalType":"int192","name":"value","type":"int192"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"internalType":"struct StoredFeeds.Stored[]","name":"values","type":"tuple[]"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"owner","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes[]","name":"updateData","type":"bytes[]"}],"name":"updatePriceFeeds","outputs":[],"stateMutability":"payable","type":"function"},
  {"inputs":[{"internalType":"bytes[]","name":"updateData","type":"bytes[]"},{"internalType":"bytes32[]","name":"ids","type":"bytes32[]"},{"internalType":"uint64[]","name":"publishTimes","type":"uint64[]"}],"name":"updatePriceFeedsIfNecessary","outputs":[],"stateMutability":"payable","type":"function"},
] as const;

/** ABI of SourceValue.sol. */
export const sourceValueAbi = [
  {"inputs":[{"internalType":"contract StoredFeeds","name":"store_","type":"address"},{"internalType":"bytes32","name":"sourceId_","type":"bytes32"},{"internalType":"uint8","name":"decimals_","type":"uint8"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"WrongSource","type":"error"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"store","outputs":[{"internalType":"contract StoredFeeds","name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of StoredFeed.sol. */
export const storedFeedAbi = [
  {"inputs":[],"name":"OutOfRange","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"feedId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"form","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"isSigned","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of StoredFeeds.sol. */
export const storedFeedsAbi = [
  {"inputs":[],"name":"WrongForm","type":"error"},
  {"inputs":[],"name":"WrongList","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32[]","name":"sourceIds","type":"bytes32[]"}],"name":"latestMany","outputs":[{"components":[{"internalType":"int192","name":"value","type":"int192"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"internalType":"struct StoredFeeds.Stored[]","name":"values","type":"tuple[]"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"owner","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
] as const;
