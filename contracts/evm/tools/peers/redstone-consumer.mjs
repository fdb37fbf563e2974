/** A contract that stores each symbol's value when all `signers` gave it, in one slot a symbol as `PriceConsumer` and `StoredFeeds` do. */
export function redstoneConsumer(signers) {
  const branches = signers.map((signer, index) => `if (signer == ${signer}) return ${index};`).join('\n        ');
  return `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {RedstoneConsumerNumericBase} from "redstone/core/RedstoneConsumerNumericBase.sol";

contract Consumer is RedstoneConsumerNumericBase {
    struct Stored {
        uint192 value;
        uint64 timestampMs;
    }

    error Old();

    Stored public stored;
    mapping(bytes32 symbol => Stored) public each;

    function update(bytes32 symbol) external {
        bytes32[] memory symbols = new bytes32[](1);
        symbols[0] = symbol;
        (uint256[] memory values, uint256 timestampMs) = getOracleNumericValuesAndTimestampFromTxMsg(symbols);
        validateTimestamp(timestampMs);
        if (timestampMs <= stored.timestampMs) revert Old();
        stored = Stored(uint192(values[0]), uint64(timestampMs));
    }

    function updateMany(bytes32[] memory symbols) external {
        (uint256[] memory values, uint256 timestampMs) = getOracleNumericValuesAndTimestampFromTxMsg(symbols);
        validateTimestamp(timestampMs);
        for (uint256 i = 0; i < symbols.length; i++) {
            Stored storage place = each[symbols[i]];
            if (timestampMs <= place.timestampMs) revert Old();
            (place.value, place.timestampMs) = (uint192(values[i]), uint64(timestampMs));
        }
    }

    function getUniqueSignersThreshold() public pure override returns (uint8) {
        return ${signers.length};
    }

    function getAuthorisedSignerIndex(address signer) public pure override returns (uint8) {
        ${branches}
        revert SignerNotAuthorised(signer);
    }
}
`;
}
