export interface Compiled {
  readonly abi: readonly unknown[];
  /** Hex without 0x, of the contracts that were named. */
  readonly evm?: { readonly bytecode: { readonly object: string } };
}

export declare function compiled(names?: readonly string[]): [name: string, contract: Compiled][];
