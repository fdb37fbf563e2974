// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer} from "./IOracleGateway.sol";
import {MAX_DECIMALS} from "./IStoredValue.sol";
import {Prices} from "./Prices.sol";
import {FeedsSettings, List, StoredFeeds} from "./StoredFeeds.sol";

/// A price as Pyth's contracts give it: `price` times ten to the power of `expo`.
struct PythPrice {
    int64 price;
    uint64 conf;
    int32 expo;
    uint256 publishTime;
}

/// The functions of Pyth's `IPyth` that are served.
interface IPythReader {
    function getPriceUnsafe(bytes32 id) external view returns (PythPrice memory);
    function getPriceNoOlderThan(bytes32 id, uint256 age) external view returns (PythPrice memory);
    function getUpdateFee(bytes[] calldata updateData) external view returns (uint256);
    function updatePriceFeeds(bytes[] calldata updateData) external payable;
    function updatePriceFeedsIfNecessary(bytes[] calldata updateData, bytes32[] calldata ids, uint64[] calldata publishTimes)
        external
        payable;
}

/// A source that the adapter serves.
struct PythSource {
    bytes32 sourceId;
    /// Decimals of the stored value: 18 in exact mode, the source's `numeric.decimals` in tolerance mode.
    uint8 decimals;
    /// Decimals of the price that readers see; `expo` is its negative. A price has at most 63 bits.
    uint8 priceDecimals;
}

/// Lets a contract that reads Pyth read this gateway's prices instead, and bring them in the same transaction. The id of a price is its
/// source's id. Any other function of `IPyth` reverts with `NotServed`. The deployed contract also derives from `FixedGateway` or
/// `ExchangeableGateway`.
abstract contract PythAdapter is StoredFeeds, IPythReader {
    /// No source, a source twice, or more decimals than a source may have.
    error WrongSources();
    /// This function of `IPyth` has no meaning here: no average, no time-weighted price and no price without storing it.
    error NotServed(bytes4 selector);
    /// The price is not above zero, or has more than 63 bits.
    error PriceOutOfRange();
    // Errors of Pyth's own contract, because readers match them.
    error PriceFeedNotFound();
    error StalePrice();
    error NoFreshUpdate();
    error InvalidArgument();

    struct Served {
        bool isServed;
        uint8 decimals;
        uint8 priceDecimals;
    }

    uint256 private constant MAX_BPS = 10_000;

    /// `conf` as a part of the price, in hundredths of a percent. It is fixed and says nothing of how far the nodes' values lay apart.
    uint256 public immutable confidenceBps;
    mapping(bytes32 sourceId => Served) private served;

    constructor(FeedsSettings memory settings, PythSource[] memory sources, uint256 confidenceBps_) StoredFeeds(settings) {
        if (sources.length == 0 || confidenceBps_ > MAX_BPS) revert WrongSources();
        confidenceBps = confidenceBps_;
        for (uint256 i = 0; i < sources.length; i++) {
            PythSource memory source = sources[i];
            bool isWrong = served[source.sourceId].isServed || source.decimals > MAX_DECIMALS || source.priceDecimals > MAX_DECIMALS;
            if (isWrong) revert WrongSources();
            served[source.sourceId] = Served(true, source.decimals, source.priceDecimals);
        }
    }

    fallback() external {
        revert NotServed(msg.sig);
    }

    function getPriceUnsafe(bytes32 id) public view returns (PythPrice memory) {
        Served memory source = served[id];
        (int256 value, uint64 observedAtMs) = latest(id);
        if (!source.isServed || observedAtMs == 0) revert PriceFeedNotFound();
        uint256 price = value > 0 ? Prices.scaled(uint256(value), source.decimals, source.priceDecimals) : 0;
        if (price == 0 || price > uint64(type(int64).max)) revert PriceOutOfRange();
        return PythPrice(
            int64(uint64(price)),
            uint64(price * confidenceBps / MAX_BPS),
            -int32(uint32(source.priceDecimals)),
            Prices.updatedAt(observedAtMs)
        );
    }

    function getPriceNoOlderThan(bytes32 id, uint256 age) external view returns (PythPrice memory price) {
        price = getPriceUnsafe(id);
        if (block.timestamp - price.publishTime > age) revert StalePrice();
    }

    /// Zero: the signers were paid off this chain.
    function getUpdateFee(bytes[] calldata) external pure returns (uint256) {
        return 0;
    }

    /// Stores the values that lists show.
    /// @param updateData each abi.encode(List, Answer, zInverse); 0 where the signer set is known
    function updatePriceFeeds(bytes[] calldata updateData) public payable {
        // The fee is zero, and this contract could never pay out more.
        if (msg.value != 0) revert InvalidArgument();
        for (uint256 i = 0; i < updateData.length; i++) {
            (List memory list, Answer memory answer, uint256 zInverse) = abi.decode(updateData[i], (List, Answer, uint256));
            this.bring(list, answer, zInverse);
        }
    }

    function updatePriceFeedsIfNecessary(bytes[] calldata updateData, bytes32[] calldata ids, uint64[] calldata publishTimes)
        external
        payable
    {
        if (ids.length != publishTimes.length) revert InvalidArgument();
        for (uint256 i = 0; i < ids.length; i++) {
            (, uint64 observedAtMs) = latest(ids[i]);
            if (observedAtMs / 1000 < publishTimes[i]) return updatePriceFeeds(updateData);
        }
        revert NoFreshUpdate();
    }

    /// Does what `updatePriceFeeds` does, with one list. Another party of this block may have brought newer values, which then count.
    function bring(List calldata list, Answer calldata answer, uint256 zInverse) external {
        if (zInverse == 0) storeMany(list, answer);
        else storeManyWithKeys(list, answer, zInverse);
    }
}
