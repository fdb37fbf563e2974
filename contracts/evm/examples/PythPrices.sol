// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {FixedGateway} from "../src/FixedGateway.sol";
import {IOracleGateway} from "../src/IOracleGateway.sol";
import {PythAdapter, PythSource} from "../src/PythAdapter.sol";
import {FeedsSettings} from "../src/StoredFeeds.sol";

/// Takes the place of Pyth's contract for an application that exists already. Its `conf` is a tenth of a percent of each price.
contract PythPrices is FixedGateway, PythAdapter {
    constructor(IOracleGateway gateway_, FeedsSettings memory settings, PythSource[] memory sources)
        FixedGateway(gateway_)
        PythAdapter(settings, sources, 10)
    {}
}
