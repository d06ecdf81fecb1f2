import type { FastifyInstance } from 'fastify';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';
import { HONEYPOT } from '../../machines/sendForm/sendForm.rules.ts';
import { type Fields, multiLineField, optionalField } from '../../machines/shared/fields.ts';
import { successBody } from '../http/responseBodies.ts';
import type { SubmissionContext } from './context.ts';
import { type StoredFields, type SubmissionKind, storeSubmission } from './submissions.ts';
import { validateBody } from './validateBody.ts';

type FormRoute = {
  path: string;
  kind: SubmissionKind;
  form: { fields: Fields; messages: { sent: string } };
};

const forms: readonly FormRoute[] = [
  { path: '/api/contact', kind: 'contact', form: contactForm },
  { path: '/api/inquiry', kind: 'inquiry', form: callBackForm },
  { path: '/api/apply', kind: 'application', form: scholarshipForm },
];

/**
 * The honeypot: a field that the site hides and sends only when a program has filled it in. Such a form gets the same
 * response as others, and is neither stored nor mailed. The registration has none, so that no paid one can be lost.
 */
const honeypotFields = {
  [HONEYPOT]: optionalField(multiLineField('Please leave this field empty.', 'field', 2000)),
};

/** Adds the routes of the forms without a payment: contact message, call-back inquiry, scholarship application. Spec §7. */
export function formRoutes(app: FastifyInstance, { database, onSubmission }: SubmissionContext): void {
  for (const { path, kind, form } of forms) {
    app.post<{ Body: StoredFields }>(
      path,
      validateBody({ ...form.fields, ...honeypotFields }),
      async ({ body, log }) => {
        const { [HONEYPOT]: trap, ...values } = body;
        if (trap) log.info('honeypot filled in');
        else
          await database.transaction(async (sql) =>
            onSubmission(sql, (await storeSubmission(sql, kind, values)).id),
          );
        return successBody(form.messages.sent);
      },
    );
  }
}
