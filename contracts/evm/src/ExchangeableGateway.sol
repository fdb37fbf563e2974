// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {GatewayReference} from "./GatewayReference.sol";
import {IOracleGateway} from "./IOracleGateway.sol";

/// The parties that may exchange the gateway's contract or cancel it, and the delay.
struct ExchangeSettings {
    /// Proposes another contract; better a multisignature than a key. It can have any value accepted once the delay is over.
    address governor;
    /// May cancel a proposal, as the governor may; zero for the governor alone.
    address guardian;
    /// Time between a proposal and the exchange, 1 to 90 days. It also holds where the present contract has lapsed.
    uint64 delaySeconds;
}

/// Lets a governor exchange the gateway's contract after a delay, in which any party can see the proposal. The consumer's stored value
/// stays: a value under the new contract must have a later stamp.
abstract contract ExchangeableGateway is GatewayReference {
    struct Proposal {
        IOracleGateway gateway;
        /// When the exchange can be made, unix seconds.
        uint64 dueAt;
    }

    /// No governor, or a delay that is not between 1 and 90 days.
    error WrongExchange();
    error NotPermitted();
    error NothingProposed();
    error NotDue();

    event GatewayProposed(IOracleGateway indexed next, uint64 dueAt);
    event GatewayProposalCancelled(IOracleGateway indexed next);
    event GatewayExchanged(IOracleGateway indexed previous, IOracleGateway indexed next);

    uint64 private constant MIN_DELAY_SECONDS = 1 days;
    uint64 private constant MAX_DELAY_SECONDS = 90 days;

    address public immutable governor;
    address public immutable guardian;
    uint64 public immutable exchangeDelaySeconds;

    IOracleGateway private currentGateway;
    /// Zeros where nothing is proposed.
    Proposal public proposedGateway;

    constructor(IOracleGateway first, ExchangeSettings memory settings) {
        bool isTimely = settings.delaySeconds >= MIN_DELAY_SECONDS && settings.delaySeconds <= MAX_DELAY_SECONDS;
        if (settings.governor == address(0) || !isTimely) revert WrongExchange();
        requireContract(first);
        (governor, guardian, exchangeDelaySeconds) = (settings.governor, settings.guardian, settings.delaySeconds);
        currentGateway = first;
    }

    function gateway() public view override returns (IOracleGateway) {
        return currentGateway;
    }

    /// Begins the delay of an exchange. A second proposal takes the place of the first, and its delay begins anew.
    function proposeGateway(IOracleGateway next) external {
        if (msg.sender != governor) revert NotPermitted();
        requireContract(next);
        Proposal memory proposal = Proposal(next, uint64(block.timestamp) + exchangeDelaySeconds);
        proposedGateway = proposal;
        emit GatewayProposed(next, proposal.dueAt);
    }

    function cancelProposal() external {
        if (msg.sender != governor && msg.sender != guardian) revert NotPermitted();
        IOracleGateway next = take().gateway;
        emit GatewayProposalCancelled(next);
    }

    /// Makes the exchange once the delay is over. Any party may call it.
    function exchangeGateway() external {
        Proposal memory proposal = take();
        if (block.timestamp < proposal.dueAt) revert NotDue();
        emit GatewayExchanged(currentGateway, proposal.gateway);
        currentGateway = proposal.gateway;
    }

    function take() private returns (Proposal memory proposal) {
        proposal = proposedGateway;
        if (proposal.dueAt == 0) revert NothingProposed();
        delete proposedGateway;
    }
}
