import { rupees } from '../../machines/registration/registration.fee.ts';
import { cancellation, refundTime, startOfClasses } from '../../machines/registration/registration.terms.ts';
import { isEmail } from '../../machines/shared/email.ts';
import { imprintLines, type SiteDetails } from '../../machines/shared/site.ts';
import type { OrderOfOffice } from '../payments/listOrders.ts';
import type { StoredFields, SubmissionKind } from '../submissions/submissions.ts';
import type { MailOptions } from './options.ts';
import type { OutboxItem } from './outbox.ts';
import { type Detail, type EmailMessage, toHtml, toText } from './render.ts';
import { type Address, type Mail, needsSmtpUtf8, SendError } from './transport.ts';

type Sender = Pick<MailOptions, 'from' | 'office' | 'site'>;

/**
 * Composes a mail from the submission that it is about, or from the orders that the office must act on.
 *
 * A visitor's input appears in the body alone, and as an address only when it can be mailed.
 *
 * @returns Undefined for a confirmation whose payment no longer counts for the registration, for a second payment that counts
 * now or whose person is erased, and where no order waits.
 *
 * @throws SendError (permanent) when the family's address cannot be mailed.
 */
export function composeMail(
  item: OutboxItem,
  { from, office, site }: Sender,
  orders: readonly OrderOfOffice[],
): Mail | undefined {
  const familyAddress = mailableAddressIn(item.fields);
  const common = { messageId: item.messageId, from: { name: site.name, address: from } };
  const replyTo = familyAddress && !needsSmtpUtf8(familyAddress.address) ? familyAddress : undefined;
  const toOffice = { to: { name: '', address: office }, replyTo };
  const toFamily = (message: EmailMessage): Mail => {
    if (!familyAddress) throw new SendError('permanent', 'The address cannot be mailed.');
    const replyTo = { name: site.name, address: office };
    return { ...common, to: familyAddress, replyTo, ...rendered(message) };
  };
  switch (item.kind) {
    case 'notice':
      return { ...common, ...toOffice, ...rendered(notice(item, replyHint(item, replyTo))) };
    case 'surplus':
      return item.isCounted
        ? undefined
        : { ...common, ...toOffice, ...rendered(surplus(item, replyHint(item, replyTo))) };
    case 'dispute':
      return { ...common, ...toOffice, ...rendered(dispute(item, replyHint(item, replyTo))) };
    case 'failedRefund':
      return { ...common, ...toOffice, ...rendered(failedRefund(item, replyHint(item, replyTo))) };
    case 'attention':
      return orders.length === 0 ? undefined : { ...common, ...toOffice, ...rendered(attention(orders)) };
    case 'refundPromise':
      return item.isCounted || !item.fields.email ? undefined : toFamily(refundPromise(item, site));
    case 'refund':
      return toFamily(refund(item, site));
    case 'confirmation':
      return item.paymentId && item.paymentId === item.report?.paymentId
        ? toFamily(confirmation(item, item.paymentId, site))
        : undefined;
  }
}

const rendered = (message: EmailMessage) => ({
  subject: message.subject,
  text: toText(message),
  html: toHtml(message),
});

function mailableAddressIn({ email }: StoredFields): Address | undefined {
  return typeof email === 'string' && isEmail(email) ? { name: '', address: email } : undefined;
}

/** The paragraph that tells the office where a reply goes. */
function replyHint({ fields }: OutboxItem, replyTo: Address | undefined): string[] {
  if (replyTo) return ['A reply to this mail goes to the e-mail address above.'];
  return fields.email
    ? ['A reply to this mail does not reach the e-mail address above: please write to it.']
    : [];
}

const formNames: Readonly<Record<SubmissionKind, string>> = {
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

const formatValue = (value: string | boolean) => (typeof value === 'string' ? value : value ? 'yes' : 'no');

const toDetails = (fields: StoredFields): Detail[] =>
  Object.entries(fields).map(([name, value]) => [labels[name] ?? name, formatValue(value)]);

const fieldText = (fields: StoredFields, name: string) => formatValue(fields[name] ?? '');

/** The amount in a mail: that of the payment of its report, or of the payment that counts. */
const amountOf = ({ report, amount }: OutboxItem) => rupees(report?.amount ?? amount ?? 0);

const formatTime = (date: Date) =>
  `${date.toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' })} (India)`;

/** The id of a payment, marked when no money was paid. */
const formatPayment = (paymentId: string, mode: OutboxItem['paymentMode']) =>
  mode === 'test' || mode === 'simulated' ? `${paymentId} (${mode}: no money was paid)` : paymentId;

function notice(item: OutboxItem, closing: readonly string[]): EmailMessage {
  const { form, fields, receivedAt, paymentId, paymentMode } = item;
  const payment: Detail[] =
    form === 'registration'
      ? [
          [
            'Payment',
            paymentId
              ? `${amountOf(item)} paid, reference ${formatPayment(paymentId, paymentMode)}`
              : 'pending when this was written',
          ],
        ]
      : [];
  return {
    subject: `New: ${formNames[form]}`,
    opening: [`This came in through the website: ${formNames[form]}.`],
    details: [['Received', formatTime(receivedAt)], ...payment, ...toDetails(fields)],
    closing,
  };
}

function surplus(item: OutboxItem, closing: readonly string[]): EmailMessage {
  const { isSubmitted, fields, receivedAt, paymentId, report } = item;
  return {
    subject: 'To be refunded: a second payment for a registration',
    opening: [
      isSubmitted
        ? 'A registration that was paid has been paid once more. Please refund the second payment.'
        : 'A fee that was paid has been paid once more, and the registration has not come yet. Please refund the second payment.',
    ],
    details: [
      ['To be refunded', `${amountOf(item)}, payment ${report?.paymentId}`],
      ['Counts', paymentId ?? 'none'],
      [isSubmitted ? 'Registered' : 'Paid', formatTime(receivedAt)],
      ...toDetails(fields),
    ],
    closing,
  };
}

function dispute(item: OutboxItem, closing: readonly string[]): EmailMessage {
  const { isSubmitted, fields, receivedAt, report } = item;
  const isLost = report?.isLost === true;
  return {
    subject: isLost ? 'To be settled: a dispute is lost' : 'To be responded to: a payment is disputed',
    opening: [
      isLost
        ? 'The bank has taken back what a payer disputed. Please ask the family whether the student stays, and settle the order by hand.'
        : 'A payer has asked their bank to take back a payment. Please respond at the payment provider.',
    ],
    details: [
      ...(isLost ? [] : [['Respond by', report?.respondBy || 'the day that the provider names'] as const]),
      [isLost ? 'Taken back' : 'Disputed', amountOf(item)],
      ['Payment', report?.paymentId ?? ''],
      [isSubmitted ? 'Registered' : 'Paid', formatTime(receivedAt)],
      ...toDetails(fields),
    ],
    closing,
  };
}

function failedRefund(item: OutboxItem, closing: readonly string[]): EmailMessage {
  return {
    subject: 'To be refunded in another way: a refund has failed',
    opening: [
      'A refund could not be made. The family was told that it will be made in another way: please make it.',
    ],
    details: [
      ['To be refunded', `${amountOf(item)}, payment ${item.report?.paymentId}`],
      ...toDetails(item.fields),
    ],
    closing,
  };
}

/** Names no person, so that erasing need not reach it. */
const attention = (orders: readonly OrderOfOffice[]): EmailMessage => ({
  subject: `To be acted on: ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`,
  opening: ['These orders wait for you. You get this mail each morning until nothing waits.'],
  details: orders.map(({ orderId, state, task, payments }) => [
    orderId,
    [
      `${state}: ${task}`,
      ...payments.map(({ id, amount, currency }) => `payment ${id}, ${amount / 100} ${currency}`),
    ].join('\n'),
  ]),
  closing: ['Whose they are says "npm run payments -- --attention".'],
});

const questions = ({ phone, email }: SiteDetails) =>
  `Call ${phone}, write to ${email}, or answer this mail. Please give the payment reference.`;

/** The student and the course, as far as they are known. */
const studentDetails = ({ name, course }: StoredFields): Detail[] => [
  ...(name ? [['Student', formatValue(name)] as const] : []),
  ...(course ? [['Course', formatValue(course)] as const] : []),
];

function refundPromise(item: OutboxItem, site: SiteDetails): EmailMessage {
  const { fields, paymentMode, report } = item;
  return {
    subject: `Your second payment to ${site.name} will be refunded`,
    opening: [
      `You had paid the fee already, and we have received a second payment of ${amountOf(item)}. ` +
        `We refund it within ${refundTime}, to the account or card that you paid with. You do not need to do anything.`,
    ],
    details: [
      ...studentDetails(fields),
      ['Amount', amountOf(item)],
      ['Payment to be refunded', formatPayment(report?.paymentId ?? '', paymentMode)],
    ],
    closing: [`Was this payment for another student or another course? ${questions(site)}`],
  };
}

function refund({ fields, report }: OutboxItem, site: SiteDetails): EmailMessage {
  const { paymentId = '', amount = 0, hasFailed = false } = report ?? {};
  return {
    subject: hasFailed ? `Your refund from ${site.name} has failed` : `Your refund from ${site.name}`,
    opening: [
      hasFailed
        ? 'We could not refund your payment in the usual way. We will refund it in another way. You do not need to do anything.'
        : 'We have refunded your payment. It arrives in the account or card that you paid with, usually in 5 to 7 working days.',
    ],
    details: [...studentDetails(fields), ['Amount', rupees(amount)], ['Refunded payment', paymentId]],
    closing: [`Do you have a question? ${questions(site)}`],
  };
}

function confirmation(item: OutboxItem, paymentId: string, site: SiteDetails): EmailMessage {
  const { fields, receivedAt, paymentMode } = item;
  return {
    subject: `Your registration with ${site.name}`,
    opening: [
      `Thank you for registering with ${site.name}. We have received your registration and your payment.`,
    ],
    details: [
      ['Student', fieldText(fields, 'name')],
      ['Grade', fieldText(fields, 'grade')],
      ['Course', fieldText(fields, 'course')],
      ['Course fee paid', amountOf(item)],
      ['Payment reference', formatPayment(paymentId, paymentMode)],
      ['Registered', formatTime(receivedAt)],
    ],
    closing: [
      `${startOfClasses} Please keep this mail with the payment reference. Nothing else is due now: please do not pay again.`,
      `Is something missing or wrong? ${questions(site)}`,
      `${cancellation} All conditions are on the refund page of our website.`,
      'If this was not you, please tell us.',
      ...imprintLines(site),
    ],
  };
}
