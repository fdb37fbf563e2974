/** The account tables of docs/protocol.md, read field by field. */
class Fields {
  private offset = 0;

  constructor(private readonly data: Uint8Array) {}

  bytes(width: number): Uint8Array {
    const end = this.offset + width;
    if (end > this.data.length) throw new RangeError(`account of ${this.data.length} bytes ends before offset ${end}`);
    const bytes = this.data.slice(this.offset, end);
    this.offset = end;
    return bytes;
  }

  ascii(width: number): string {
    return Buffer.from(this.bytes(width)).toString('ascii');
  }

  u8(): number {
    return this.bytes(1)[0]!;
  }

  u64(): bigint {
    return Buffer.from(this.bytes(8)).readBigUInt64LE();
  }

  i64(): bigint {
    return Buffer.from(this.bytes(8)).readBigInt64LE();
  }

  zeros(width: number): Uint8Array {
    const bytes = this.bytes(width);
    if (bytes.some((byte) => byte !== 0)) throw new Error('reserved bytes are not zero');
    return bytes;
  }

  end(): void {
    if (this.offset !== this.data.length) throw new RangeError(`account of ${this.data.length} bytes, read to ${this.offset}`);
  }
}

export function readConfig(data: Uint8Array) {
  const fields = new Fields(data);
  const config = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    minSigners: fields.u8(),
    reserved: fields.zeros(6),
    deploymentId: fields.bytes(32),
    authority: fields.bytes(32),
    pendingAuthority: fields.bytes(32),
    mint: fields.bytes(32),
    registryVersion: fields.u64(),
    versionGraceSeconds: fields.u64(),
    settleWindowSeconds: fields.u64(),
    withdrawDelaySeconds: fields.u64(),
    x402RoundBase: fields.u64(),
    rewardPerSignature: fields.u64(),
    agentRoundBase: fields.u64(),
    agentRoundPerSig: fields.u64(),
    subscriptionRoundBase: fields.u64(),
    subscriptionRoundPerSig: fields.u64(),
    oldestAcceptedVersion: fields.u64(),
    settleFloor: fields.i64(),
    additionsDelaySeconds: fields.u64(),
    guardian: fields.bytes(32),
  };
  fields.end();
  return config;
}

export function readRegistry(data: Uint8Array) {
  const fields = new Fields(data);
  const header = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    count: fields.u8(),
    redundancyBuffer: fields.u8(),
    minSigners: fields.u8(),
    active: fields.u8(),
    reserved: fields.zeros(3),
    version: fields.u64(),
    createdAt: fields.i64(),
    acceptUntil: fields.i64(),
  };
  const keys = Array.from({ length: header.count }, () => fields.bytes(64));
  fields.end();
  return { ...header, keys };
}

export function readNode(data: Uint8Array) {
  const fields = new Fields(data);
  const node = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    index: fields.u8(),
    reserved: fields.zeros(6),
    publicKey: fields.bytes(64),
    operator: fields.bytes(32),
    encryptionKey: fields.bytes(32),
    previousEncryptionKey: fields.bytes(32),
    encryptionKeyChangedAt: fields.i64(),
    registeredAt: fields.i64(),
    endpointLength: fields.u8(),
    endpoint: fields.ascii(127),
    previousPublicKey: fields.bytes(64),
    publicKeyChangedAt: fields.i64(),
    previousEndpointLength: fields.u8(),
    previousEndpoint: fields.ascii(127),
  };
  fields.end();
  return node;
}

export function readGateway(data: Uint8Array) {
  const fields = new Fields(data);
  const gateway = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    reserved: fields.zeros(7),
    id: fields.bytes(32),
    authority: fields.bytes(32),
    pendingAuthority: fields.bytes(32),
    rotator: fields.bytes(32),
    rentTo: fields.bytes(32),
    registeredAt: fields.i64(),
    deactivatedAt: fields.i64(),
    reactivatedAt: fields.i64(),
  };
  fields.end();
  return gateway;
}

export function readSubscription(data: Uint8Array) {
  const fields = new Fields(data);
  const subscription = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    maxSignatures: fields.u8(),
    reserved: fields.zeros(6),
    owner: fields.bytes(32),
    gateway: fields.bytes(32),
    pendingGateway: fields.bytes(32),
    gatewayFrom: fields.i64(),
    roundsLeft: fields.u64(),
    expiresAt: fields.i64(),
    pausedAt: fields.i64(),
    resumedAt: fields.i64(),
    openedAt: fields.i64(),
    changeProposedAt: fields.i64(),
  };
  fields.end();
  return subscription;
}

export function readDelegate(data: Uint8Array) {
  const fields = new Fields(data);
  const delegate = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    maxSignatures: fields.u8(),
    earlierMaxSignatures: fields.u8(),
    reserved: fields.zeros(5),
    subscription: fields.bytes(32),
    authority: fields.bytes(32),
    rounds: fields.u64(),
    earlierRounds: fields.u64(),
    roundsSettled: fields.u64(),
    loweredAt: fields.i64(),
    expiresAt: fields.i64(),
    revokedAt: fields.i64(),
    addedAt: fields.i64(),
  };
  fields.end();
  return delegate;
}

export function readFeed(data: Uint8Array) {
  const fields = new Fields(data);
  const feed = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    mode: fields.u8(),
    decimals: fields.u8(),
    signaturesRequired: fields.u8(),
    form: fields.u8(),
    reserved: fields.zeros(3),
    feedId: fields.bytes(32),
    owner: fields.bytes(32),
    sourceId: fields.bytes(32),
    value: fields.bytes(32),
    timestampMs: fields.u64(),
    observedAtMs: fields.u64(),
    registryVersion: fields.u64(),
    slot: fields.u64(),
  };
  fields.end();
  return feed;
}

export function readPendingChange(data: Uint8Array) {
  const fields = new Fields(data);
  const header = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    reserved: fields.zeros(7),
    digest: fields.bytes(32),
    announcedAt: fields.i64(),
    effectiveAt: fields.i64(),
  };
  return { ...header, change: data.slice(64) };
}

export function readReceipt(data: Uint8Array) {
  const fields = new Fields(data);
  const receipt = {
    discriminator: fields.ascii(8),
    message: fields.bytes(32),
    gateway: fields.bytes(32),
    timestamp: fields.u64(),
  };
  fields.end();
  return receipt;
}

export function readSignerSet(data: Uint8Array) {
  const fields = new Fields(data);
  const signerSet = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    registryBump: fields.u8(),
    signatures: fields.u8(),
    reserved: fields.zeros(5),
    registryVersion: fields.u64(),
    signers: fields.bytes(32),
    payer: fields.bytes(32),
    aggregateKey: fields.bytes(64),
  };
  fields.end();
  return signerSet;
}

export function readAgentEscrow(data: Uint8Array) {
  const fields = new Fields(data);
  const escrow = {
    discriminator: fields.ascii(8),
    bump: fields.u8(),
    tokensBump: fields.u8(),
    reserved: fields.zeros(6),
    authority: fields.bytes(32),
    gateway: fields.bytes(32),
    pausedAt: fields.i64(),
    resumedAt: fields.i64(),
    withdrawRequestedAt: fields.i64(),
    withdrawableAt: fields.i64(),
  };
  fields.end();
  return escrow;
}
