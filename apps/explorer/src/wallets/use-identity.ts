import type { Info, LedgerOptions, Signer } from '@oracle-gateway/client';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AskVisitor } from '../spending/question.js';
import { told } from '../told.js';
import { WAYS } from '../ways/index.js';
import type { Way } from '../ways/way.js';
import { dollarsIn } from '../words/money.js';
import type { ChosenWallet, Identity } from './identity.js';
import { lentKey } from './wallet-key.js';
import { type Wallet, watchWallets } from './wallet-standard.js';

export const DEMO_NAME = 'Demo wallet';

export interface IdentityState {
  readonly wallets: readonly Wallet[];
  /** The wallet that a test world lends. */
  readonly demo: ChosenWallet | undefined;
  readonly wallet: ChosenWallet | undefined;
  readonly onWallet: (wallet: ChosenWallet | undefined) => void;
  /** The ways that the gateway serves. */
  readonly ways: readonly Way[];
  readonly way: Way;
  readonly onWay: (way: Way) => void;
  /** The limit as the visitor writes it. */
  readonly limit: string;
  readonly onLimit: (limit: string) => void;
  /** Undefined until there is a wallet, and a limit where one is needed. */
  readonly identity: Identity | undefined;
  /** Address of the wallet's key, base58. */
  readonly address: Signer['address'] | undefined;
}

/** State of the identity that asks and pays: nothing of it is kept beyond the visit. */
export function useIdentity(input: {
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  readonly demoKey: Uint8Array | undefined;
  readonly info: Info | undefined;
  readonly ask: AskVisitor;
}): IdentityState {
  const { gateway, ledger, demoKey, info, ask } = input;
  const demo = useMemo(() => (demoKey === undefined ? undefined : { name: DEMO_NAME, key: lentKey(demoKey) }), [demoKey]);
  const wallets = useWallets();
  const [wallet, setWallet] = useState<ChosenWallet | undefined>(demo);
  const [way, setWay] = useState<Way>(WAYS[0]);
  const [limit, setLimit] = useState('');
  const maxAmount = way.spends ? dollarsIn(limit) : 0n;
  const identity = useMemo(() => {
    if (wallet === undefined || maxAmount === undefined) return undefined;
    const { key } = wallet;
    return { address: key.address, way, ...way.open({ key, gateway, ledger, maxAmount, ask }) };
  }, [wallet, way, maxAmount, gateway, ledger, ask]);
  const ways = info === undefined ? WAYS : WAYS.filter((one) => told(() => one.isServed(info)) === true);
  // A gateway that does not serve the chosen way has another one chosen.
  useEffect(() => {
    if (!ways.includes(way)) setWay(ways.at(0) ?? WAYS[0]);
  }, [info]);
  return {
    ...{ wallets, demo, wallet, ways, way, limit, identity },
    address: wallet?.key.address,
    onWallet: setWallet,
    onWay: setWay,
    onLimit: setLimit,
  };
}

function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => watchWallets({ target: window, createEvent: (type, detail) => new CustomEvent(type, { detail }) }, setWallets), []);
  return wallets;
}
