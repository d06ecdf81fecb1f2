import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { nonEmpty } from '../support/nonEmpty.ts';
import { createServiceFixture, fastestDatabase, postJson } from './serviceFixture.ts';

const IDLE = 500;

test('connections on which nothing is sent stay open, and delay nobody', async () => {
  const fixture = await createServiceFixture(fastestDatabase);
  onTestFinished(fixture.remove);
  const { url } = await fixture.start();
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < IDLE) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
  }
  const { status } = await postJson(`${url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
  expect(status).toBe(200);
  expect(nonEmpty(sockets).filter((socket) => socket.closed)).toEqual([]);
});
