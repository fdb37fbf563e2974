// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {CrossConsumer} from "../examples/CrossConsumer.sol";
import {OracleGateway, Possession} from "../src/OracleGateway.sol";
import {FeedsSettings} from "../src/StoredFeeds.sol";

/// The cheat codes that read the environment and set the time.
interface DemoVm {
    function envAddress(string calldata name, string calldata delimiter) external view returns (address[] memory);
    function envBytes(string calldata name) external view returns (bytes memory);
    function envBytes32(string calldata name) external view returns (bytes32);
    function envBytes32(string calldata name, string calldata delimiter) external view returns (bytes32[] memory);
    function envString(string calldata name, string calldata delimiter) external view returns (string[] memory);
    function envUint(string calldata name) external view returns (uint256);
    function envUint(string calldata name, string calldata delimiter) external view returns (uint256[] memory);
    function warp(uint256) external;
}

/// Deploys the contract for the nodes of a running world, and has it judge an answer and a list of its gateway.
contract DemoTest {
    DemoVm private constant vm = DemoVm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function test_anAnswerIsAcceptedAndAChangedOneRefused() external {
        vm.warp(vm.envUint("DEMO_NOW"));
        OracleGateway gateway = new OracleGateway(vm.envBytes("DEMO_FIRST"), possessions(), 6 hours, 14 days);
        (bool accepted,) = address(gateway).staticcall(vm.envBytes("DEMO_ANSWER"));
        require(accepted, "the answer is refused");
        (bool forged,) = address(gateway).staticcall(vm.envBytes("DEMO_FORGED"));
        require(!forged, "the changed answer is accepted");
        readsAList(gateway);
    }

    function readsAList(OracleGateway gateway) private {
        FeedsSettings memory settings = FeedsSettings({
            owner: vm.envBytes32("DEMO_OWNER"),
            signaturesRequired: uint8(vm.envUint("DEMO_QUORUM")),
            maxAgeMs: 10 minutes * 1000,
            maxAheadMs: 10 minutes * 1000
        });
        CrossConsumer consumer = new CrossConsumer(gateway, settings, 0);
        (bool stored,) = address(consumer).call(vm.envBytes("DEMO_LIST"));
        require(stored, "the list is refused");
        bytes32[] memory sources = vm.envBytes32("DEMO_SOURCES", ",");
        uint256[] memory values = vm.envUint("DEMO_VALUES", ",");
        require(sources.length == 2, "two sources");
        for (uint256 i = 0; i < sources.length; i++) {
            require(consumer.price(sources[i]) == values[i], "another value");
        }
        require(consumer.cross(sources[0], sources[1]) == values[0] * 1e18 / values[1], "another cross rate");
    }

    function possessions() private view returns (Possession[] memory list) {
        uint256[] memory indices = vm.envUint("DEMO_INDICES", ",");
        bytes32[] memory encryptionKeys = vm.envBytes32("DEMO_ENCRYPTION_KEYS", ",");
        bytes32[] memory operators = vm.envBytes32("DEMO_OPERATORS", ",");
        string[] memory endpoints = vm.envString("DEMO_ENDPOINTS", ",");
        bytes32[] memory s = vm.envBytes32("DEMO_S", ",");
        address[] memory commitments = vm.envAddress("DEMO_COMMITMENTS", ",");
        list = new Possession[](indices.length);
        for (uint256 i = 0; i < indices.length; i++) {
            list[i] = Possession({
                index: uint8(indices[i]),
                encryptionKey: encryptionKeys[i],
                operator: operators[i],
                // A new world registers each node once.
                previousRegisteredAt: 0,
                endpoint: endpoints[i],
                s: uint256(s[i]),
                commitment: commitments[i]
            });
        }
    }
}
