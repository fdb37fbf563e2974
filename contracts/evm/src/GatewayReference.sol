// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {AnswerVerifier} from "./AnswerVerifier.sol";
import {Answer, Feed, IOracleGateway} from "./IOracleGateway.sol";

/// Has a gateway's contract verify. `FixedGateway` never changes it, `ExchangeableGateway` does after a delay.
abstract contract GatewayReference is AnswerVerifier {
    /// No contract has this address.
    error WrongGateway();

    function gateway() public view virtual returns (IOracleGateway);

    function requireSigned(Feed memory feed, Answer calldata answer) internal view override {
        gateway().verify(feed, answer);
    }

    function requireSignedByKeys(Feed memory feed, Answer calldata answer, uint256 zInverse) internal view override {
        gateway().verifyWithKeys(feed, answer, zInverse);
    }

    function requireContract(IOracleGateway candidate) internal view {
        if (address(candidate).code.length == 0) revert WrongGateway();
    }
}
