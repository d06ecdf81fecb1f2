import { FEE } from '../../machines/registration/registration.rules.ts';
import type { SiteDetails } from '../../machines/site.ts';
import type { Kind, StoredFields } from '../calls/submissions.ts';
import type { MailOptions } from './options.ts';
import type { OutboxItem } from './outbox.ts';
import { type Detail, type Letter, toHtml, toText } from './render.ts';
import { type Address, isMailable, type Mail, SendError } from './transport.ts';

type Sender = Pick<MailOptions, 'from' | 'office' | 'site'>;

/**
 * Writes a mail from the submission that it is about; undefined when there is nothing left to say, because the payment
 * that was to be confirmed has gone to another registration.
 *
 * Visitors' words stand in the text alone: the subject is ours, and an address is an address or none.
 *
 * @throws SendError (permanent) when the family's address cannot be mailed.
 */
export function compose(item: OutboxItem, { from, office, site }: Sender): Mail | undefined {
  const family = addressOf(item.fields);
  const common = { messageId: item.messageId, from: { name: site.name, address: from } };
  const toOffice = { to: { name: '', address: office }, replyTo: family };
  switch (item.kind) {
    case 'notice':
      return { ...common, ...toOffice, ...written(notice(item)) };
    case 'surplus':
      return { ...common, ...toOffice, ...written(surplus(item)) };
    case 'confirmation': {
      if (!item.paymentId) return undefined;
      if (!family) throw new SendError('permanent', 'The address cannot be mailed.');
      const replyTo = { name: site.name, address: office };
      return { ...common, to: family, replyTo, ...written(confirmation(item, item.paymentId, site)) };
    }
  }
}

const written = (letter: Letter) => ({
  subject: letter.subject,
  text: toText(letter),
  html: toHtml(letter),
});

function addressOf({ email }: StoredFields): Address | undefined {
  return typeof email === 'string' && isMailable(email) ? { name: '', address: email } : undefined;
}

const forms: Readonly<Record<Kind, string>> = {
  registration: 'Student registration',
  contact: 'Contact message',
  inquiry: 'Call-back request',
  application: 'Scholarship application',
};

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  father: 'Father',
  mother: 'Mother',
  grade: 'Grade',
  course: 'Course',
  phone: 'Phone',
  email: 'E-mail',
  city: 'City',
  refrence: 'Parent’s phone',
  refrenceSt: 'Second parent’s phone',
  acceptTerms: 'Terms accepted',
  message: 'Message',
  messageUser: 'Message',
};

const words = (value: string | boolean) => (typeof value === 'string' ? value : value ? 'yes' : 'no');

const details = (fields: StoredFields): Detail[] =>
  Object.entries(fields).map(([name, value]) => [labels[name] ?? name, words(value)]);

const textOf = (fields: StoredFields, name: string) => words(fields[name] ?? '');

const fee = `₹${FEE.rupees}`;

const indian = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

const timeOf = (date: Date) => `${indian.format(date)} (India)`;

function notice({ form, fields, receivedAt, paymentId }: OutboxItem): Letter {
  const payment: Detail[] =
    form === 'registration'
      ? [['Payment', paymentId ? `${fee} paid, reference ${paymentId}` : 'pending when this was written']]
      : [];
  return {
    subject: `New: ${forms[form]}`,
    opening: [`This came in through the website: ${forms[form]}.`],
    details: [['Received', timeOf(receivedAt)], ...payment, ...details(fields)],
    closing: ['If an e-mail address is given, a reply to this mail goes there.'],
  };
}

function surplus({ fields, receivedAt, paymentId, reference }: OutboxItem): Letter {
  return {
    subject: 'To be refunded: a second payment for a registration',
    opening: ['A registration that was paid has been paid once more. Please refund the second payment.'],
    details: [
      ['To be refunded', `${fee}, payment ${reference}`],
      ['Counts', paymentId ?? 'none'],
      ['Registered', timeOf(receivedAt)],
      ...details(fields),
    ],
    closing: ['If an e-mail address is given, a reply to this mail goes there.'],
  };
}

function confirmation({ fields, receivedAt }: OutboxItem, paymentId: string, site: SiteDetails): Letter {
  return {
    subject: `Your registration with ${site.name}`,
    opening: [`Thank you for registering with ${site.name}. The registration and the payment have arrived.`],
    details: [
      ['Student', textOf(fields, 'name')],
      ['Grade', textOf(fields, 'grade')],
      ['Course', textOf(fields, 'course')],
      ['Course fee paid', fee],
      ['Payment reference', paymentId],
      ['Registered', timeOf(receivedAt)],
    ],
    closing: [
      'What comes next: we call or write to you about the start of the classes. Please keep this mail with the payment reference. Nothing else is to be paid now: please do not pay a second time.',
      `Is something missing or wrong, or do you have a question? Call ${site.phone}, write to ${site.email} or answer this mail, and give the payment reference.`,
      'If you did not register anybody, please tell us.',
    ],
  };
}
