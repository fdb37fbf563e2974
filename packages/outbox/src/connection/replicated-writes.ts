import { SCRIPTS } from './scripts.generated.js';
import { type RunScript, scriptArgs, type ScriptName } from './scripts.js';
import { sharedWait, type SharedWaitInput } from './shared-wait.js';

/**
 * Commands after which a process acts on what no later command repairs: it answers a caller, or lets money move. The writes before them are covered
 * as well, because a replica takes writes in order.
 */
const REPLICATED: ReadonlySet<ScriptName> = new Set(['commit', 'beginPayment', 'noteSignature', 'recordBroadcast', 'publishFeed']);

/**
 * Runs scripts, and those of `REPLICATED` so that their replies are told only once `minReplicas` replicas have their writes. Throws
 * UnreplicatedWriteError.
 */
export function replicatedWrites(run: RunScript, input: SharedWaitInput): RunScript {
  if (input.minReplicas === 0) return run;
  const confirmed = sharedWait(input);
  return (name, keys, scriptInput, text) => {
    if (!REPLICATED.has(name)) return run(name, keys, scriptInput, text);
    return confirmed({ lua: SCRIPTS[name].lua, keys, args: scriptArgs(scriptInput, text) });
  };
}
