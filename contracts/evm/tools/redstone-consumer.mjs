/** A contract that stores the value of one symbol when all `signers` gave it, in one slot as `PriceConsumer` does. */
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

    function update(bytes32 symbol) external {
        bytes32[] memory symbols = new bytes32[](1);
        symbols[0] = symbol;
        (uint256[] memory values, uint256 timestampMs) = getOracleNumericValuesAndTimestampFromTxMsg(symbols);
        validateTimestamp(timestampMs);
        if (timestampMs <= stored.timestampMs) revert Old();
        stored = Stored(uint192(values[0]), uint64(timestampMs));
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
