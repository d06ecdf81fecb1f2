import { createTransport } from 'nodemailer';
import { isRecord, isText } from '../payments/values.ts';
import { SendError, type Transport, toMessage } from './transport.ts';

/** In milliseconds. */
export interface SmtpTimeouts {
  /** For the connection, and for the server's greeting. */
  connect: number;
  /** How long the server may be silent afterwards. */
  silence: number;
}

/**
 * Sends over SMTP, a connection for each mail: `smtps://` speaks TLS at once, `smtp://` as soon as the server offers it.
 * Certificates are verified. A user name and password are given over TLS alone.
 */
export function smtpTransport(smtpUrl: string, timeouts: SmtpTimeouts): Transport {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      requireTLS: true,
    }),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
  });
  return {
    async send(mail, signal) {
      try {
        await transport.sendMail({ ...toMessage(mail), signal });
      } catch (error) {
        throw toSendError(error);
      }
    },
    remove: async () => {},
  };
}

/** Reads the fields of an error of nodemailer; its message is left out, since servers repeat the address in theirs. */
function toSendError(error: unknown): SendError {
  const { code, originalCode, command, response, responseCode }: Readonly<Record<string, unknown>> = isRecord(
    error,
  )
    ? error
    : {};
  const status = isText(response) ? response.match(/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/)?.[0] : undefined;
  const reason = [command, status?.replace('-', ' ') ?? originalCode ?? code].filter(isText).join(' ');
  const aboutMail = command === 'RCPT TO' || command === 'DATA';
  if (command === 'API' && code === 'EENVELOPE') return new SendError('permanent', reason);
  if (!aboutMail || typeof responseCode !== 'number') return new SendError('unreachable', reason);
  return new SendError(responseCode >= 500 ? 'permanent' : 'temporary', reason);
}
