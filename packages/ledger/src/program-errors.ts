/** The oracle program's custom error codes, as in programs/oracle/errors.json. */
const PROGRAM_ERROR_NAMES: ReadonlyMap<number, string> = new Map([
  [6000, 'InvalidInstruction'],
  [6001, 'WrongAccountCount'],
  [6002, 'MissingSignature'],
  [6003, 'NotWritable'],
  [6004, 'WrongOwner'],
  [6005, 'WrongAccountKind'],
  [6006, 'WrongAddress'],
  [6007, 'AlreadyExists'],
  [6008, 'WrongProgram'],
  [6009, 'WrongAuthority'],
  [6010, 'InvalidSettings'],
  [6011, 'WrongMint'],
  [6012, 'WrongTokenAccount'],
  [6013, 'Overflow'],
  [6014, 'InvalidNodeIndex'],
  [6015, 'InvalidEndpoint'],
  [6016, 'InvalidEncryptionKey'],
  [6017, 'InvalidPublicKey'],
  [6018, 'InvalidProof'],
  [6019, 'RepeatedIndex'],
  [6020, 'IndexOutOfOrder'],
  [6021, 'SlotEmpty'],
  [6022, 'DuplicateKey'],
  [6023, 'UnreachableQuorum'],
  [6024, 'NothingToChange'],
  [6025, 'TooSoon'],
  [6026, 'InvalidMaxSignatures'],
  [6027, 'InvalidExpiry'],
  [6028, 'WrongGateway'],
  [6029, 'GatewayInactive'],
  [6030, 'SubscriptionPaused'],
  [6031, 'SubscriptionExpired'],
  [6032, 'QuotaExhausted'],
  [6033, 'QuorumOutOfRange'],
  [6034, 'TimestampOutOfWindow'],
  [6035, 'RegistryExpired'],
  [6036, 'InvalidBitmap'],
  [6037, 'WrongAggregateKey'],
  [6038, 'InvalidAttestation'],
  [6039, 'RoundAlreadySettled'],
  [6040, 'PriceAboveMaximum'],
  [6041, 'WrongSlope'],
  [6042, 'WrongSignerSet'],
  [6043, 'StillInUse'],
  [6044, 'InvalidDelegate'],
  [6045, 'WrongDelegate'],
  [6046, 'DelegateRevoked'],
  [6047, 'DelegateExpired'],
  [6048, 'DelegateExhausted'],
  [6049, 'AttestationNotNewer'],
  [6050, 'AttestationAhead'],
  [6051, 'InvalidSourceText'],
  [6052, 'WithdrawNotRequested'],
  [6053, 'EscrowPaused'],
  [6054, 'EscrowUnderfunded'],
  [6055, 'InvalidRequestSignature'],
]);

/** Every code with its name, ascending. */
export const PROGRAM_ERRORS: readonly (readonly [code: number, name: string])[] = [...PROGRAM_ERROR_NAMES];

/** `AccountFrozen` of the SPL token program: the mint's freeze authority has stopped one of the two accounts of a transfer. */
export const TOKEN_ACCOUNT_FROZEN = 17;

/** The program's name of a custom error code, or `Custom(<code>)` for a code that is another program's. */
export function programErrorName(code: number): string {
  return PROGRAM_ERROR_NAMES.get(code) ?? (code === TOKEN_ACCOUNT_FROZEN ? 'TokenAccountFrozen' : `Custom(${code})`);
}
