import { EventEmitter } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import { createFailure } from './failure.js';
import { runService, type Service } from './run-service.js';

let signals: EventEmitter;
let calls: string[];
beforeEach(() => {
  signals = new EventEmitter();
  calls = [];
});

/** A service that tells what it was called for, and closes when the test says so. */
function heldService() {
  const { failed, report } = createFailure();
  let letClose = (): void => undefined;
  let listened = (): void => undefined;
  let closing = (): void => undefined;
  const isListening = new Promise<void>((resolve) => (listened = resolve));
  const isClosing = new Promise<void>((resolve) => (closing = resolve));
  const closed = new Promise<void>((resolve) => (letClose = resolve));
  const service: Service = {
    failed,
    logger: { warn: (text: unknown) => void calls.push(String(text)) },
    listen() {
      calls.push('listen');
      listened();
      return Promise.resolve();
    },
    close() {
      calls.push('close');
      closing();
      return closed;
    },
  };
  return { service, report, isListening, isClosing, letClose: () => letClose() };
}

it.each(['SIGTERM', 'SIGINT'])('%s closes the service', async (signal) => {
  const { service, isListening, letClose } = heldService();
  const running = runService(() => Promise.resolve(service), signals);
  await isListening;
  letClose();
  signals.emit(signal);
  await running;
  expect(calls).toEqual(['listen', 'close']);
  expect(signals.listenerCount(signal)).toBe(0);
});

it('a signal before the service listens closes it too', async () => {
  const { service, letClose } = heldService();
  letClose();
  let create: (made: Service) => void = () => undefined;
  const running = runService(() => new Promise((resolve) => (create = resolve)), signals);
  signals.emit('SIGTERM');
  create(service);
  await running;
  expect(calls.at(-1)).toBe('close');
});

it('a further signal calls close again, and the service is waited for', async () => {
  const { service, isListening, isClosing, letClose } = heldService();
  const running = runService(() => Promise.resolve(service), signals);
  await isListening;
  signals.emit('SIGTERM');
  await isClosing;
  signals.emit('SIGTERM');
  expect(calls).toEqual(['listen', 'close', 'close']);
  letClose();
  await running;
});

it('SIGHUP ends nothing, and the log says that the configuration is read at the start', async () => {
  const { service, isListening, letClose } = heldService();
  let create: (made: Service) => void = () => undefined;
  const running = runService(() => new Promise((resolve) => (create = resolve)), signals);
  // Nothing can be told yet, and the process goes on.
  signals.emit('SIGHUP');
  create(service);
  await isListening;
  signals.emit('SIGHUP');
  expect(calls).toEqual(['listen', expect.stringMatching(/^SIGHUP changes nothing: .*restart the process/)]);
  letClose();
  signals.emit('SIGTERM');
  await running;
  expect(signals.listenerCount('SIGHUP')).toBe(0);
});

it('a failure of the service closes it, and is thrown', async () => {
  const { service, report, letClose } = heldService();
  letClose();
  const running = runService(() => Promise.resolve(service), signals);
  report(new Error('another network'));
  await expect(running).rejects.toThrow('another network');
  expect(calls).toEqual(['listen', 'close']);
});

it('a service that cannot listen is closed', async () => {
  const { service, letClose } = heldService();
  letClose();
  const running = runService(() => Promise.resolve({ ...service, listen: () => Promise.reject(new Error('EADDRINUSE')) }), signals);
  await expect(running).rejects.toThrow('EADDRINUSE');
  expect(calls).toEqual(['close']);
});

it('a service that cannot be created is an error', async () => {
  await expect(runService(() => Promise.reject(new Error('volatile')), signals)).rejects.toThrow('volatile');
  expect(signals.listenerCount('SIGTERM')).toBe(0);
});
