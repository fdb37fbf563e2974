// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer, Feed} from "./IOracleGateway.sol";

/// The way in which a consumer has answers verified: by a gateway's contract (`FixedGateway`, `ExchangeableGateway`), or by itself (`OwnGateway`).
abstract contract AnswerVerifier {
    /// Reverts unless the nodes of a known signer set signed exactly this.
    function requireSigned(Feed memory feed, Answer calldata answer) internal view virtual;

    /// Reverts unless any quorum of nodes signed exactly this. `zInverse` is a hint that is checked.
    function requireSignedByKeys(Feed memory feed, Answer calldata answer, uint256 zInverse) internal view virtual;
}
