// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {FixedGateway} from "../src/FixedGateway.sol";
import {Answer, IOracleGateway} from "../src/IOracleGateway.sol";
import {FeedSettings, StoredFeed} from "../src/StoredFeed.sol";

/// The interface of ERC-7412, "On-Demand Off-Chain Data Retrieval".
interface IERC7412 {
    error OracleDataRequired(address oracleContract, bytes oracleQuery, uint256 feeRequired);

    function oracleId() external view returns (bytes32);
    function fulfillOracleQuery(bytes calldata signedOffchainData) external payable;
}

/// Sells a token at the present price, which the buyer brings in the same transaction. Nothing keeps the price fresh in between.
contract PullConsumer is FixedGateway, StoredFeed, IERC7412 {
    error NoFee();

    mapping(address buyer => uint256 amount) public bought;

    constructor(IOracleGateway gateway_, FeedSettings memory settings) FixedGateway(gateway_) StoredFeed(exact(settings)) {}

    /// Asks for the price where there is no fresh one: clients of ERC-7412 then put `fulfillOracleQuery` before this call.
    function buy(uint256 amount) public returns (uint256 cost) {
        (int256 value, uint64 observedAtMs) = latest();
        if (!isFresh(observedAtMs)) revert OracleDataRequired(address(this), abi.encode(feed()), 0);
        bought[msg.sender] += amount;
        // Never below zero: the feed is of exact mode.
        return amount * uint256(value) / 10 ** decimals;
    }

    /// Buys for a client that knows which answer is needed.
    function buyAt(uint256 amount, Answer calldata answer) external returns (uint256 cost) {
        bring(answer, 0);
        return buy(amount);
    }

    /// @param signedOffchainData abi.encode(Answer, zInverse); 0 where the signer set is known
    function fulfillOracleQuery(bytes calldata signedOffchainData) external payable {
        if (msg.value != 0) revert NoFee();
        (Answer memory answer, uint256 zInverse) = abi.decode(signedOffchainData, (Answer, uint256));
        this.bring(answer, zInverse);
    }

    function oracleId() external pure returns (bytes32) {
        return "ORACLE_GATEWAY";
    }

    function exact(FeedSettings memory settings) private pure returns (FeedSettings memory) {
        settings.isSigned = false;
        return settings;
    }

    /// Another buyer of this block may have brought a newer answer, which then counts.
    function bring(Answer calldata answer, uint256 zInverse) public {
        if (zInverse == 0) store(answer);
        else storeWithKeys(answer, zInverse);
    }
}
