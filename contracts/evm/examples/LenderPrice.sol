// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ExchangeableGateway, ExchangeSettings} from "../src/ExchangeableGateway.sol";
import {Answer, IOracleGateway} from "../src/IOracleGateway.sol";
import {FeedSettings, StoredFeed} from "../src/StoredFeed.sol";

/// A price that outlives its gateway's contract: a governor exchanges that contract after a delay. Readers go through
/// `AggregatorV3Adapter`, so they stay as they are.
contract LenderPrice is ExchangeableGateway, StoredFeed {
    constructor(IOracleGateway first, ExchangeSettings memory exchange, FeedSettings memory settings)
        ExchangeableGateway(first, exchange)
        StoredFeed(settings)
    {}

    /// False where the stored price is as new.
    function update(Answer calldata answer) external returns (bool isWritten) {
        return store(answer);
    }

    function updateWithKeys(Answer calldata answer, uint256 zInverse) external returns (bool isWritten) {
        return storeWithKeys(answer, zInverse);
    }
}
