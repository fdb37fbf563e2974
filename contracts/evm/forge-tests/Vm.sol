// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// The cheat codes of forge that the tests use.
interface Vm {
    struct Wallet {
        address addr;
        uint256 publicKeyX;
        uint256 publicKeyY;
        uint256 privateKey;
    }

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    function assume(bool) external pure;
    function createWallet(uint256 privateKey) external returns (Wallet memory);
    function expectRevert() external;
    function expectRevert(bytes4) external;
    function expectRevert(bytes calldata) external;
    function getCode(string calldata artifact) external view returns (bytes memory);
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool);
    function lastCallGas() external view returns (Gas memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32);
    function parseJsonInt(string calldata json, string calldata key) external pure returns (int256);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function parseJsonBool(string calldata json, string calldata key) external pure returns (bool);
    function parseJsonString(string calldata json, string calldata key) external pure returns (string memory);
    function readFile(string calldata path) external view returns (string memory);
    function toString(uint256) external pure returns (string memory);
    function warp(uint256) external;
}
