// Written by `pnpm --filter @oracle-gateway/evm run abi`. Do not edit.

/** ABI of AggregatorV3Adapter.sol. */
export const aggregatorV3AdapterAbi = [
  {"inputs":[{"internalType":"contract StoredFeed","name":"feed_","type":"address"},{"internalType":"string","name":"description_","type":"string"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"NoDataPresent","type":"error"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"description","outputs":[{"internalType":"string","name":"","type":"string"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"feed","outputs":[{"internalType":"contract StoredFeed","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint80","name":"roundId","type":"uint80"}],"name":"getRoundData","outputs":[{"internalType":"uint80","name":"id","type":"uint80"},{"internalType":"int256","name":"","type":"int256"},{"internalType":"uint256","name":"","type":"uint256"},{"internalType":"uint256","name":"","type":"uint256"},{"internalType":"uint80","name":"","type":"uint80"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latestRoundData","outputs":[{"internalType":"uint80","name":"id","type":"uint80"},{"internalType":"int256","name":"answer","type":"int256"},{"internalType":"uint256","name":"startedAt","type":"uint256"},{"internalType":"uint256","name":"updatedAt","type":"uint256"},{"internalType":"uint80","name":"answeredInRound","type":"uint80"}],"stateMutability":"view","type":"function"},
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
  {"inputs":[],"name":"WrongList","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[{"internalType":"bytes32","name":"base","type":"bytes32"},{"internalType":"bytes32","name":"quote","type":"bytes32"}],"name":"cross","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxApartMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"owner","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"price","outputs":[{"internalType":"uint256","name":"value","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"sources","type":"uint8"},{"internalType":"uint8","name":"shown","type":"uint8"},{"internalType":"bytes","name":"groups","type":"bytes"}],"internalType":"struct List","name":"list","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"}],"name":"updateMany","outputs":[{"internalType":"uint256","name":"written","type":"uint256"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"sources","type":"uint8"},{"internalType":"uint8","name":"shown","type":"uint8"},{"internalType":"bytes","name":"groups","type":"bytes"}],"internalType":"struct List","name":"list","type":"tuple"},{"components":[{"internalType":"bytes32","name":"value","type":"bytes32"},{"internalType":"uint64","name":"timestampMs","type":"uint64"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"},{"internalType":"uint64","name":"registryVersion","type":"uint64"},{"internalType":"uint256","name":"signersBitmap","type":"uint256"},{"internalType":"uint256","name":"s","type":"uint256"},{"internalType":"address","name":"commitment","type":"address"},{"internalType":"uint8","name":"parity","type":"uint8"}],"internalType":"struct Answer","name":"answer","type":"tuple"},{"internalType":"uint256","name":"zInverse","type":"uint256"}],"name":"updateManyWithKeys","outputs":[{"internalType":"uint256","name":"written","type":"uint256"}],"stateMutability":"nonpayable","type":"function"},
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

/** ABI of PriceConsumer.sol. */
export const priceConsumerAbi = [
  {"inputs":[{"internalType":"contract IOracleGateway","name":"gateway_","type":"address"},{"components":[{"internalType":"bytes32","name":"feedId","type":"bytes32"},{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint8","name":"signaturesRequired","type":"uint8"},{"internalType":"uint8","name":"form","type":"uint8"},{"internalType":"uint8","name":"decimals","type":"uint8"},{"internalType":"bool","name":"isSigned","type":"bool"},{"internalType":"uint64","name":"maxAgeMs","type":"uint64"},{"internalType":"uint64","name":"maxAheadMs","type":"uint64"}],"internalType":"struct FeedSettings","name":"settings","type":"tuple"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"Ahead","type":"error"},
  {"inputs":[],"name":"OutOfRange","type":"error"},
  {"inputs":[],"name":"Stale","type":"error"},
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

/** ABI of StoredFeed.sol. */
export const storedFeedAbi = [
  {"inputs":[],"name":"OutOfRange","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"feedId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"form","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"isSigned","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
] as const;

/** ABI of StoredFeeds.sol. */
export const storedFeedsAbi = [
  {"inputs":[],"name":"WrongList","type":"error"},
  {"inputs":[],"name":"WrongSettings","type":"error"},
  {"inputs":[],"name":"gateway","outputs":[{"internalType":"contract IOracleGateway","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"latest","outputs":[{"internalType":"int256","name":"value","type":"int256"},{"internalType":"uint64","name":"observedAtMs","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAgeMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"maxAheadMs","outputs":[{"internalType":"uint64","name":"","type":"uint64"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"owner","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signaturesRequired","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"view","type":"function"},
] as const;
