#!/usr/bin/env node
// A source that keeps nodes busy with what is no answer, in a process of its own. Prints its host and port; ends with its parent.
// usage: node bench/attacks/hostile-source.mjs
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const BODY_BYTES = 256 * 1024;
const PART_BYTES = 64 * 1024;

/** An answer in gzip. */
function packed(body) {
  const bytes = gzipSync(body);
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`), bytes]);
}

/** First part of an answer, and the part that follows again and again: without end, or `times`. */
const ANSWERS = {
  status: { first: 'HTTP/1.1 999 Words\r\ncontent-length: 2\r\n\r\n{}', again: '', times: 0 },
  informational: { first: '', again: 'HTTP/1.1 103 Early Hints\r\n\r\n', times: Infinity },
  pieces: { first: CHUNKED, again: '1\r\nx\r\n', times: BODY_BYTES },
  /** 64 MiB in 64 KiB. */
  bomb: { first: packed(Buffer.alloc(64 * 1024 * 1024, ' ')), again: '', times: 0 },
  /** 256 KiB in 300 bytes. */
  costly: { first: packed(`[${'"",'.repeat(87_000)}"1"]`), again: '', times: 0 },
  /** An honest answer, for callers beside. */
  price: { first: 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 11\r\n\r\n{"price":1}', again: '', times: 0 },
  extension: { first: `${CHUNKED}5;`, again: 'x', times: Infinity },
};

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (request) => {
    const answer = ANSWERS[/^\S+ \/(\w*)/.exec(request.toString('latin1'))?.[1] ?? ''];
    if (answer === undefined) socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    else send(socket, answer);
  });
});

function send(socket, { first, again, times }) {
  const inPart = again === '' ? 0 : Math.ceil(PART_BYTES / again.length);
  const part = Buffer.from(again.repeat(inPart));
  let left = times;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= inPart;
      if (!socket.write(part)) return;
    }
    if (left <= 0) socket.end();
  };
  socket.on('drain', more);
  socket.write(first);
  more();
}

server.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${server.address().port}`));
