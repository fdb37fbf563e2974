/**
 * Preloaded into every app that the localnet starts. The IPC channel to the launcher breaks when the launcher ends, however it ends,
 * SIGKILL included: the app then closes as on any SIGTERM, and is gone after `GRACE_MS` at the latest.
 */
const GRACE_MS = 10_000;

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Listening to the channel must not keep an app alive that has nothing left to do.
process.channel?.unref();

export {};
