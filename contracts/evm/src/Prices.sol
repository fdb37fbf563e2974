// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {IStoredValue} from "./IStoredValue.sol";
import {Stamps} from "./Stamps.sol";

/// Reads stored values as prices: fresh, above zero, with the decimals that the reader wants. Each refusal names the value that it is about.
library Prices {
    error NoPrice(IStoredValue value);
    error StalePrice(IStoredValue value);
    /// Zero, below zero, or zero with so few decimals.
    error NotPositive(IStoredValue value);
    /// Two prices that are read together have stamps too far apart.
    error TooFarApart(IStoredValue one, IStoredValue other);

    /// The latest price and its stamp, however old.
    function latest(IStoredValue value, uint8 decimals) internal view returns (uint256 price, uint64 observedAtMs) {
        int256 stored;
        (stored, observedAtMs) = value.latest();
        if (observedAtMs == 0) revert NoPrice(value);
        if (stored > 0) price = scaled(uint256(stored), value.decimals(), decimals);
        if (price == 0) revert NotPositive(value);
    }

    /// The latest price and its stamp, unless it is stale.
    function fresh(IStoredValue value, uint8 decimals) internal view returns (uint256 price, uint64 observedAtMs) {
        (price, observedAtMs) = latest(value, decimals);
        if (!Stamps.isFresh(observedAtMs, value.maxAgeMs())) revert StalePrice(value);
    }

    /// Fresh prices, whose stamps lie at most `maxApartMs` apart.
    function freshTogether(IStoredValue[] memory values, uint8 decimals, uint64 maxApartMs)
        internal
        view
        returns (uint256[] memory prices)
    {
        prices = new uint256[](values.length);
        (uint256 oldest, uint256 newest) = (0, 0);
        uint64[] memory stamps = new uint64[](values.length);
        for (uint256 i = 0; i < values.length; i++) {
            (prices[i], stamps[i]) = fresh(values[i], decimals);
            if (stamps[i] < stamps[oldest]) oldest = i;
            if (stamps[i] > stamps[newest]) newest = i;
        }
        if (values.length != 0 && stamps[newest] - stamps[oldest] > maxApartMs) revert TooFarApart(values[oldest], values[newest]);
    }

    /// The price of `base` in units of `quote`, rounded down.
    function cross(IStoredValue base, IStoredValue quote, uint8 decimals, uint64 maxApartMs) internal view returns (uint256) {
        IStoredValue[] memory both = new IStoredValue[](2);
        (both[0], both[1]) = (base, quote);
        uint256[] memory prices = freshTogether(both, decimals, maxApartMs);
        return prices[0] * 10 ** decimals / prices[1];
    }

    /// The seconds that readers compare with the block's time: those of the stamp, and never later than the block.
    function updatedAt(uint64 observedAtMs) internal view returns (uint256) {
        uint256 stampSeconds = observedAtMs / 1000;
        return stampSeconds < block.timestamp ? stampSeconds : block.timestamp;
    }

    /// The same amount with other decimals. Fewer of them round down.
    function scaled(uint256 amount, uint8 from, uint8 to) internal pure returns (uint256) {
        return to < from ? amount / 10 ** (from - to) : amount * 10 ** (to - from);
    }
}
