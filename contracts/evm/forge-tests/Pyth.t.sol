// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {PythPrices} from "../examples/PythPrices.sol";
import {FixedGateway} from "../src/FixedGateway.sol";
import {Answer} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {OracleRegistry} from "../src/OracleRegistry.sol";
import {IPythReader, PythAdapter, PythPrice, PythSource} from "../src/PythAdapter.sol";
import {FeedsSettings} from "../src/StoredFeeds.sol";
import {Lists} from "./Lists.sol";

/// A market that was written for Pyth: it pays the fee, brings the update, and reads.
contract PythMarket {
    IPythReader private immutable pyth;

    constructor(IPythReader pyth_) {
        pyth = pyth_;
    }

    function priceWith(bytes[] calldata update, bytes32 id) external payable returns (PythPrice memory) {
        pyth.updatePriceFeeds{value: pyth.getUpdateFee(update)}(update);
        return pyth.getPriceNoOlderThan(id, 60);
    }
}

contract PythTest is Lists {
    uint256 private constant SIGNERS = 0x7;
    uint64 private constant NOW_MS = START * 1000;
    OracleGateway private oracle;
    PythPrices private pyth;
    PythMarket private market;

    function setUp() external {
        oracle = deploy(0x1f, 2);
        pyth = adapterOf(sources());
        market = new PythMarket(pyth);
    }

    /// Three sources with 18 decimals, read with 8, 6 and 18.
    function sources() private pure returns (PythSource[] memory list) {
        list = new PythSource[](3);
        for (uint256 i = 0; i < 3; i++) {
            list[i] = PythSource(sourceOf(i), 18, [8, 6, 18][i]);
        }
    }

    function adapterOf(PythSource[] memory list) private returns (PythPrices) {
        return new PythPrices(oracle, feedsSettings(3), list);
    }

    function updateOf(int256 value, uint64 observedAtMs, bool isKnownSet) private returns (bytes[] memory update) {
        Entry[] memory entries = entriesOf(4, value);
        update = new bytes[](1);
        Answer memory a = answerTo(entries, SIGNERS, observedAtMs);
        update[0] = abi.encode(showAll(entries), a, isKnownSet ? 0 : zInverseOf(SIGNERS));
    }

    function test_aMarketOfPythBringsAPriceAndReadsIt() external {
        PythPrice memory price = market.priceWith(updateOf(64_628.31e18, NOW_MS - 1000, false), sourceOf(0));
        require(price.price == 64_628.31e8 && price.expo == -8 && price.publishTime == START - 1, "price");
        // A tenth of a percent.
        require(price.conf == 64.62831e8, "confidence");
        price = pyth.getPriceUnsafe(sourceOf(1));
        require(price.price == 64_628.31e6 && price.expo == -6, "six decimals");
    }

    function test_bringsByASignerSetTheSame() external {
        bytes[] memory update = updateOf(5e18, NOW_MS, true);
        vm.expectRevert();
        market.priceWith(update, sourceOf(0));
        oracle.addSignerSet(1, SIGNERS, zInverseOf(SIGNERS));
        require(market.priceWith(update, sourceOf(0)).price == 5e8, "price");
        // Another party brought it: nothing changes, and the market goes on.
        require(market.priceWith(update, sourceOf(0)).price == 5e8, "again");
    }

    function test_refusesWhatNodesDidNotSign() external {
        Entry[] memory entries = entriesOf(4, 5e18);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        a.s ^= 1;
        bytes[] memory update = new bytes[](1);
        update[0] = abi.encode(showAll(entries), a, zInverseOf(SIGNERS));
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        pyth.updatePriceFeeds(update);
    }

    function test_aPriceIsRefusedThatIsOlderThanAsked() external {
        pyth.updatePriceFeeds(updateOf(5e18, NOW_MS, false));
        vm.warp(START + 60);
        require(pyth.getPriceNoOlderThan(sourceOf(0), 60).price == 5e8, "young");
        vm.warp(START + 61);
        vm.expectRevert(PythAdapter.StalePrice.selector);
        pyth.getPriceNoOlderThan(sourceOf(0), 60);
        require(pyth.getPriceUnsafe(sourceOf(0)).publishTime == START, "of any age");
    }

    function test_aStampAheadOfTheBlockIsNotInTheFuture() external {
        pyth.updatePriceFeeds(updateOf(5e18, NOW_MS + 14_000, false));
        require(pyth.getPriceNoOlderThan(sourceOf(0), 0).publishTime == START, "now");
    }

    function test_aPriceIsNotFoundBeforeItsFirstValueOrForAnotherSource() external {
        vm.expectRevert(PythAdapter.PriceFeedNotFound.selector);
        pyth.getPriceUnsafe(sourceOf(0));
        pyth.updatePriceFeeds(updateOf(5e18, NOW_MS, false));
        // The list has this source, and the adapter does not serve it.
        vm.expectRevert(PythAdapter.PriceFeedNotFound.selector);
        pyth.getPriceNoOlderThan(sourceOf(3), 60);
    }

    function test_aPriceIsAboveZeroAndHas63Bits() external {
        int256[2] memory values = [int256(0), -5e18];
        for (uint64 i = 0; i < 2; i++) {
            pyth.updatePriceFeeds(updateOf(values[i], NOW_MS + i, false));
            vm.expectRevert(PythAdapter.PriceOutOfRange.selector);
            pyth.getPriceUnsafe(sourceOf(0));
        }
        pyth.updatePriceFeeds(updateOf(type(int64).max - 2, NOW_MS + 2, false));
        require(pyth.getPriceUnsafe(sourceOf(2)).price == type(int64).max, "largest");
        pyth.updatePriceFeeds(updateOf(type(int64).max - 1, NOW_MS + 3, false));
        vm.expectRevert(PythAdapter.PriceOutOfRange.selector);
        pyth.getPriceUnsafe(sourceOf(2));
    }

    function test_updatesOnlyIfOnePriceIsOlderThanAsked() external {
        pyth.updatePriceFeeds(updateOf(5e18, NOW_MS - 5000, false));
        bytes[] memory update = updateOf(6e18, NOW_MS, false);
        (bytes32[] memory ids, uint64[] memory times) = (new bytes32[](2), new uint64[](2));
        (ids[0], ids[1], times[0], times[1]) = (sourceOf(0), sourceOf(1), START - 5, START - 5);
        vm.expectRevert(PythAdapter.NoFreshUpdate.selector);
        pyth.updatePriceFeedsIfNecessary(update, ids, times);
        vm.expectRevert(PythAdapter.InvalidArgument.selector);
        pyth.updatePriceFeedsIfNecessary(update, ids, new uint64[](1));
        times[1] = START - 4;
        pyth.updatePriceFeedsIfNecessary(update, ids, times);
        require(pyth.getPriceUnsafe(sourceOf(0)).price == 6e8, "updated");
    }

    function test_keepsNoFee() external {
        bytes[] memory update = updateOf(5e18, NOW_MS, false);
        require(pyth.getUpdateFee(update) == 0, "fee");
        vm.expectRevert(PythAdapter.InvalidArgument.selector);
        pyth.updatePriceFeeds{value: 1}(update);
    }

    function test_whatHasNoMeaningHereRevertsByItsName() external {
        bytes memory call = abi.encodeWithSignature("getEmaPriceUnsafe(bytes32)", sourceOf(0));
        vm.expectRevert(abi.encodeWithSelector(PythAdapter.NotServed.selector, bytes4(call)));
        (bool ok,) = address(pyth).call(call);
        require(ok, "expectRevert turns it round");
    }

    function test_refusesSettingsOfNoSource() external {
        vm.expectRevert(PythAdapter.WrongSources.selector);
        adapterOf(new PythSource[](0));
        for (uint256 i = 0; i < 3; i++) {
            PythSource[] memory wrong = sources();
            if (i == 0) wrong[2].sourceId = wrong[0].sourceId;
            if (i == 1) wrong[1].decimals = 37;
            if (i == 2) wrong[1].priceDecimals = 37;
            vm.expectRevert(PythAdapter.WrongSources.selector);
            adapterOf(wrong);
        }
        vm.expectRevert(PythAdapter.WrongSources.selector);
        new WideConfidence(oracle, feedsSettings(3), sources());
    }
}

/// Its confidence is above the price itself.
contract WideConfidence is FixedGateway, PythAdapter {
    constructor(OracleGateway gateway_, FeedsSettings memory settings_, PythSource[] memory list)
        FixedGateway(gateway_)
        PythAdapter(settings_, list, 10_001)
    {}
}
