import { base58 } from '@scure/base';
import { formatAddress } from './address.js';
import { tokenAmountJson } from './account-json.js';
import type { TokenBalance } from './balances.js';
import type { JsonOutput } from './json-output.js';
import type { AccountKey } from './lookup-tables.js';
import type { Execution, InnerInstruction } from './svm.js';
import type { TransactionError } from './transaction-error.js';
import type { LandedTransaction } from './transaction-log.js';
import type { WireInstruction, WireMessage } from './wire-transaction.js';

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64';

/** The `transaction` and `meta` members of `getTransaction`. No program's instructions are parsed: `jsonParsed` names their accounts. */
export function transactionJson(landed: LandedTransaction, encoding: TransactionEncoding): { transaction: JsonOutput; meta: JsonOutput } {
  return { transaction: encodedTransaction(landed, encoding), meta: metaJson(landed, encoding) };
}

function encodedTransaction({ transaction, accountKeys }: LandedTransaction, encoding: TransactionEncoding): JsonOutput {
  if (encoding === 'base64') return [Buffer.from(transaction.bytes).toString('base64'), 'base64'];
  if (encoding === 'base58') return [base58.encode(transaction.bytes), 'base58'];
  const signatures = transaction.signatures.map((signature) => base58.encode(signature));
  const { message } = transaction;
  return { signatures, message: encoding === 'json' ? messageJson(message) : namedMessageJson(message, accountKeys) };
}

function messageJson(message: WireMessage): JsonOutput {
  return {
    header: {
      numRequiredSignatures: message.requiredSignatures,
      numReadonlySignedAccounts: message.readonlySigned,
      numReadonlyUnsignedAccounts: message.readonlyUnsigned,
    },
    accountKeys: message.staticKeys.map(formatAddress),
    recentBlockhash: message.blockhash,
    instructions: message.instructions.map((instruction) => indexedInstruction(instruction, 1)),
    addressTableLookups: lookupsJson(message),
  };
}

function namedMessageJson(message: WireMessage, keys: readonly AccountKey[]): JsonOutput {
  return {
    accountKeys: keys.map(({ address, signer, writable, source }) => ({ pubkey: formatAddress(address), signer, writable, source })),
    recentBlockhash: message.blockhash,
    instructions: message.instructions.map((instruction) => namedInstruction(instruction, 1, keys)),
    addressTableLookups: lookupsJson(message),
  };
}

function lookupsJson({ version, lookups }: WireMessage): JsonOutput | undefined {
  return version === 'legacy'
    ? undefined
    : lookups.map(({ table, writableIndexes, readonlyIndexes }) => ({
        accountKey: formatAddress(table),
        writableIndexes: [...writableIndexes],
        readonlyIndexes: [...readonlyIndexes],
      }));
}

function indexedInstruction({ programIndex, accounts, data }: WireInstruction, stackHeight: number): JsonOutput {
  return { programIdIndex: programIndex, accounts: [...accounts], data: base58.encode(data), stackHeight };
}

function namedInstruction({ programIndex, accounts, data }: WireInstruction, stackHeight: number, keys: readonly AccountKey[]): JsonOutput {
  const name = (index: number): JsonOutput => {
    const key = keys[index];
    return key === undefined ? null : formatAddress(key.address);
  };
  return { programId: name(programIndex), accounts: [...accounts].map(name), data: base58.encode(data), stackHeight };
}

function metaJson({ execution, fee, balances, accountKeys, transaction }: LandedTransaction, encoding: TransactionEncoding): JsonOutput {
  const loaded = accountKeys.filter(({ source }) => source === 'lookupTable');
  const namesOf = (writable: boolean): string[] =>
    loaded.filter((key) => key.writable === writable).map(({ address }) => formatAddress(address));
  return {
    err: execution.err,
    status: statusJson(execution.err),
    fee,
    preBalances: balances.map(({ before }) => before.lamports),
    postBalances: balances.map(({ after }) => after.lamports),
    preTokenBalances: tokenBalancesJson(balances.map(({ before }) => before.token)),
    postTokenBalances: tokenBalancesJson(balances.map(({ after }) => after.token)),
    innerInstructions: innerInstructionsJson(execution, encoding === 'jsonParsed' ? accountKeys : null),
    logMessages: execution.logs,
    rewards: [],
    loadedAddresses:
      transaction.message.version === 'legacy' && encoding === 'jsonParsed'
        ? undefined
        : { writable: namesOf(true), readonly: namesOf(false) },
    computeUnitsConsumed: execution.unitsConsumed,
    returnData: returnDataJson(execution) ?? undefined,
  };
}

export function statusJson(err: TransactionError | null): JsonOutput {
  return err === null ? { Ok: null } : { Err: err };
}

/** @param keys names accounts instead of giving their indexes; null for the indexed form */
export function innerInstructionsJson({ innerInstructions }: Execution, keys: readonly AccountKey[] | null): JsonOutput {
  const written = (inner: InnerInstruction): JsonOutput =>
    keys === null ? indexedInstruction(inner, inner.stackHeight) : namedInstruction(inner, inner.stackHeight, keys);
  return innerInstructions.flatMap((instructions, index) =>
    instructions.length === 0 ? [] : [{ index, instructions: instructions.map(written) }],
  );
}

export function returnDataJson({ returnData }: Execution): JsonOutput {
  if (returnData === null) return null;
  return { programId: formatAddress(returnData.programId), data: [Buffer.from(returnData.data).toString('base64'), 'base64'] };
}

function tokenBalancesJson(tokens: readonly (TokenBalance | null)[]): JsonOutput {
  return tokens.flatMap((token, accountIndex) =>
    token === null
      ? []
      : [
          {
            accountIndex,
            mint: formatAddress(token.mint),
            owner: formatAddress(token.owner),
            programId: formatAddress(token.programId),
            uiTokenAmount: tokenAmountJson(token.amount, token.decimals),
          },
        ],
  );
}
