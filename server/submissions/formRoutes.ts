import type { FastifyInstance } from 'fastify';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import { type Fields, multiLineField, optionalField } from '../../machines/fields.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';
import { successBody } from '../http/responseBodies.ts';
import type { SubmissionContext } from './context.ts';
import { type StoredFields, type SubmissionKind, storeSubmission } from './submissions.ts';
import { validateBody } from './validateBody.ts';

interface FormRoute {
  path: string;
  kind: SubmissionKind;
  form: { fields: Fields; messages: { sent: string } };
}

const forms: readonly FormRoute[] = [
  { path: '/api/contact', kind: 'contact', form: contactForm },
  { path: '/api/inquiry', kind: 'inquiry', form: callBackForm },
  { path: '/api/apply', kind: 'application', form: scholarshipForm },
];

/**
 * A field that the site shows to nobody and sends only when something has filled it in, which no person does: what comes
 * with it is answered like the rest, not stored and not mailed. The registration has none: nobody's payment may be lost to a guess.
 */
const honeypotFields = {
  website: optionalField(multiLineField('Please leave this field empty.', 'field', 2000)),
};

/** The three forms that are stored as they come: contact message, call-back inquiry, scholarship application. Spec §7. */
export function formRoutes(app: FastifyInstance, { database, onSubmission }: SubmissionContext): void {
  for (const { path, kind, form } of forms) {
    app.post<{ Body: StoredFields }>(
      path,
      validateBody({ ...form.fields, ...honeypotFields }),
      async ({ body, log }) => {
        const { website, ...values } = body;
        if (website) log.info('honeypot filled in');
        else
          await database.transaction(async (sql) =>
            onSubmission(sql, await storeSubmission(sql, kind, values)),
          );
        return successBody(form.messages.sent);
      },
    );
  }
}
