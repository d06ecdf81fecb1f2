import { createTransport } from 'nodemailer';
import { isNonEmptyString, isRecord } from '../shared/json.ts';
import { SendError, type Transport, toNodemailerMessage } from './transport.ts';

/** In milliseconds. */
export type SmtpTimeouts = {
  /** For the connection, and for the server's greeting. */
  connectTimeout: number;
  /** Longest time without data from the server afterwards. */
  socketTimeout: number;
};

/**
 * A transport over SMTP with a connection for each mail: `smtps://` uses TLS from the start, `smtp://` as soon as
 * the server offers it. Certificates are verified. A user name and password are sent over TLS alone.
 */
export function smtpTransport(smtpUrl: string, timeouts: SmtpTimeouts): Transport {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname.replace(/[[\]]/g, ''),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      requireTLS: true,
    }),
    connectionTimeout: timeouts.connectTimeout,
    greetingTimeout: timeouts.connectTimeout,
    dnsTimeout: timeouts.connectTimeout,
    socketTimeout: timeouts.socketTimeout,
  });
  return {
    async send(mail, signal) {
      try {
        await transport.sendMail({ ...toNodemailerMessage(mail), signal });
      } catch (error) {
        throw toSendError(error);
      }
    },
    remove: async () => {},
  };
}

/** Reads an error of nodemailer. Its message is left out, because SMTP servers repeat the address in theirs. */
function toSendError(error: unknown): SendError {
  const { code, originalCode, command, response, responseCode }: Readonly<Record<string, unknown>> = isRecord(
    error,
  )
    ? error
    : {};
  const status = isNonEmptyString(response)
    ? response.match(/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/)?.[0]
    : undefined;
  const reason = [command, status?.replace('-', ' ') ?? originalCode ?? code]
    .filter(isNonEmptyString)
    .join(' ');
  // 5.4.5: the quota of the day is used up, by whichever mail.
  const concernsThisMail = (command === 'RCPT TO' || command === 'DATA') && !status?.endsWith('5.4.5');
  if (command === 'API' && code === 'EENVELOPE') return new SendError('permanent', reason);
  if (!concernsThisMail || typeof responseCode !== 'number') return new SendError('unreachable', reason);
  return new SendError(responseCode >= 500 ? 'permanent' : 'temporary', reason);
}
