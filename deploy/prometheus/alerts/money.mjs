import { born, rises, rising, steady } from './series.mjs';

/** The gateway refuses rounds below this balance: the reserve, and what one round takes at most. */
const LEAST_LAMPORTS = 13_143_080;
/** About 350 rounds. */
const FEW_LAMPORTS = 500_000_000;
/** A thousand writes of a feed with their highest fee. */
const KEEPER_WRITES = 1_000;
const DAY_SECONDS = 86_400;
const PURSE = 'oracle:purse_lamports';
const FAILED_CALLS = 'oracle_gateway_facilitator_troubles_total{step!="supported"}';

/** Lamports of the accounts that pay for settlements beyond what is owed. @type {readonly { record: string, expr: string }[]} */
export const MONEY_RECORDS = [{ record: PURSE, expr: 'min(oracle_gateway_fee_balance_lamports - oracle_gateway_owed_lamports)' }];

/** @type {readonly import('./series.mjs').Alert[]} */
export const MONEY_ALERTS = [
  {
    alert: 'OracleFundsOut',
    severity: 'page',
    part: 'funds',
    expr: `min(oracle_gateway_fee_balance_lamports - oracle_gateway_owed_lamports) < ${LEAST_LAMPORTS}`,
    for: '1m',
    summary: 'The gateway refuses rounds: the accounts that pay have too few lamports for further settlements.',
    explains: [
      'OracleFundsEnding',
      'OracleFundsLow',
      'OracleGatewayNotReady',
      'OracleRoundsFail',
      'OracleSettlementSlow',
      'OracleSettlementLate',
      'OracleFeedOld',
    ],
    fires: { oracle_gateway_fee_balance_lamports: steady(1_000_000_000), oracle_gateway_owed_lamports: steady(990_000_000) },
    quiet: { oracle_gateway_fee_balance_lamports: steady(1_000_000_000), oracle_gateway_owed_lamports: steady(900_000_000) },
  },
  {
    alert: 'OracleFundsEnding',
    severity: 'page',
    part: 'funds',
    expr: `predict_linear(${PURSE}[15m], 7200) < ${LEAST_LAMPORTS} and count_over_time(${PURSE}[15m]) > 10`,
    for: '2m',
    summary: 'At the present rate, the lamports of the accounts that pay end within two hours.',
    explains: ['OracleFundsLow'],
    // Twenty SOL at two rounds a second end after 113 minutes.
    fires: { oracle_gateway_fee_balance_lamports: '20000000000-176721600x110', oracle_gateway_owed_lamports: steady(0) },
    quiet: { oracle_gateway_fee_balance_lamports: '20000000000-17672160x300', oracle_gateway_owed_lamports: steady(0) },
  },
  {
    alert: 'OracleFundsLow',
    severity: 'ticket',
    part: 'funds',
    expr: `(predict_linear(${PURSE}[20m], ${DAY_SECONDS}) < ${LEAST_LAMPORTS} and count_over_time(${PURSE}[20m]) > 10) or ${PURSE} < ${FEW_LAMPORTS}`,
    for: '10m',
    summary: 'The lamports of the accounts that pay end within a day at the present rate, or suffice for a few hundred rounds.',
    fires: { oracle_gateway_fee_balance_lamports: '20000000000-17672160x300', oracle_gateway_owed_lamports: steady(0) },
    quiet: { oracle_gateway_fee_balance_lamports: '20000000000-1000000x300', oracle_gateway_owed_lamports: steady(0) },
  },
  {
    alert: 'OraclePaymentsInDoubt',
    severity: 'page',
    part: 'payments',
    expr: 'max(oracle_gateway_oldest_payment_seconds) > 180',
    for: '1m',
    summary: 'A payment is in doubt for longer than a blockhash lives.',
    fires: { oracle_gateway_oldest_payment_seconds: born(181) },
    quiet: { oracle_gateway_oldest_payment_seconds: steady(60) },
  },
  {
    alert: 'OraclePaymentContradicted',
    severity: 'page',
    part: 'payments',
    expr: rises('oracle_gateway_outbox_troubles_total{action="contradiction"}', '15m'),
    summary: 'A payment that is on record as paid was not found on the ledger.',
    fires: { 'oracle_gateway_outbox_troubles_total{job="gateway",action="contradiction"}': born(1), 'up{job="gateway"}': steady(1) },
    quiet: {
      'oracle_gateway_outbox_troubles_total{action="contradiction"}': steady(1),
      'oracle_gateway_outbox_troubles_total{action="wake"}': rising(1),
    },
  },
  {
    alert: 'OracleFacilitatorDown',
    severity: 'page',
    part: 'payments',
    // Troubles in a row, and still: a facilitator that is back is no longer told.
    expr: `min(oracle_gateway_facilitator_up) == 0 or (sum(increase(${FAILED_CALLS}[10m])) > 5 and sum(increase(${FAILED_CALLS}[90s])) > 0)`,
    stepsOf: '15s',
    for: '1m',
    summary: 'The facilitator does not answer: paid rounds are refused.',
    explains: ['OraclePaymentsInDoubt', 'OracleGatewayNotReady', 'OracleRoundsFail'],
    fires: [
      { oracle_gateway_facilitator_up: born(0) },
      { oracle_gateway_facilitator_up: steady(1), 'oracle_gateway_facilitator_troubles_total{step="verify"}': rising(1) },
    ],
    // It was told, and is back.
    quiet: {
      oracle_gateway_facilitator_up: '1x10 0x1 1x300',
      'oracle_gateway_facilitator_troubles_total{step="verify"}': '0+1x10 10x300',
    },
  },
  {
    alert: 'OracleKeeperSpent',
    severity: 'ticket',
    part: 'feeds',
    expr: 'max by (feed) (oracle_keeper_spent) > 0.9 * max by (feed) (oracle_keeper_spending_limit)',
    summary: 'The rounds of a feed have used nine tenths of what they may cost in a day.',
    fires: { 'oracle_keeper_spent{feed="btc-usd"}': born(91), 'oracle_keeper_spending_limit{feed="btc-usd"}': steady(100) },
    quiet: { 'oracle_keeper_spent{feed="btc-usd"}': steady(90), 'oracle_keeper_spending_limit{feed="btc-usd"}': steady(100) },
  },
  {
    alert: 'OracleKeeperFundsLow',
    severity: 'ticket',
    part: 'feeds',
    expr: `min by (target) (oracle_keeper_payer_writes) < ${KEEPER_WRITES}`,
    for: '10m',
    summary: 'The key that pays for a keeper’s transactions on a target suffices for less than a thousand.',
    fires: { 'oracle_keeper_payer_writes{target="base"}': steady(999) },
    quiet: { 'oracle_keeper_payer_writes{target="base"}': steady(1_000) },
  },
];
