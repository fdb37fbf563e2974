// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {StoredFeed} from "../src/StoredFeed.sol";

/// The interface by which contracts read Chainlink's feeds.
interface AggregatorV3Interface {
    function decimals() external view returns (uint8);
    function description() external view returns (string memory);
    function version() external view returns (uint256);
    function getRoundData(uint80 roundId)
        external
        view
        returns (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
    function latestRoundData()
        external
        view
        returns (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}

/// Lets a contract that reads a Chainlink feed read a stored value instead. The id of a round is the stamp of its value in milliseconds.
contract AggregatorV3Adapter is AggregatorV3Interface {
    error NoDataPresent();

    StoredFeed public immutable feed;
    string public description;
    uint256 public constant version = 1;

    constructor(StoredFeed feed_, string memory description_) {
        (feed, description) = (feed_, description_);
    }

    function decimals() external view returns (uint8) {
        return feed.decimals();
    }

    /// The latest round only: no earlier one is stored.
    function getRoundData(uint80 roundId) external view returns (uint80 id, int256, uint256, uint256, uint80) {
        (, uint64 observedAtMs) = feed.latest();
        if (observedAtMs != roundId) revert NoDataPresent();
        return latestRoundData();
    }

    /// The reader judges `updatedAt`, as with any feed of this interface.
    function latestRoundData()
        public
        view
        returns (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        uint64 observedAtMs;
        (answer, observedAtMs) = feed.latest();
        if (observedAtMs == 0) revert NoDataPresent();
        (id, answeredInRound) = (observedAtMs, observedAtMs);
        (startedAt, updatedAt) = (observedAtMs / 1000, observedAtMs / 1000);
    }
}
