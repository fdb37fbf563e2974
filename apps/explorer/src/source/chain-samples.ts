import type { ApiConfigInput } from '@oracle-gateway/client';
import { wholeNumberIn, objectOf } from '../read-json.js';

/** A feed that a program on a chain reads. */
export interface ChainFeed {
  readonly source: ApiConfigInput;
  readonly quorum: number;
  /** 32 bytes, hex with `0x`, as the source id. */
  readonly feedId: string;
  readonly sourceId: string;
  /** Address of the oracle program, 32 bytes. */
  readonly program: Uint8Array;
}

const EXACT_DECIMALS = 18;

/** The example of the crate `oracle-gateway-feed`, for this feed. */
export function rustSample({ source, quorum, feedId, program }: ChainFeed): string {
  const decimals = toleranceDecimals(source);
  const mode = decimals === undefined ? 'Mode::Exact' : `Mode::Tolerance { decimals: ${decimals} }`;
  return `use oracle_gateway_feed::{Expect, Mode, Refusal};

/// Id of the oracle program.
const ORACLE: [u8; 32] = ${rustBytes(program)};
/// At least ${quorum} nodes, and at most a minute old.
const FEED: Expect = Expect { min_signatures: ${quorum}, max_age_ms: 60_000, ..Expect::new(${rustBytes(bytesOf(feedId))}, ${mode}) };

/// The value with six decimals.
fn price(owner: &[u8; 32], data: &[u8], now_seconds: i64) -> Result<i128, Refusal> {
    FEED.read(owner, data, &ORACLE, now_seconds)?.with_decimals(6)
}`;
}

/** The example of the package `@oracle-gateway/evm`, for this feed. */
export function soliditySample({ source, quorum, feedId, sourceId }: ChainFeed): string {
  const decimals = toleranceDecimals(source);
  return `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FixedGateway} from "@oracle-gateway/evm/src/FixedGateway.sol";
import {Answer, IOracleGateway} from "@oracle-gateway/evm/src/IOracleGateway.sol";
import {FeedSettings, StoredFeed} from "@oracle-gateway/evm/src/StoredFeed.sol";

contract Price is FixedGateway, StoredFeed {
    constructor(IOracleGateway gateway_)
        FixedGateway(gateway_)
        StoredFeed(
            FeedSettings({
                feedId: ${feedId},
                sourceId: ${sourceId},
                signaturesRequired: ${quorum},
                form: 1,
                decimals: ${decimals ?? EXACT_DECIMALS},
                isSigned: ${decimals !== undefined},
                maxAgeMs: 60_000,
                maxAheadMs: 14_000
            })
        )
    {}

    function update(Answer calldata answer) external {
        store(answer);
    }

    function price() external view returns (int256 value) {
        uint64 observedAtMs;
        (value, observedAtMs) = latest();
        require(isFresh(observedAtMs), "price is old");
    }
}`;
}

/** Decimals of a source in tolerance mode. */
function toleranceDecimals({ aggregation }: ApiConfigInput): number | undefined {
  return wholeNumberIn(objectOf(objectOf(aggregation)?.['numeric'])?.['decimals']);
}

function rustBytes(bytes: Uint8Array): string {
  return `[${bytes.join(', ')}]`;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
