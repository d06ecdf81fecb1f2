import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A key and a self-signed certificate for `localhost`, as PEM. */
type Certificate = {
  key: string;
  cert: string;
};

/** A new certificate, which no client trusts by default. */
export async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  return { key, cert };
}

/** A mail that the SMTP server received. */
export type ReceivedMail = {
  from: string;
  to: string[];
  /** Header fields by name in small letters, unfolded. */
  headers: ReadonlyMap<string, string>;
  /** The whole message. */
  source: string;
  /** True if it came over TLS. */
  secure: boolean;
  /** The user who sent it, where the server requires a password. */
  user: string | undefined;
};

/** An SMTP server whose faults tests can set. */
export type TestSmtpServer = {
  port: number;
  /** The accepted mails, in order. */
  received: readonly ReceivedMail[];
  /** Number of messages that it received, accepted or not. */
  messageCount: number;
  /** Number of passwords that it received, valid or not. */
  passwordCount: number;
  /** The reply to a sender: a status of three digits with a text, or undefined to accept. */
  onSender: (address: string) => string | undefined;
  /** The same for a recipient. */
  onRecipient: (address: string) => string | undefined;
  /** Called when a message has arrived, before it is accepted; may return a status that refuses it. */
  onMessage: (mail: ReceivedMail) => Promise<string | undefined>;
  /** Called after a message was accepted, before the client receives the reply. */
  onAccepted: (mail: ReceivedMail) => Promise<void>;
  /** If true, the connection is ended in the middle of each message. */
  dropsMessages: boolean;
  start(): Promise<void>;
  /** Stops it at once and ends its connections. */
  stop(): Promise<void>;
};

export type SmtpServerOptions = {
  certificate?: Certificate;
  /** True if it uses TLS from the first byte. */
  secure?: boolean;
  /** The password that it requires, with any user name. */
  password?: string;
  /** True if it takes addresses and headers with other characters than ASCII (RFC 6531). */
  hasSmtpUtf8?: boolean;
};

/**
 * Starts an SMTP server on a free port of this machine, which it keeps when it is stopped and started again. Like
 * servers that keep to the rules, it refuses addresses and headers with other characters than ASCII without
 * SMTPUTF8.
 */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  let running: SMTPServer | undefined;

  const createServerInstance = () =>
    new SMTPServer({
      ...options.certificate,
      secure: options.secure ?? false,
      ...(!options.certificate && { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }),
      authOptional: options.password === undefined,
      hideSMTPUTF8: !options.hasSmtpUtf8,
      logger: false,
      closeTimeout: 10,
      disableReverseLookup: true,
      onAuth({ username, password }, _session, done) {
        server.passwordCount += 1;
        if (password === options.password) done(null, { user: username });
        else done(toSmtpError('535 No'));
      },
      onMailFrom({ address }, _session, done) {
        const status = server.onSender(address);
        done(status === undefined ? null : toSmtpError(status));
      },
      onRcptTo({ address }, { envelope }, done) {
        // The server shows a domain in its own letters, however it was sent.
        const isRefused = !isAscii(address.slice(0, address.lastIndexOf('@'))) && !envelope.smtpUtf8;
        const status = isRefused ? '553 5.6.7 SMTPUTF8 is needed' : server.onRecipient(address);
        done(status === undefined ? null : toSmtpError(status));
      },
      onData(stream, session, done) {
        if (server.dropsMessages) {
          server.messageCount += 1;
          for (const connection of running?.connections ?? []) connection._socket.destroy();
          return;
        }
        void receiveMessage(stream, session).then((status) =>
          done(status === undefined ? null : toSmtpError(status)),
        );
      },
    }).on('error', () => {});

  async function receiveMessage(stream: NodeJS.ReadableStream, session: SMTPServerSession) {
    const mail = parseMail(await text(stream), session);
    server.messageCount += 1;
    const header = [...mail.headers].flat().join();
    if (!isAscii(header) && !session.envelope.smtpUtf8) return '554 5.6.7 SMTPUTF8 is needed';
    const status = await server.onMessage(mail);
    if (status !== undefined) return status;
    received.push(mail);
    await server.onAccepted(mail);
    return undefined;
  }

  const server: TestSmtpServer = {
    port: await freePort(),
    received,
    messageCount: 0,
    passwordCount: 0,
    onSender: () => undefined,
    onRecipient: () => undefined,
    onMessage: async () => undefined,
    onAccepted: async () => {},
    dropsMessages: false,
    async start() {
      running = createServerInstance();
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

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address: AddressInfo | string | null = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

function toSmtpError(status: string): Error {
  return Object.assign(new Error(status.slice(4)), { responseCode: Number(status.slice(0, 3)) });
}

function parseMail(source: string, { envelope, secure, user }: SMTPServerSession): ReceivedMail {
  const header = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const fields = header.split('\r\n').map((line): [string, string] => {
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
