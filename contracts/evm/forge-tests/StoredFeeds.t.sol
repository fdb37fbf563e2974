// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {CrossConsumer} from "../examples/CrossConsumer.sol";
import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {AttestationVerifier} from "../src/AttestationVerifier.sol";
import {Answer, Feed} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {OracleRegistry} from "../src/OracleRegistry.sol";
import {Stamps} from "../src/Stamps.sol";
import {FeedSettings} from "../src/StoredFeed.sol";
import {FeedsSettings, List, StoredFeeds} from "../src/StoredFeeds.sol";
import {Lists} from "./Lists.sol";

contract StoredFeedsTest is Lists {
    uint256 private constant SIGNERS = 0x7;
    uint64 private constant NOW_MS = START * 1000;
    int256 private constant VALUE = 64_628e18;
    OracleGateway private oracle;
    CrossConsumer private consumer;
    uint256 private hint;

    function setUp() external {
        oracle = deploy(0x1f, 2);
        hint = hintOf(oracle, 1, SIGNERS);
        oracle.addSignerSet(1, SIGNERS, hint);
        consumer = consumerOf(feedsSettings(3));
    }

    function consumerOf(FeedsSettings memory settings_) private returns (CrossConsumer) {
        return new CrossConsumer(oracle, settings_, 1000);
    }

    function refuse(List memory list, Answer memory a, bytes4 reason) private {
        vm.expectRevert(reason);
        consumer.updateMany(list, a);
        vm.expectRevert(reason);
        consumer.updateManyWithKeys(list, a, hint);
    }

    /// The list is refused as it stands, and as well where the answer's value is the one that it has.
    function refuseWithAnyValue(List memory list, Answer memory a, bytes32 value) private {
        require(value != a.value, "another value");
        refuse(list, a, StoredFeeds.WrongList.selector);
        a.value = value;
        refuse(list, a, OracleRegistry.WrongSignature.selector);
    }

    function requireStored(uint256 place, int256 value, uint64 observedAtMs) private view {
        (int256 stored, uint64 stamp) = consumer.latest(sourceOf(place));
        require(stored == value && stamp == observedAtMs, vm.toString(place));
    }

    function test_storesAllThatAListShows() external {
        uint8[6] memory counts = [2, 3, 4, 5, 31, 32];
        for (uint64 i = 0; i < 6; i++) {
            Entry[] memory entries = entriesOf(counts[i], VALUE + int64(i));
            Answer memory a = answerTo(entries, SIGNERS, NOW_MS - 10 + i);
            List memory list = showAll(entries);
            uint256 written = i % 2 == 0 ? consumer.updateMany(list, a) : consumer.updateManyWithKeys(list, a, hint);
            require(written == (1 << counts[i]) - 1, "written");
            for (uint256 place = 0; place < counts[i]; place++) {
                requireStored(place, VALUE + int64(i) + int256(place), NOW_MS - 10 + i);
            }
        }
    }

    function test_storesTheShownGroupsOnly() external {
        Entry[] memory entries = entriesOf(30, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        require(consumer.updateMany(show(entries, 0), a) == 0, "none");
        require(consumer.updateMany(show(entries, 0x82), a) == 0x300000f0, "two groups");
        for (uint256 place = 0; place < 30; place++) {
            bool isShown = place / 4 == 1 || place / 4 == 7;
            requireStored(place, isShown ? VALUE + int256(place) : int256(0), isShown ? NOW_MS : 0);
        }
        // The rest may come later, under the same signature.
        require(consumer.updateMany(showAll(entries), a) == 0x0fffff0f, "the others");
    }

    function test_readsTheValuesOfSeveralSourcesAsOfOne() external {
        Entry[] memory entries = entriesOf(5, VALUE);
        consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS));
        // Out of order, one twice, and one without a value.
        uint8[4] memory places = [4, 1, 9, 1];
        bytes32[] memory ids = new bytes32[](4);
        for (uint256 i = 0; i < 4; i++) {
            ids[i] = sourceOf(places[i]);
        }
        StoredFeeds.Stored[] memory values = consumer.latestMany(ids);
        require(values.length == 4 && consumer.latestMany(new bytes32[](0)).length == 0, "length");
        for (uint256 i = 0; i < 4; i++) {
            (int256 value, uint64 stamp) = consumer.latest(ids[i]);
            require(values[i].value == value && values[i].observedAtMs == stamp, vm.toString(i));
        }
        require(values[0].value == VALUE + 4 && values[2].observedAtMs == 0, "values");
    }

    function test_passesOverWhatIsAbsentOrTooLarge() external {
        Entry[] memory entries = entriesOf(5, -3);
        entries[1].isPresent = false;
        entries[2].value = int256(1) << 191;
        entries[3].value = -(int256(1) << 191) - 1;
        entries[4].value = -(int256(1) << 191);
        require(consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS)) == 0x11, "written");
        requireStored(0, -3, NOW_MS);
        for (uint256 place = 1; place < 4; place++) {
            requireStored(place, 0, 0);
        }
        requireStored(4, -(int256(1) << 191), NOW_MS);
    }

    function test_passesOverWhatIsNotNewer() external {
        Entry[] memory entries = entriesOf(2, VALUE);
        consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS - 10));
        // Three more sources, with an equal and an older stamp for the first two.
        entries = entriesOf(5, VALUE + 100);
        require(consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS - 10)) == 0x1c, "equal");
        require(consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS - 11)) == 0, "older");
        requireStored(1, VALUE + 1, NOW_MS - 10);
        requireStored(2, VALUE + 102, NOW_MS - 10);
        // Nothing is verified, because nothing changes.
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS - 100_000);
        a.s ^= 1;
        require(consumer.updateMany(showAll(entries), a) == 0, "unsigned");
        require(consumer.updateManyWithKeys(showAll(entries), a, hint) == 0, "unsigned, by keys");
        require(consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS - 9)) == 0x1f, "newer");
    }

    function test_refusesStampsThatAreOldOrAhead() external {
        Entry[] memory entries = entriesOf(2, VALUE);
        List memory list = showAll(entries);
        refuse(list, answerTo(entries, SIGNERS, NOW_MS - 60_001), Stamps.Stale.selector);
        refuse(list, answerTo(entries, SIGNERS, NOW_MS + 14_001), Stamps.Ahead.selector);
        requireStored(0, 0, 0);
        require(consumer.updateMany(list, answerTo(entries, SIGNERS, NOW_MS - 60_000)) == 3, "oldest");
        require(consumer.updateMany(list, answerTo(entries, SIGNERS, NOW_MS + 14_000)) == 3, "newest");
    }

    function test_refusesEntriesInAnotherOrder() external {
        Entry[] memory entries = entriesOf(6, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        bytes32 sourceId = listIdOf(entries, 6);
        // Two of one group change places, then two of different groups.
        (entries[0], entries[1]) = (entries[1], entries[0]);
        List memory list = showAll(entries);
        list.sourceId = sourceId;
        refuseWithAnyValue(list, a, valueOf(entries));
        entries = entriesOf(6, VALUE);
        a = answerTo(entries, SIGNERS, NOW_MS);
        (entries[3], entries[4]) = (entries[4], entries[3]);
        list = showAll(entries);
        list.sourceId = sourceId;
        refuseWithAnyValue(list, a, valueOf(entries));
        requireStored(0, 0, 0);
    }

    function test_refusesAValueMovedToAnotherSource() external {
        Entry[] memory entries = entriesOf(4, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        (entries[0].value, entries[1].value) = (entries[1].value, entries[0].value);
        refuseWithAnyValue(showAll(entries), a, valueOf(entries));
    }

    function test_refusesAnotherGroupBehindAHash() external {
        Entry[] memory entries = entriesOf(8, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        entries[7].value++;
        refuseWithAnyValue(show(entries, 1), a, valueOf(entries));
    }

    function test_refusesAnAbsentValueMadePresentAndTheReverse() external {
        for (uint256 place = 0; place < 5; place += 4) {
            Entry[] memory entries = entriesOf(5, 0);
            entries[0].isPresent = false;
            Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
            entries[place].isPresent = !entries[place].isPresent;
            refuseWithAnyValue(showAll(entries), a, valueOf(entries));
        }
    }

    function test_refusesAFlagThatIsNoFlag() external {
        Entry[] memory entries = entriesOf(2, VALUE);
        List memory list = showAll(entries);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        list.groups[32] = 0x02;
        refuse(list, a, StoredFeeds.WrongList.selector);
        // Nodes never sign such a flag. It counts as absent.
        a.value = keccak256(abi.encodePacked("SVC_VALUES_V1", uint8(2), keccak256(list.groups)));
        resign(feedOf(OWNER, list.sourceId, 3, 130), a);
        require(consumer.updateMany(list, a) == 2, "the other one");
    }

    function test_refusesAnotherNumberOfSources() external {
        Entry[] memory entries = entriesOf(6, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        List memory list = showAll(entries);
        for (uint256 sources = 0; sources < 256; sources++) {
            list.sources = uint8(sources);
            if (sources != 6) refuse(list, a, StoredFeeds.WrongList.selector);
        }
        // A list of four whose group is a group of the signed one.
        Entry[] memory fewer = entriesOf(4, VALUE);
        List memory shorter = showAll(fewer);
        shorter.sourceId = list.sourceId;
        refuseWithAnyValue(shorter, a, valueOf(fewer));
    }

    function test_refusesGroupsThatTheListLacksAndBytesThatAreNone() external {
        Entry[] memory entries = entriesOf(5, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        List memory list = showAll(entries);
        for (uint256 bit = 2; bit < 8; bit++) {
            list.shown = uint8(3 | 1 << bit);
            refuse(list, a, StoredFeeds.WrongList.selector);
        }
        list = show(entries, 2);
        bytes memory groups = list.groups;
        list.groups = bytes.concat(groups, hex"00");
        refuse(list, a, StoredFeeds.WrongList.selector);
        for (uint256 length = 0; length < groups.length; length++) {
            list.groups = new bytes(length);
            for (uint256 i = 0; i < length; i++) {
                list.groups[i] = groups[i];
            }
            refuse(list, a, StoredFeeds.WrongList.selector);
        }
        // The hash of a group is no group.
        list.groups = bytes.concat(groups, new bytes(228));
        list.shown = 3;
        refuse(list, a, StoredFeeds.WrongList.selector);
    }

    function test_refusesAnotherNumberOfValuesNeeded() external {
        Entry[] memory entries = entriesOf(4, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        List memory list = showAll(entries);
        for (uint256 minValues = 1; minValues < 4; minValues++) {
            list.sourceId = listIdOf(entries, minValues);
            refuse(list, a, OracleRegistry.WrongSignature.selector);
        }
    }

    function test_refusesAListAsOneValueOrAsAnIndex() external {
        Entry[] memory entries = entriesOf(3, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        Feed memory f = feedOf(OWNER, listIdOf(entries, 3), 3, 131);
        oracle.verify(f, a);
        for (uint8 form = 1; form < 4; form++) {
            f.form = form;
            vm.expectRevert(OracleRegistry.WrongSignature.selector);
            oracle.verify(f, a);
            FeedSettings memory one = FeedSettings(f.feedId, f.sourceId, 3, form, 18, true, 60_000, 14_000);
            PriceConsumer price = new PriceConsumer(oracle, one);
            vm.expectRevert(OracleRegistry.WrongSignature.selector);
            price.update(a);
        }
    }

    function test_refusesOneValueOrAnIndexAsAList() external {
        Entry[] memory entries = entriesOf(3, VALUE);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        List memory list = showAll(entries);
        // A source could answer with the hash of a list, and an index could come to it.
        for (uint8 form = 1; form < 4; form++) {
            resign(feedOf(OWNER, list.sourceId, 3, form), a);
            refuse(list, a, OracleRegistry.WrongSignature.selector);
        }
        // So could a list of another length.
        resign(feedOf(OWNER, list.sourceId, 3, 132), a);
        refuse(list, a, OracleRegistry.WrongSignature.selector);
    }

    function test_keepsTheFirstOfASourceThatAListHasTwice() external {
        Entry[] memory entries = entriesOf(6, VALUE);
        entries[5].sourceId = sourceOf(0);
        require(consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS)) == 0x1f, "written");
        requireStored(0, VALUE, NOW_MS);
    }

    function test_refusesAnotherOwnerAndAnotherQuorum() external {
        Entry[] memory entries = entriesOf(4, VALUE);
        List memory list = showAll(entries);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        FeedsSettings memory of_ = feedsSettings(3);
        of_.owner = bytes32(0);
        consumer = consumerOf(of_);
        refuse(list, a, OracleRegistry.WrongSignature.selector);
        resign(feedOf(0, list.sourceId, 3, 132), a);
        require(consumer.updateMany(list, a) == 0xf, "paid per request");
        // Four signers, where three are named.
        consumer = consumerOf(feedsSettings(3));
        a = answerTo(entries, 0xf, NOW_MS);
        uint256 four = hintOf(oracle, 1, 0xf);
        vm.expectRevert(AttestationVerifier.WrongSignerCount.selector);
        consumer.updateManyWithKeys(list, a, four);
        consumer = consumerOf(feedsSettings(4));
        require(consumer.updateManyWithKeys(list, a, four) == 0xf, "four");
    }

    /// The answer to a round of one source or index.
    function answerOf(uint256 place, uint8 form, int256 value, uint64 observedAtMs) private returns (Answer memory a) {
        a = answer(1, SIGNERS, value, observedAtMs);
        resign(feedOf(OWNER, sourceOf(place), 3, form), a);
    }

    function test_storesTheValueOfOneSourceOrIndexAsAListWould() external {
        require(consumer.updateOne(sourceOf(0), 1, answerOf(0, 1, VALUE, NOW_MS - 5)), "source");
        require(consumer.updateOneWithKeys(sourceOf(7), 32, answerOf(7, 32, -3, NOW_MS), hint), "index");
        requireStored(0, VALUE, NOW_MS - 5);
        requireStored(7, -3, NOW_MS);
        // A list writes the same slot, and so does the next round of the source alone.
        Entry[] memory entries = entriesOf(2, VALUE + 10);
        require(consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS - 4)) == 3, "list");
        require(consumer.updateOne(sourceOf(1), 1, answerOf(1, 1, VALUE, NOW_MS - 3)), "alone");
        requireStored(0, VALUE + 10, NOW_MS - 4);
        requireStored(1, VALUE, NOW_MS - 3);
    }

    function test_passesOverOneValueThatIsNotNewerOrTooLarge() external {
        consumer.updateOne(sourceOf(0), 1, answerOf(0, 1, VALUE, NOW_MS));
        // Nothing is verified, because nothing changes.
        Answer memory a = answerOf(0, 1, VALUE + 1, NOW_MS);
        a.s ^= 1;
        require(!consumer.updateOne(sourceOf(0), 1, a) && !consumer.updateOneWithKeys(sourceOf(0), 1, a, hint), "not newer");
        require(!consumer.updateOne(sourceOf(1), 1, answerOf(1, 1, int256(1) << 191, NOW_MS)), "too large");
        requireStored(0, VALUE, NOW_MS);
        requireStored(1, 0, 0);
    }

    function refuseOne(bytes32 sourceId, uint8 form, Answer memory a, bytes4 reason) private {
        vm.expectRevert(reason);
        consumer.updateOne(sourceId, form, a);
        vm.expectRevert(reason);
        consumer.updateOneWithKeys(sourceId, form, a, hint);
    }

    function test_refusesOneValueOfAnotherSourceFormOwnerOrTime() external {
        Answer memory a = answerOf(0, 1, VALUE, NOW_MS);
        refuseOne(sourceOf(1), 1, a, OracleRegistry.WrongSignature.selector);
        refuseOne(sourceOf(0), 2, a, OracleRegistry.WrongSignature.selector);
        refuseOne(sourceOf(0), 0, a, StoredFeeds.WrongForm.selector);
        refuseOne(sourceOf(0), 33, a, StoredFeeds.WrongForm.selector);
        a.value = bytes32(uint256(a.value) ^ 1);
        refuseOne(sourceOf(0), 1, a, OracleRegistry.WrongSignature.selector);
        refuseOne(sourceOf(0), 1, answerOf(0, 1, VALUE, NOW_MS - 60_001), Stamps.Stale.selector);
        refuseOne(sourceOf(0), 1, answerOf(0, 1, VALUE, NOW_MS + 14_001), Stamps.Ahead.selector);
        resign(feedOf(0, sourceOf(0), 3, 1), a);
        refuseOne(sourceOf(0), 1, a, OracleRegistry.WrongSignature.selector);
        // The hash of a list is no value of a source: its form is another.
        Entry[] memory entries = entriesOf(2, VALUE);
        refuseOne(listIdOf(entries, 2), 130, answerTo(entries, SIGNERS, NOW_MS), StoredFeeds.WrongForm.selector);
        requireStored(0, 0, 0);
    }

    function test_refusesOneBitOffAnywhere() external {
        Entry[] memory entries = entriesOf(5, VALUE);
        List memory list = show(entries, 2);
        bytes memory data = abi.encodeCall(consumer.updateMany, (list, answerTo(entries, SIGNERS, NOW_MS)));
        // The last word is filled up with zeros, which no contract reads.
        uint256 length = data.length - (32 - list.groups.length % 32);
        for (uint256 bit = 32; bit < length * 8; bit++) {
            data[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
            (bool ok,) = address(consumer).call(data);
            require(!ok, vm.toString(bit));
            data[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        }
        requireStored(4, 0, 0);
        (bool good,) = address(consumer).call(data);
        require(good, "as it was");
        requireStored(4, VALUE + 4, NOW_MS);
    }

    function test_refusesSettingsOfNoFeeds() external {
        vm.expectRevert(StoredFeeds.WrongSettings.selector);
        consumerOf(feedsSettings(0));
    }

    /// Lists of any length, whose values are present or not and shown or not, in any order of their stamps.
    function testFuzz_storesWhatAPlainModelStores(
        uint8[3] calldata counts,
        uint8[3] calldata shown,
        uint32[3] calldata present,
        uint16[3] calldata agesMs
    ) external {
        for (uint256 i = 0; i < 3; i++) {
            Entry[] memory entries = entriesOf(2 + counts[i] % 31, int256(uint256(i) * 100));
            for (uint256 place = 0; place < entries.length; place++) {
                entries[place].isPresent = present[i] >> place & 1 == 1;
            }
            step(entries, shown[i] & ((1 << countOf(entries.length)) - 1), NOW_MS - agesMs[i] % 60_000);
        }
    }

    function step(Entry[] memory entries, uint256 shown, uint64 observedAtMs) private {
        uint256 expected;
        for (uint256 place = 0; place < entries.length; place++) {
            (, uint64 stamp) = consumer.latest(sourceOf(place));
            if (shown >> place / 4 & 1 == 1 && entries[place].isPresent && observedAtMs > stamp) expected |= 1 << place;
        }
        require(consumer.updateMany(show(entries, shown), answerTo(entries, SIGNERS, observedAtMs)) == expected, "written");
        for (uint256 place = 0; place < entries.length; place++) {
            if (expected >> place & 1 == 1) requireStored(place, entries[place].value, observedAtMs);
        }
    }

    function test_readsPricesAndTheirRatio() external {
        bytes32[3] memory ids = [sourceOf(0), sourceOf(1), sourceOf(2)];
        vm.expectRevert(Stamps.Stale.selector);
        consumer.price(ids[0]);
        Entry[] memory entries = entriesOf(2, 0);
        (entries[0].value, entries[1].value) = (6e18, 4e18);
        consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS - 1001));
        require(consumer.price(ids[0]) == 6e18 && consumer.cross(ids[0], ids[1]) == 1.5e18, "ratio");
        entries = entriesOf(3, 0);
        entries[1].isPresent = false;
        entries[2].value = -1;
        consumer.updateMany(showAll(entries), answerTo(entries, SIGNERS, NOW_MS));
        vm.expectRevert(CrossConsumer.TooFarApart.selector);
        consumer.cross(ids[0], ids[1]);
        vm.expectRevert(CrossConsumer.TooFarApart.selector);
        consumer.cross(ids[1], ids[0]);
        vm.expectRevert(CrossConsumer.OutOfRange.selector);
        consumer.price(ids[2]);
        // The first price is zero now.
        vm.expectRevert(CrossConsumer.OutOfRange.selector);
        consumer.cross(ids[0], ids[0]);
        vm.warp(START + 60);
        require(consumer.price(ids[0]) == 0, "as old as may be");
        vm.warp(START + 61);
        vm.expectRevert(Stamps.Stale.selector);
        consumer.price(ids[0]);
    }
}
