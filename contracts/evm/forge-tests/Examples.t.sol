// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {AggregatorV3Adapter} from "../examples/AggregatorV3Adapter.sol";
import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {IERC7412, PullConsumer} from "../examples/PullConsumer.sol";
import {AttestationVerifier} from "../src/AttestationVerifier.sol";
import {Answer} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {OracleRegistry} from "../src/OracleRegistry.sol";
import {FeedSettings, StoredFeed} from "../src/StoredFeed.sol";
import {Nodes} from "./Nodes.sol";

contract ExamplesTest is Nodes {
    uint256 private constant SIGNERS = 0x7;
    uint64 private constant NOW_MS = START * 1000;
    OracleGateway private oracle;
    PriceConsumer private consumer;
    PullConsumer private shop;
    uint256 private hint;

    function setUp() external {
        oracle = deploy(0x1f, 2);
        hint = hintOf(oracle, 1, SIGNERS);
        oracle.addSignerSet(1, SIGNERS, hint);
        consumer = new PriceConsumer(oracle, settings(3, false));
        shop = new PullConsumer(oracle, settings(3, false));
    }

    function worth(int256 value, uint64 timestampMs) private returns (Answer memory) {
        return answer(1, SIGNERS, value, timestampMs);
    }

    function refuse(PriceConsumer target, Answer memory a, bytes4 reason) private {
        vm.expectRevert(reason);
        target.update(a);
        vm.expectRevert(reason);
        target.updateWithKeys(a, hint);
    }

    function test_keepsTheLatestValue() external {
        consumer.update(worth(5e18, NOW_MS - 1000));
        require(consumer.price() == 5e18, "first");
        consumer.updateWithKeys(worth(6e18, NOW_MS), hint);
        (int256 value, uint64 timestampMs) = consumer.latest();
        require(value == 6e18 && timestampMs == NOW_MS && consumer.decimals() == 18, "second");
    }

    function test_refusesAValueThatIsNotNewer() external {
        consumer.update(worth(5e18, NOW_MS));
        refuse(consumer, worth(6e18, NOW_MS), StoredFeed.NotNewer.selector);
        refuse(consumer, worth(6e18, NOW_MS - 1), StoredFeed.NotNewer.selector);
    }

    function test_refusesAValueThatIsOldOrAhead() external {
        refuse(consumer, worth(5e18, NOW_MS - 60_001), StoredFeed.Stale.selector);
        refuse(consumer, worth(5e18, NOW_MS + 30_001), StoredFeed.Ahead.selector);
        consumer.update(worth(5e18, NOW_MS - 60_000));
        consumer.update(worth(5e18, NOW_MS + 30_000));
    }

    function test_refusesAValueOfAnotherFeed() external {
        Answer memory a = worth(5e18, NOW_MS);
        (a.s, a.commitment) = sign(sumOfSecrets(SIGNERS), keccak256("another feed"));
        refuse(consumer, a, OracleRegistry.WrongSignature.selector);
    }

    function test_refusesToReadAnOldValue() external {
        vm.expectRevert(StoredFeed.Stale.selector);
        consumer.price();
        consumer.update(worth(5e18, NOW_MS));
        vm.warp(START + 61);
        vm.expectRevert(StoredFeed.Stale.selector);
        consumer.price();
    }

    function test_readsAnyAgeWhereTheBoundIsTheLargest() external {
        FeedSettings memory any = settings(3, false);
        any.maxAgeMs = type(uint64).max;
        PriceConsumer lenient = new PriceConsumer(oracle, any);
        lenient.update(worth(5e18, 1));
        require(lenient.price() == 5e18, "price");
    }

    function test_refusesValuesThatDoNotFit() external {
        refuse(consumer, worth(int256(1) << 191, NOW_MS), StoredFeed.OutOfRange.selector);
        // The value is far above as a uint256; as an int256 it would be -1.
        refuse(consumer, worth(-1, NOW_MS), StoredFeed.OutOfRange.selector);
        consumer.update(worth((int256(1) << 191) - 1, NOW_MS));
        PriceConsumer signed_ = new PriceConsumer(oracle, settings(3, true));
        refuse(signed_, worth(-(int256(1) << 191) - 1, NOW_MS), StoredFeed.OutOfRange.selector);
        signed_.update(worth(-(int256(1) << 191), NOW_MS));
        require(signed_.price() == -(int256(1) << 191), "below zero");
    }

    function test_sellsAtThePriceThatTheBuyerBrings() external {
        bytes memory query = abi.encode(keccak256("feed"), keccak256("source"), uint8(3));
        vm.expectRevert(abi.encodeWithSelector(IERC7412.OracleDataRequired.selector, address(shop), query, 0));
        shop.buy(2);
        shop.fulfillOracleQuery(abi.encode(worth(5e18, NOW_MS - 1000), hint));
        require(shop.buy(2) == 10 && shop.bought(address(this)) == 2, "bought");
        require(shop.buyAt(3, worth(7e18, NOW_MS)) == 21, "at");
        require(shop.oracleId() == "ORACLE_GATEWAY", "id");
    }

    function test_passesOverAPriceThatAnotherBuyerBrought() external {
        bytes memory data = abi.encode(worth(5e18, NOW_MS), 0);
        shop.fulfillOracleQuery(data);
        shop.fulfillOracleQuery(data);
        require(shop.buy(1) == 5, "bought");
    }

    function test_refusesAFee() external {
        bytes memory data = abi.encode(worth(5e18, NOW_MS), 0);
        vm.expectRevert(PullConsumer.NoFee.selector);
        shop.fulfillOracleQuery{value: 1}(data);
    }

    function test_refusesAnUnsignedPrice() external {
        Answer memory a = worth(5e18, NOW_MS);
        a.value = bytes32(uint256(1));
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        shop.fulfillOracleQuery(abi.encode(a, 0));
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        shop.buyAt(1, a);
        a = answer(1, 0xe, 5e18, NOW_MS);
        vm.expectRevert(AttestationVerifier.UnknownSignerSet.selector);
        shop.buyAt(1, a);
    }

    function test_readsAsAChainlinkFeed() external {
        AggregatorV3Adapter adapter = new AggregatorV3Adapter(consumer, "BTC / USD");
        vm.expectRevert(AggregatorV3Adapter.NoDataPresent.selector);
        adapter.latestRoundData();
        consumer.update(worth(5e18, NOW_MS));
        (uint80 id, int256 value, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound) = adapter.latestRoundData();
        require(id == NOW_MS && value == 5e18 && startedAt == START && updatedAt == START && answeredInRound == id, "latest");
        (id, value,,,) = adapter.getRoundData(id);
        require(id == NOW_MS && value == 5e18, "by id");
        vm.expectRevert(AggregatorV3Adapter.NoDataPresent.selector);
        adapter.getRoundData(uint80(NOW_MS - 1));
        require(adapter.decimals() == 18 && adapter.version() == 1, "constants");
        require(keccak256(bytes(adapter.description())) == keccak256("BTC / USD"), "description");
    }
}
