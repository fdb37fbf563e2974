import { once } from 'node:events';
import { connect } from 'node:net';

/** Reply of a server: texts, integers, and lists of both. */
export type RedisReply = string | number | null | readonly RedisReply[];

const TIMEOUT_MS = 60_000;

/**
 * Sends commands to the server at a port of 127.0.0.1, without a client library, over one connection. A command is its words with blanks between
 * them. Returns the replies in order. Throws what the server refuses, or that it is silent for a minute.
 */
export async function redisCommands(port: number, commands: readonly string[]): Promise<readonly RedisReply[]> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`Redis at port ${port} is silent`)));
  try {
    await once(socket, 'connect');
    socket.setEncoding('utf8').write(commands.map((command) => `${command}\r\n`).join(''));
    let text = '';
    for (;;) {
      const chunk: unknown = await once(socket, 'data');
      text += String(chunk);
      const replies = readReplies(text, commands.length);
      if (replies !== undefined) return replies;
    }
  } finally {
    socket.destroy();
  }
}

/** One command and its reply. */
export async function redisCommand(port: number, command: string): Promise<RedisReply> {
  const [reply = null] = await redisCommands(port, [command]);
  return reply;
}

/** undefined: not all have arrived. Texts are taken for ASCII, which all of these commands answer. */
function readReplies(text: string, count: number): readonly RedisReply[] | undefined {
  const reader: Reader = { text, at: 0 };
  const replies: RedisReply[] = [];
  while (replies.length < count) {
    const reply = readReply(reader);
    if (reply === undefined) return undefined;
    replies.push(reply);
  }
  return replies;
}

interface Reader {
  readonly text: string;
  at: number;
}

function readReply(reader: Reader): RedisReply | undefined {
  const end = reader.text.indexOf('\r\n', reader.at);
  if (end === -1) return undefined;
  const [kind, rest] = [reader.text.charAt(reader.at), reader.text.slice(reader.at + 1, end)];
  reader.at = end + 2;
  switch (kind) {
    case '+':
      return rest;
    case ':':
      return Number(rest);
    case '-':
      throw new Error(`redis-server refused a command: ${rest}`);
    case '$':
      return readBulk(reader, Number(rest));
    case '*':
      return readList(reader, Number(rest));
    default:
      throw new Error('redis-server answered something else than RESP');
  }
}

function readBulk(reader: Reader, length: number): string | null | undefined {
  if (length === -1) return null;
  const start = reader.at;
  reader.at = start + length + 2;
  return reader.at > reader.text.length ? undefined : reader.text.slice(start, start + length);
}

function readList(reader: Reader, length: number): readonly RedisReply[] | undefined {
  const items: RedisReply[] = [];
  for (let item = 0; item < length; item += 1) {
    const reply = readReply(reader);
    if (reply === undefined) return undefined;
    items.push(reply);
  }
  return items;
}
