import type { ChildProcess, SpawnOptions } from 'node:child_process';

/** Starts a program that the kernel ends (SIGTERM) when this process dies, however it dies. */
export function spawnTied(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
