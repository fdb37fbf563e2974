// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {FixedGateway} from "../src/FixedGateway.sol";
import {Answer, IOracleGateway} from "../src/IOracleGateway.sol";
import {Stamps} from "../src/Stamps.sol";
import {FeedSettings, StoredFeed} from "../src/StoredFeed.sol";

/// Keeps a price on chain. Any party brings a newer one; contracts read it.
contract PriceConsumer is FixedGateway, StoredFeed {
    constructor(IOracleGateway gateway_, FeedSettings memory settings) FixedGateway(gateway_) StoredFeed(settings) {}

    /// False where the stored price is as new: the caller reads that one.
    function update(Answer calldata answer) external returns (bool isWritten) {
        return store(answer);
    }

    function updateWithKeys(Answer calldata answer, uint256 zInverse) external returns (bool isWritten) {
        return storeWithKeys(answer, zInverse);
    }

    /// The price, unless it is too old.
    function price() external view returns (int256 value) {
        uint64 observedAtMs;
        (value, observedAtMs) = latest();
        if (!isFresh(observedAtMs)) revert Stamps.Stale();
    }
}
