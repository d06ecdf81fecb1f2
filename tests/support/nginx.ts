import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian has it where not every user finds it. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin`;

export function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { env: { PATH }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts nginx with `docs/nginx.conf` in front of a service; returns its address. */
export async function startNginx(serviceUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const site = readFileSync('docs/nginx.conf', 'utf8')
    .replace('127.0.0.1:3000', new URL(serviceUrl).host)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  const file = join(directory, 'nginx.conf');
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${join(directory, name)};`);
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${directory}/pid; error_log ${directory}/log;
    events { worker_connections 4096; } http { access_log off; ${paths.join(' ')} ${site} }`,
  );
  const program = spawn('nginx', ['-p', directory, '-c', file], { env: { PATH }, stdio: 'inherit' });
  const exited = once(program, 'exit');
  while (program.exitCode === null && !(await accepts(port))) await sleep(25);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      program.kill('SIGTERM');
      await exited;
      rmSync(directory, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const result = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return result;
}
