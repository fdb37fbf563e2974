// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {IStoredValue, MAX_DECIMALS} from "./IStoredValue.sol";
import {StoredFeeds} from "./StoredFeeds.sol";

/// One source of a contract that stores many, for readers that know one value.
contract SourceValue is IStoredValue {
    /// No contract has this address, or no source has so many decimals.
    error WrongSource();

    StoredFeeds public immutable store;
    bytes32 public immutable sourceId;
    /// 18 in exact mode, the source's `numeric.decimals` in tolerance mode.
    uint8 public immutable decimals;
    uint64 public immutable maxAgeMs;

    constructor(StoredFeeds store_, bytes32 sourceId_, uint8 decimals_) {
        if (address(store_).code.length == 0 || decimals_ > MAX_DECIMALS) revert WrongSource();
        (store, sourceId, decimals, maxAgeMs) = (store_, sourceId_, decimals_, store_.maxAgeMs());
    }

    function latest() external view returns (int256 value, uint64 observedAtMs) {
        return store.latest(sourceId);
    }
}
