// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer} from "../src/IOracleGateway.sol";
import {OracleGateway, Possession} from "../src/OracleGateway.sol";
import {OwnGateway} from "../src/OwnGateway.sol";
import {FeedSettings, StoredFeed} from "../src/StoredFeed.sol";

/// One price on a chain, at the least gas: the contract verifies by itself.
contract OwnPrice is OwnGateway, StoredFeed {
    constructor(bytes memory first, Possession[] memory proofs, uint64 graceSeconds_, uint64 trustSeconds_, FeedSettings memory settings)
        OracleGateway(first, proofs, graceSeconds_, trustSeconds_)
        StoredFeed(settings)
    {}

    /// False where the stored price is as new.
    function update(Answer calldata answer) external returns (bool isWritten) {
        return store(answer);
    }

    function updateWithKeys(Answer calldata answer, uint256 zInverse) external returns (bool isWritten) {
        return storeWithKeys(answer, zInverse);
    }
}
