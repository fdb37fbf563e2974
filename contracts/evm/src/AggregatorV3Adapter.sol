// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {IStoredValue, MAX_DECIMALS} from "./IStoredValue.sol";
import {Prices} from "./Prices.sol";

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

/// The older interface of Chainlink's feeds, by which Aave reads. It carries no time.
interface AggregatorInterface {
    function latestAnswer() external view returns (int256);
    function latestTimestamp() external view returns (uint256);
    function latestRound() external view returns (uint256);
}

/// Lets a contract that reads a Chainlink feed read a stored price instead, with the decimals that the reader expects. The id of a round is
/// the stamp of its value in milliseconds. Every function refuses a price that is not above zero.
contract AggregatorV3Adapter is AggregatorV3Interface, AggregatorInterface {
    using Prices for IStoredValue;

    /// Only the latest round is stored.
    error NoDataPresent();
    /// No contract has this address, or the decimals are above 36.
    error WrongSettings();

    IStoredValue public immutable value;
    uint8 public immutable decimals;
    string public description;
    uint256 public constant version = 1;

    /// @param decimals_ the decimals that the reader expects: 8 for most prices in dollars
    constructor(IStoredValue value_, uint8 decimals_, string memory description_) {
        if (address(value_).code.length == 0 || decimals_ > MAX_DECIMALS) revert WrongSettings();
        (value, decimals, description) = (value_, decimals_, description_);
    }

    /// The price, unless it is stale: its reader is told no time, so it cannot judge the age.
    function latestAnswer() external view returns (int256) {
        (uint256 price,) = value.fresh(decimals);
        return int256(price);
    }

    function latestTimestamp() external view returns (uint256 updatedAt) {
        (,,, updatedAt,) = latestRoundData();
    }

    function latestRound() external view returns (uint256 id) {
        (id,,,,) = latestRoundData();
    }

    function getRoundData(uint80 roundId) external view returns (uint80 id, int256, uint256, uint256, uint80) {
        (, uint64 observedAtMs) = value.latest(decimals);
        if (observedAtMs != roundId) revert NoDataPresent();
        return latestRoundData();
    }

    /// The price, however old: the reader judges `updatedAt`, as with any feed of this interface. It is never later than the block.
    function latestRoundData()
        public
        view
        returns (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        (uint256 price, uint64 observedAtMs) = value.latest(decimals);
        updatedAt = Prices.updatedAt(observedAtMs);
        return (observedAtMs, int256(price), updatedAt, updatedAt, observedAtMs);
    }
}
