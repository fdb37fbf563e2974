// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer, Feed, IOracleGateway} from "./IOracleGateway.sol";

/// Stands in for a gateway's contract in tests of consumers. It verifies nothing: never deploy it where money is.
contract MockOracleGateway is IOracleGateway {
    bytes private refusal;

    /// Every verification from now on reverts with these bytes, such as `abi.encodeWithSignature("WrongSignature()")`; none with no bytes.
    function refuseWith(bytes calldata reason) external {
        refusal = reason;
    }

    /// An answer that this contract verifies: a value and its stamp in unix milliseconds.
    function answerOf(int256 value, uint64 observedAtMs) external pure returns (Answer memory answer) {
        answer.value = bytes32(uint256(value));
        (answer.timestampMs, answer.observedAtMs) = (observedAtMs, observedAtMs);
    }

    function verify(Feed calldata, Answer calldata) external view {
        judge();
    }

    function verifyWithKeys(Feed calldata, Answer calldata, uint256) external view {
        judge();
    }

    function judge() private view {
        bytes memory reason = refusal;
        if (reason.length == 0) return;
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
