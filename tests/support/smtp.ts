import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Certificate } from './certificate.ts';

/** A mail as the SMTP server has it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Header fields by name in small letters, unfolded. */
  headers: ReadonlyMap<string, string>;
  /** The whole message. */
  source: string;
  /** Whether it came over TLS. */
  secure: boolean;
  /** Whom it was sent by, where the server asks for a password. */
  user: string | undefined;
}

/** A real SMTP server that can be told to misbehave. */
export interface TestSmtpServer {
  port: number;
  /** What it accepted, in turn. */
  received: readonly ReceivedMail[];
  /** How many messages were given to it, accepted or not. */
  offered: number;
  /** How many passwords it was told, right or wrong. */
  passwords: number;
  /** The answer to a recipient: a status of three digits with words, or undefined to accept. */
  onRecipient: (address: string) => string | undefined;
  /** Happens when a message has arrived and before it is accepted; may answer with a status in its place. */
  onMessage: (mail: ReceivedMail) => Promise<string | undefined>;
  /** Happens after a message was accepted for good, before the client is told so. */
  onAccepted: (mail: ReceivedMail) => Promise<void>;
  /** Ends every connection that sends a message, in the middle of it. */
  dropsMessages: boolean;
  start(): Promise<void>;
  /** Ends it at once with its connections. */
  stop(): Promise<void>;
}

export interface SmtpServerOptions {
  certificate?: Certificate;
  /** Speaks TLS from the first byte. */
  secure?: boolean;
  /** Asks for a user name and this password. */
  password?: string;
}

/** Starts an SMTP server on a free port of this machine, which it keeps when it is stopped and started again. */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  let running: SMTPServer | undefined;

  const make = () =>
    new SMTPServer({
      ...options.certificate,
      secure: options.secure ?? false,
      ...(!options.certificate && { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }),
      authOptional: options.password === undefined,
      logger: false,
      closeTimeout: 10,
      disableReverseLookup: true,
      onAuth({ username, password }, _session, done) {
        server.passwords += 1;
        if (password === options.password) done(null, { user: username });
        else done(refusal('535 No'));
      },
      onRcptTo({ address }, _session, done) {
        const answer = server.onRecipient(address);
        done(answer === undefined ? null : refusal(answer));
      },
      onData(stream, session, done) {
        if (server.dropsMessages) {
          server.offered += 1;
          for (const connection of running?.connections ?? []) connection._socket.destroy();
          return;
        }
        void take(stream, session).then((answer) => done(answer === undefined ? null : refusal(answer)));
      },
    }).on('error', () => {});

  async function take(stream: NodeJS.ReadableStream, session: SMTPServerSession) {
    const mail = read(await text(stream), session);
    server.offered += 1;
    const answer = await server.onMessage(mail);
    if (answer !== undefined) return answer;
    received.push(mail);
    await server.onAccepted(mail);
    return undefined;
  }

  const server: TestSmtpServer = {
    port: await freePort(),
    received,
    offered: 0,
    passwords: 0,
    onRecipient: () => undefined,
    onMessage: async () => undefined,
    onAccepted: async () => {},
    dropsMessages: false,
    async start() {
      running = make();
      await once(running.listen(server.port, '127.0.0.1'), 'listening');
    },
    async stop() {
      if (!running) return;
      for (const connection of running.connections) connection._socket.destroy();
      await new Promise<void>((resolve) => running?.close(resolve));
      running = undefined;
    },
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address: AddressInfo | string | null = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

function refusal(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

function read(source: string, { envelope, secure, user }: SMTPServerSession): ReceivedMail {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const fields = head.split('\r\n').map((line): [string, string] => {
    const [name = ''] = line.split(':', 1);
    return [name.toLowerCase(), line.slice(name.length + 1).trim()];
  });
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    headers: new Map(fields),
    source,
    secure,
    user: typeof user === 'string' ? user : undefined,
  };
}
