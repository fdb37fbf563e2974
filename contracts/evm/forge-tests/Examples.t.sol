// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {IERC7412, PullConsumer} from "../examples/PullConsumer.sol";
import {AttestationVerifier} from "../src/AttestationVerifier.sol";
import {Answer, Feed} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {OracleRegistry} from "../src/OracleRegistry.sol";
import {Stamps} from "../src/Stamps.sol";
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

    function worth(int256 value, uint64 observedAtMs) private returns (Answer memory) {
        return answer(1, SIGNERS, value, observedAtMs);
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
        (int256 value, uint64 observedAtMs) = consumer.latest();
        require(value == 6e18 && observedAtMs == NOW_MS && consumer.decimals() == 18, "second");
    }

    function test_passesOverAValueThatIsNotNewer() external {
        require(consumer.update(worth(5e18, NOW_MS)), "first");
        for (uint64 older = 0; older < 61_000; older += 30_000) {
            require(!consumer.update(worth(6e18, NOW_MS - older)), "by set");
            require(!consumer.updateWithKeys(worth(6e18, NOW_MS - older), hint), "by keys");
        }
        // Nothing is verified, because nothing changes.
        Answer memory unsigned_ = worth(6e18, NOW_MS);
        unsigned_.s ^= 1;
        require(!consumer.update(unsigned_), "unsigned");
        (int256 value, uint64 observedAtMs) = consumer.latest();
        require(value == 5e18 && observedAtMs == NOW_MS, "unchanged");
    }

    function test_ordersByTheStampAndNotByTheRequest() external {
        Answer memory a = worth(5e18, NOW_MS - 1000);
        a.timestampMs = NOW_MS + 300_000;
        resign(feed(3), a);
        require(consumer.update(a), "first");
        a = worth(6e18, NOW_MS);
        a.timestampMs = NOW_MS - 300_000;
        resign(feed(3), a);
        require(consumer.update(a) && consumer.price() == 6e18, "second");
    }

    function test_refusesAValueThatIsOldOrAhead() external {
        refuse(consumer, worth(5e18, NOW_MS - 60_001), Stamps.Stale.selector);
        refuse(consumer, worth(5e18, NOW_MS + 14_001), Stamps.Ahead.selector);
        require(consumer.update(worth(5e18, NOW_MS - 60_000)), "oldest");
        require(consumer.update(worth(5e18, NOW_MS + 14_000)), "newest");
    }

    function test_isOfAnIndexWhereTheFormSaysSo() external {
        FeedSettings memory ofThree = settings(3, true);
        ofThree.form = 3;
        PriceConsumer index = new PriceConsumer(oracle, ofThree);
        Answer memory a = worth(-5, NOW_MS);
        refuse(index, a, OracleRegistry.WrongSignature.selector);
        Feed memory f = feed(3);
        f.form = 3;
        resign(f, a);
        require(index.update(a) && index.price() == -5, "index");
        refuse(consumer, a, OracleRegistry.WrongSignature.selector);
    }

    function test_refusesSettingsOfNoFeed() external {
        for (uint8 i = 0; i < 6; i++) {
            FeedSettings memory wrong = settings(3, false);
            if (i < 4) wrong.form = [0, 33, 128, 131][i];
            if (i == 4) wrong.signaturesRequired = 0;
            if (i == 5) wrong.decimals = 37;
            vm.expectRevert(StoredFeed.WrongSettings.selector);
            new PriceConsumer(oracle, wrong);
        }
    }

    function test_refusesAValueOfAnotherFeed() external {
        Answer memory a = worth(5e18, NOW_MS);
        (a.s, a.commitment) = sign(sumOfSecrets(SIGNERS), keccak256("another feed"));
        refuse(consumer, a, OracleRegistry.WrongSignature.selector);
    }

    function test_refusesToReadAnOldValue() external {
        vm.expectRevert(Stamps.Stale.selector);
        consumer.price();
        consumer.update(worth(5e18, NOW_MS));
        vm.warp(START + 61);
        vm.expectRevert(Stamps.Stale.selector);
        consumer.price();
    }

    function test_readsAnyAgeWhereTheBoundIsTheLargest() external {
        FeedSettings memory any = settings(3, false);
        any.maxAgeMs = type(uint64).max;
        PriceConsumer lenient = new PriceConsumer(oracle, any);
        lenient.update(worth(5e18, 1));
        require(lenient.price() == 5e18, "price");
    }

    function test_hasNoPriceBeforeTheFirstValueWhateverTheBound() external {
        FeedSettings memory any = settings(3, false);
        any.maxAgeMs = type(uint64).max;
        PriceConsumer lenient = new PriceConsumer(oracle, any);
        vm.expectRevert(Stamps.Stale.selector);
        lenient.price();
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
        bytes memory query = abi.encode(feed(3));
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
}
