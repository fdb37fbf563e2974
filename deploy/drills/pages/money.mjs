import { GATEWAY_KEY_LAMPORTS, serveRound } from '../rounds.mjs';

/** Less than the reserve. */
const NONE_LEFT = 5_000_000n;
const FEW_LEFT = 400_000_000n;
/** A thousand SOL end within an hour. */
const SPENT_A_SECOND = 300_000_000n;
/** Rent of an account without data. */
const RENT_LAMPORTS = 890_880n;

export const MONEY = [
  {
    situation: "the gateway's key is drained",
    pages: {
      OracleFundsOut: async (room) => {
        await room.type('OracleFundsOut', 'oracle-gateway-admin show');
        await room.type('OracleFundsOut', 'settlement-worker operate readings reset all');
      },
    },
    make: (room) => room.hold(room.manifest.gatewayAuthority, NONE_LEFT),
    end: (room) => room.hold(room.manifest.gatewayAuthority, GATEWAY_KEY_LAMPORTS),
  },
  {
    situation: "the gateway's key loses lamports quickly",
    pages: {
      OracleFundsEnding: async (room) => {
        await room.type('OracleFundsEnding', 'oracle-gateway-admin show');
        await room.type('OracleFundsEnding', 'oracle-gateway-admin plan --rounds-per-second <n>', { n: '1' });
      },
    },
    make(room) {
      room.spending = room.spend(room.manifest.gatewayAuthority, SPENT_A_SECOND);
    },
    end(room) {
      room.spending.stop();
      room.hold(room.manifest.gatewayAuthority, GATEWAY_KEY_LAMPORTS);
    },
  },
  {
    situation: "the gateway's key has lamports for some hundred rounds, and rounds go on",
    pages: { OracleFundsLow: async () => undefined },
    make: (room) => room.hold(room.manifest.gatewayAuthority, FEW_LEFT),
    end: (room) => room.hold(room.manifest.gatewayAuthority, GATEWAY_KEY_LAMPORTS),
  },
  {
    situation: "the keeper's key is empty",
    pages: {
      OracleKeeperFundsLow: (room) => room.type('OracleKeeperFundsLow', 'oracle-gateway-keeper check-config'),
      OracleKeeperFails: async () => undefined,
      OracleFeedOld: (room) => room.type('OracleFeedOld', 'node examples/submit-feed.mjs'),
    },
    make: async (room) => room.hold(await room.keeperPayer(), RENT_LAMPORTS),
    end: async (room) => room.hold(await room.keeperPayer(), GATEWAY_KEY_LAMPORTS),
  },
  {
    situation: 'a facilitator makes a payment and does not say so, and the ledger stalls at the same moment',
    pages: {
      OraclePaymentsInDoubt: (room) => room.type('OraclePaymentsInDoubt', 'gateway payments --config gateway.toml'),
    },
    async make(room) {
      await room.control('/facilitator', { fault: 'settle-then-drop' });
      const stopListening = room.world.ledger.listen({
        onTransaction(landed) {
          if (!room.isPayment(landed)) return;
          stopListening();
          room.drilled.stallLedger();
        },
      });
    },
    async end(room) {
      await room.control('/facilitator', { fault: 'none' });
      room.drilled.resumeLedger();
    },
  },
  {
    situation: 'a payment that is on record as paid is not on the ledger',
    commandsOnly: 'the ledger of a drill loses no payment',
    pages: {
      OraclePaymentContradicted: async (room) =>
        room.type('OraclePaymentContradicted', 'oracle-gateway-admin why <round id> <log files>', {
          'round id': await serveRound(room),
          'log files': room.logs(),
        }),
    },
  },
];
