import { table } from './generated-blocks.mjs';

const ATOMIC_PER_DOLLAR = 1_000_000n;
const LAMPORTS_PER_SOL = 1e9;
/** Solana's rent: lamports for each byte of an account that stays, and the bytes that each account has beside its own. */
const RENT_LAMPORTS_PER_BYTE = 6_960;
const RENT_EXTRA_BYTES = 128;

const ROUNDS = [
  { what: 'one value, quorum 3', signatures: 3, units: 1 },
  { what: 'one value, quorum 5', signatures: 5, units: 1 },
  { what: 'an index of 3 sources, quorum 3', signatures: 3, units: 3 },
  { what: 'a list of 10 values, quorum 3', signatures: 3, units: 10 },
];

const KEPT = [
  { what: 'every minute', heartbeatSeconds: 60 },
  { what: 'every 5 minutes', heartbeatSeconds: 300 },
  { what: 'every hour', heartbeatSeconds: 3_600 },
];
/** Settings of the keeper's example. */
const CHECK_MS = 6_000;
const LEAD_MS = 15_000;

const RENTS = [
  { account: 'roundReceipt', payer: 'the gateway', back: 'after the settlement window' },
  { account: 'subscription', payer: 'the subscriber', back: 'never: it can be renewed' },
  { account: 'delegate', payer: 'the subscriber', back: 'when the subscriber closes the delegate' },
  { account: 'agentEscrow', payer: 'the gateway that settles its first round', back: 'never: the payer can go on with it' },
  { account: 'feed', payer: 'the key that writes it first', back: 'never: programs go on reading it' },
];

/** docs/pricing.md: a round on each path, in dollars. */
export function roundPricesTable(documented) {
  const rows = ROUNDS.map(({ what, signatures, units }) => [
    what,
    dollars(subscriptionPrice(documented, signatures, units)),
    dollars(documented.x402RoundPrice(documented.WORLD_PRICES, terms(documented, signatures, units))),
    dollars(documented.agentRoundPrice(documented.WORLD_PRICES, terms(documented, signatures, units))),
  ]);
  return table(['a round', 'subscription', 'x402', 'escrow'], rows);
}

/** docs/pricing.md: a feed that a keeper writes to the ledger, for a day without deviations. */
export function keptFeedsTable(documented) {
  const rows = KEPT.map(({ what, heartbeatSeconds }) => {
    const rule = { heartbeatMs: heartbeatSeconds * 1_000, leadMs: LEAD_MS };
    const planFor = (price) =>
      documented.planFeed({ rule, checkIntervalMs: CHECK_MS, price, maxPerDay: null, lamportsPerWrite: documented.lamportsOf(0, 0n) });
    const ofSubscription = planFor(subscriptionPrice(documented, 3, 1));
    const ofEscrow = planFor(documented.agentRoundPrice(documented.WORLD_PRICES, terms(documented, 3, 1)));
    const fee = Number(ofSubscription.lamportsPerDay) / LAMPORTS_PER_SOL;
    return [what, ofSubscription.writesPerDay, dollars(ofSubscription.costPerDay), dollars(ofEscrow.costPerDay), `${fee} SOL`];
  });
  return table(['a value at least', 'rounds a day', 'subscription', 'escrow', 'transactions'], rows);
}

/** docs/pricing.md: lamports that an account keeps while it is open. */
export function rentTable({ ACCOUNT_BYTES }) {
  const rows = RENTS.map(({ account, payer, back }) => {
    const lamports = (RENT_EXTRA_BYTES + ACCOUNT_BYTES[account]) * RENT_LAMPORTS_PER_BYTE;
    return [`\`${account}\``, `${lamports / LAMPORTS_PER_SOL} SOL`, payer, back];
  });
  return table(['account', 'rent', 'who pays it', 'when it comes back'], rows);
}

/** A subscription is bought for a largest quorum, and gives as many rounds as a request has sources. */
function subscriptionPrice({ WORLD_PRICES: prices }, signatures, units) {
  return BigInt(units) * (prices.subscriptionRoundBase + BigInt(signatures) * prices.subscriptionRoundPerSig);
}

function terms({ REDUNDANCY_BUFFER: redundancyBuffer }, signaturesRequired, units) {
  return { signaturesRequired, redundancyBuffer, units };
}

function dollars(atomic) {
  const whole = atomic / ATOMIC_PER_DOLLAR;
  const rest = String(atomic % ATOMIC_PER_DOLLAR).padStart(6, '0');
  return `$${whole}.${rest.slice(0, 2)}${rest.slice(2).replace(/0+$/, '')}`;
}
