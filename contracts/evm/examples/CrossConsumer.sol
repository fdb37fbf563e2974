// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {FixedGateway} from "../src/FixedGateway.sol";
import {Answer, IOracleGateway} from "../src/IOracleGateway.sol";
import {Stamps} from "../src/Stamps.sol";
import {FeedsSettings, List, StoredFeeds} from "../src/StoredFeeds.sol";

/// Keeps prices of many sources on chain, all of exact mode. Any party brings newer ones with a list; contracts read one price, or one
/// price in units of another.
contract CrossConsumer is FixedGateway, StoredFeeds {
    error OutOfRange();
    error TooFarApart();

    /// Greatest time between the stamps of two prices that are divided.
    uint64 public immutable maxApartMs;

    constructor(IOracleGateway gateway_, FeedsSettings memory settings, uint64 maxApartMs_) FixedGateway(gateway_) StoredFeeds(settings) {
        maxApartMs = maxApartMs_;
    }

    /// @return written a bit for each place of the list whose price was stored
    function updateMany(List calldata list, Answer calldata answer) external returns (uint256 written) {
        return storeMany(list, answer);
    }

    function updateManyWithKeys(List calldata list, Answer calldata answer, uint256 zInverse) external returns (uint256 written) {
        return storeManyWithKeys(list, answer, zInverse);
    }

    /// One price, which a round of its source alone brings. False where the stored price is as new.
    function updateOne(bytes32 sourceId, uint8 form, Answer calldata answer) external returns (bool isWritten) {
        return storeOne(sourceId, form, answer);
    }

    function updateOneWithKeys(bytes32 sourceId, uint8 form, Answer calldata answer, uint256 zInverse) external returns (bool isWritten) {
        return storeOneWithKeys(sourceId, form, answer, zInverse);
    }

    /// The price of a source with 18 decimals, unless it is too old.
    function price(bytes32 sourceId) external view returns (uint256 value) {
        (value,) = fresh(sourceId);
    }

    /// The price of `base` in units of `quote`, with 18 decimals.
    function cross(bytes32 base, bytes32 quote) external view returns (uint256) {
        (uint256 one, uint64 oneAtMs) = fresh(base);
        (uint256 other, uint64 otherAtMs) = fresh(quote);
        if ((oneAtMs > otherAtMs ? oneAtMs - otherAtMs : otherAtMs - oneAtMs) > maxApartMs) revert TooFarApart();
        if (other == 0) revert OutOfRange();
        return one * 1e18 / other;
    }

    function fresh(bytes32 sourceId) private view returns (uint256, uint64) {
        (int256 value, uint64 observedAtMs) = latest(sourceId);
        if (!isFresh(observedAtMs)) revert Stamps.Stale();
        // A uint256 of 2^255 or more reads as a number below zero.
        if (value < 0) revert OutOfRange();
        return (uint256(value), observedAtMs);
    }
}
