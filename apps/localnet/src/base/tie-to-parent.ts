/**
 * Preloaded into every app of the localnet. The IPC channel breaks when the launcher ends, also by SIGKILL. The app then
 * closes as on SIGTERM, and is killed after `GRACE_MS`.
 */
const GRACE_MS = 10_000;

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Listening to the channel must not keep a finished app alive.
process.channel?.unref();

export {};
