// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {GatewayReference} from "./GatewayReference.sol";
import {IOracleGateway} from "./IOracleGateway.sol";

/// Names the gateway's contract once, at deployment. No party can exchange it: a consumer ends where its gateway's contract lapses.
abstract contract FixedGateway is GatewayReference {
    IOracleGateway private immutable fixedGateway;

    constructor(IOracleGateway gateway_) {
        requireContract(gateway_);
        fixedGateway = gateway_;
    }

    function gateway() public view override returns (IOracleGateway) {
        return fixedGateway;
    }
}
