// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {CrossConsumer} from "../examples/CrossConsumer.sol";
import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {AggregatorInterface, AggregatorV3Adapter, AggregatorV3Interface} from "../src/AggregatorV3Adapter.sol";
import {Answer, IOracleGateway} from "../src/IOracleGateway.sol";
import {IStoredValue} from "../src/IStoredValue.sol";
import {MockOracleGateway} from "../src/MockOracleGateway.sol";
import {Prices} from "../src/Prices.sol";
import {SourceValue} from "../src/SourceValue.sol";
import {StoredFeeds} from "../src/StoredFeeds.sol";
import {Lists} from "./Lists.sol";

/// Lending markets read a feed of Chainlink's interface, each in its own way.
contract Readers {
    /// Asks for no time and no decimals, and takes what is above zero; else it would ask a second oracle.
    function byAnswerAlone(AggregatorInterface feed) external view returns (uint256) {
        int256 answer = feed.latestAnswer();
        require(answer > 0, "second oracle");
        return uint256(answer);
    }

    /// Takes feeds of eight decimals only, and judges no age.
    function ofEightDecimals(AggregatorV3Interface feed) external view returns (uint256) {
        require(feed.decimals() == 8, "decimals");
        (, int256 price,,,) = feed.latestRoundData();
        require(price > 0, "price");
        return uint256(price);
    }

    /// Subtracts the time from the block's, which must not be below zero.
    function bySubtraction(AggregatorV3Interface feed, uint256 heartbeat) external view returns (uint256) {
        (uint80 id, int256 price, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound) = feed.latestRoundData();
        require(price > 0 && startedAt != 0 && answeredInRound >= id, "round");
        require(block.timestamp - updatedAt <= heartbeat, "old");
        return uint256(price) * 10 ** (18 - feed.decimals());
    }
}

contract Cross {
    function freshTogether(IStoredValue[] memory values, uint64 maxApartMs) external view returns (uint256[] memory) {
        return Prices.freshTogether(values, 18, maxApartMs);
    }

    function cross(IStoredValue base, IStoredValue quote, uint64 maxApartMs) external view returns (uint256) {
        return Prices.cross(base, quote, 8, maxApartMs);
    }
}

contract AdaptersTest is Lists {
    uint64 private constant NOW_MS = START * 1000;
    MockOracleGateway private oracle;
    PriceConsumer private stored;
    AggregatorV3Adapter private feed8;
    Readers private readers;
    Cross private reader;

    function setUp() external {
        vm.warp(START);
        (oracle, readers, reader) = (new MockOracleGateway(), new Readers(), new Cross());
        stored = new PriceConsumer(oracle, settings(3, true));
        feed8 = new AggregatorV3Adapter(stored, 8, "BTC / USD");
    }

    function put(PriceConsumer target, int256 value, uint64 observedAtMs) private {
        require(target.update(oracle.answerOf(value, observedAtMs)), "stored");
    }

    function refused(bytes4 reason, IStoredValue value) private pure returns (bytes memory) {
        return abi.encodeWithSelector(reason, value);
    }

    function test_eachKindOfReaderHasThePrice() external {
        put(stored, 64_628.31e18, NOW_MS - 1000);
        require(readers.byAnswerAlone(feed8) == 64_628.31e8, "by answer");
        require(readers.ofEightDecimals(feed8) == 64_628.31e8, "eight decimals");
        require(readers.bySubtraction(feed8, 60) == 64_628.31e18, "by subtraction");
        AggregatorV3Adapter feed18 = new AggregatorV3Adapter(stored, 18, "");
        require(readers.bySubtraction(feed18, 60) == 64_628.31e18, "18 decimals");
        AggregatorV3Adapter feed20 = new AggregatorV3Adapter(stored, 20, "");
        require(readers.byAnswerAlone(feed20) == 64_628.31e20, "more decimals than the value has");
    }

    function test_aStampAheadOfTheBlockIsNotInTheFuture() external {
        put(stored, 5e18, NOW_MS + 14_000);
        require(readers.bySubtraction(feed8, 0) == 5e18, "price");
        require(feed8.latestTimestamp() == START && feed8.latestRound() == NOW_MS + 14_000, "time and id");
    }

    function test_aReaderThatIsToldNoTimeGetsNoStalePrice() external {
        put(stored, 5e18, NOW_MS);
        vm.warp(START + 60);
        require(readers.byAnswerAlone(feed8) == 5e8, "fresh");
        vm.warp(START + 61);
        vm.expectRevert(refused(Prices.StalePrice.selector, stored));
        readers.byAnswerAlone(feed8);
        // A reader that is told the time judges it.
        require(readers.ofEightDecimals(feed8) == 5e8, "by round");
        vm.expectRevert(bytes("old"));
        readers.bySubtraction(feed8, 60);
    }

    function test_noFunctionServesAPriceThatIsNotAboveZero() external {
        int256[3] memory values = [int256(0), -5e18, 1e10 - 1];
        for (uint64 i = 0; i < 3; i++) {
            put(stored, values[i], NOW_MS + i);
            refuseAll(refused(Prices.NotPositive.selector, stored));
        }
        put(stored, 1e10, NOW_MS + 3);
        require(feed8.latestAnswer() == 1, "the least");
    }

    function test_noFunctionServesAPriceBeforeTheFirstValue() external {
        refuseAll(refused(Prices.NoPrice.selector, stored));
    }

    function refuseAll(bytes memory reason) private {
        vm.expectRevert(reason);
        feed8.latestAnswer();
        vm.expectRevert(reason);
        feed8.latestTimestamp();
        vm.expectRevert(reason);
        feed8.latestRound();
        vm.expectRevert(reason);
        feed8.latestRoundData();
        vm.expectRevert(reason);
        feed8.getRoundData(uint80(NOW_MS));
    }

    function test_onlyTheLatestRoundIsKnown() external {
        put(stored, 5e18, NOW_MS);
        (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound) = feed8.getRoundData(uint80(NOW_MS));
        require(id == NOW_MS && answer == 5e8 && startedAt == START && updatedAt == START && answeredInRound == id, "latest");
        uint80[2] memory others = [uint80(NOW_MS) - 1, uint80(NOW_MS) + (1 << 64)];
        for (uint256 i = 0; i < 2; i++) {
            vm.expectRevert(AggregatorV3Adapter.NoDataPresent.selector);
            feed8.getRoundData(others[i]);
        }
        require(feed8.decimals() == 8 && feed8.version() == 1, "constants");
        require(keccak256(bytes(feed8.description())) == keccak256("BTC / USD"), "description");
    }

    function test_refusesSettingsOfNoFeed() external {
        vm.expectRevert(AggregatorV3Adapter.WrongSettings.selector);
        new AggregatorV3Adapter(stored, 37, "");
        vm.expectRevert(AggregatorV3Adapter.WrongSettings.selector);
        new AggregatorV3Adapter(IStoredValue(address(1)), 8, "");
        CrossConsumer many = new CrossConsumer(oracle, feedsSettings(3), 1000);
        vm.expectRevert(SourceValue.WrongSource.selector);
        new SourceValue(many, sourceOf(0), 37);
        vm.expectRevert(SourceValue.WrongSource.selector);
        new SourceValue(StoredFeeds(address(1)), sourceOf(0), 18);
    }

    function test_aSourceOfAListReadsAsAFeedOfItsOwn() external {
        CrossConsumer many = new CrossConsumer(oracle, feedsSettings(3), 1000);
        Entry[] memory entries = entriesOf(3, 7e6);
        many.updateMany(showAll(entries), oracle.answerOf(int256(uint256(valueOf(entries))), NOW_MS));
        for (uint256 i = 0; i < 3; i++) {
            SourceValue one = new SourceValue(many, sourceOf(i), 6);
            require(one.decimals() == 6 && one.maxAgeMs() == 60_000, "settings");
            require(readers.byAnswerAlone(new AggregatorV3Adapter(one, 8, "")) == (7e6 + i) * 100, "price");
        }
    }

    function test_pricesAreReadTogetherOrTheRefusalNamesOne() external {
        PriceConsumer other = new PriceConsumer(oracle, settings(3, false));
        IStoredValue[] memory both = new IStoredValue[](2);
        (both[0], both[1]) = (stored, other);
        put(stored, 6e18, NOW_MS - 2000);
        vm.expectRevert(refused(Prices.NoPrice.selector, other));
        reader.freshTogether(both, 2000);
        put(other, 4e18, NOW_MS);
        uint256[] memory prices = reader.freshTogether(both, 2000);
        require(prices[0] == 6e18 && prices[1] == 4e18 && reader.cross(stored, other, 2000) == 1.5e8, "both");
        vm.expectRevert(abi.encodeWithSelector(Prices.TooFarApart.selector, stored, other));
        reader.freshTogether(both, 1999);
        (both[0], both[1]) = (other, stored);
        vm.expectRevert(abi.encodeWithSelector(Prices.TooFarApart.selector, stored, other));
        reader.freshTogether(both, 1999);
        vm.warp(START + 59);
        vm.expectRevert(refused(Prices.StalePrice.selector, stored));
        reader.cross(other, stored, 2000);
        require(reader.freshTogether(new IStoredValue[](0), 0).length == 0, "none");
    }

    /// Decimals change the text of a price, never the price by more than one last digit.
    function testFuzz_scalesWithoutGain(uint64 amount, uint8 from, uint8 to) external pure {
        (from, to) = (from % 37, to % 37);
        uint256 there = Prices.scaled(amount, from, to);
        uint256 back = Prices.scaled(there, to, from);
        require(to >= from ? back == amount : back <= amount && amount - back < 10 ** (from - to), "scaled");
    }
}

contract MockOracleGatewayTest is Lists {
    function test_verifiesUntilItIsToldToRefuse() external {
        vm.warp(START);
        MockOracleGateway oracle = new MockOracleGateway();
        PriceConsumer stored = new PriceConsumer(IOracleGateway(oracle), settings(3, false));
        require(stored.update(oracle.answerOf(5e18, START * 1000)) && stored.price() == 5e18, "by set");
        require(stored.updateWithKeys(oracle.answerOf(6e18, START * 1000 + 1), 0) && stored.price() == 6e18, "by keys");
        bytes memory reason = abi.encodeWithSignature("WrongSignature()");
        oracle.refuseWith(reason);
        Answer memory next = oracle.answerOf(7e18, START * 1000 + 2);
        vm.expectRevert(reason);
        stored.update(next);
        vm.expectRevert(reason);
        stored.updateWithKeys(next, 0);
        oracle.refuseWith("");
        require(stored.update(next), "again");
    }
}
