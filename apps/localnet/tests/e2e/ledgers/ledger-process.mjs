// A Solana ledger in a process of its own, with nothing on it. Prints its URL; ends with its parent.
import { createLocalLedger, serveLedgerRpc } from '@oracle-gateway/litesvm-rpc';

const { rpcUrl } = await serveLedgerRpc(createLocalLedger({ genesisHash: process.argv[2] }));
process.stdout.write(`${rpcUrl}\n`);
process.stdin.resume().on('end', () => process.exit(0));
