import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GATEWAY_KEY_LAMPORTS, TOKEN_STATE_OFFSET, escrowTokens, serveAgentRound, serveRound } from '../rounds.mjs';

const WORKER = { what: 'worker', index: 0 };
const GATEWAY = { what: 'gateway' };
const FROZEN = 2;
const INITIALIZED = 1;
/** The program's shortest settle window, and its default. */
const SHORT_WINDOW_SECONDS = 900;
const WINDOW_SECONDS = 21_600;
/** Nearly as old as a gateway accepts. */
const OLD_SECONDS = 280;
/** Less than any settlement takes. */
const TOO_FEW_LAMPORTS = 1_000_000n;

function pullBooks(room, page) {
  return room.type(page, 'operate books pull --to <folder>', { folder: room.books });
}

export const SETTLEMENT = [
  {
    situation: 'a gateway serves rounds with settlement.enabled = false',
    pages: {
      OracleSettlementHeld: async (room) => {
        await room.type('OracleSettlementHeld', 'operate list');
        await room.restore('gateway', GATEWAY, room.before);
        room.say('settlement.enabled = true, and the gateway restarted');
        await room.type('OracleSettlementHeld', 'operate release <round id>', { 'round id': room.held });
        await room.type('OracleSettlementHeld', 'operate release all');
      },
    },
    async make(room) {
      room.before = await room.reconfigure('gateway', GATEWAY, (config) => {
        config.settlement.enabled = false;
      });
      await serveRound(room);
      room.held = await serveRound(room);
    },
  },
  {
    situation: 'the mint freezes the escrow of an agent after its round was served',
    pages: {
      OracleSettlementParked: async (room) => {
        await room.type('OracleSettlementParked', 'operate list');
        await room.type('OracleSettlementParked', 'operate show <round id>', { 'round id': room.frozen });
        room.overwrite(escrowTokens(room), TOKEN_STATE_OFFSET, [INITIALIZED]);
        room.say('the mint thaws the escrow');
        await room.type('OracleSettlementParked', 'operate requeue <round id>', { 'round id': room.frozen });
        await room.type('OracleSettlementParked', 'operate requeue all');
      },
    },
    async make(room) {
      room.before = await room.reconfigure('worker-0', WORKER, (config) => {
        config.settlement.settle_max_attempts = 1;
      });
      room.drilled.kill('worker');
      room.frozen = await serveAgentRound(room);
      room.overwrite(escrowTokens(room), TOKEN_STATE_OFFSET, [FROZEN]);
      await room.drilled.start('worker');
    },
    end: (room) => room.restore('worker-0', WORKER, room.before),
  },
  {
    situation: "no round is settled, because the gateway's key is drained; the settle window is a quarter of an hour",
    pages: {
      OracleSettlementLate: (room) => room.type('OracleSettlementLate', 'operate show <round id>', { 'round id': room.late }),
    },
    async make(room) {
      await room.typeAside(`admin settings --settle-window-seconds ${SHORT_WINDOW_SECONDS}`);
      room.drilled.kill('worker');
      room.late = await serveRound(room, { ageSeconds: OLD_SECONDS });
      room.hold(room.manifest.gatewayAuthority, TOO_FEW_LAMPORTS);
      await room.drilled.start('worker');
    },
    async end(room) {
      room.hold(room.manifest.gatewayAuthority, GATEWAY_KEY_LAMPORTS);
      await room.typeAside(`admin settings --settle-window-seconds ${WINDOW_SECONDS}`);
    },
  },
  {
    situation: 'a round waits for a quarter of an hour',
    commandsOnly: 'it takes a quarter of an hour',
    pages: {
      OracleSettlementSlow: async (room) =>
        room.type('OracleSettlementSlow', 'operate show <round id>', { 'round id': await serveRound(room) }),
    },
  },
  {
    situation: 'the index of receipts is full',
    commandsOnly: 'it takes 2.5 million receipts',
    pages: { OracleReceiptsForgotten: (room) => room.type('OracleReceiptsForgotten', 'operate rent reclaim') },
  },
  {
    situation: 'the ledger loses a settlement before it is final',
    pages: { OracleSettlementRolledBack: async () => undefined },
    async make(room) {
      // A round is named by the address of its receipt.
      room.lost = await serveRound(room);
      await room.settled(room.lost);
      room.loseAccount(room.lost);
    },
    end: (room) => room.settled(room.lost),
  },
  {
    situation: 'the books are nearly full, and full',
    commandsOnly: 'it takes 750,000 rounds',
    async make(room) {
      room.books = join(room.drilled.state, 'books');
      await mkdir(room.books, { recursive: true });
    },
    pages: {
      OracleBooksWaiting: (room) => pullBooks(room, 'OracleBooksWaiting'),
      OracleBooksLost: (room) => pullBooks(room, 'OracleBooksLost'),
    },
  },
];
