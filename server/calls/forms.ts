import type { FastifyInstance } from 'fastify';
import { scholarshipCourses, scholarshipGrades } from '../../machines/scholarship/scholarship.rules.ts';
import type { Database } from '../database/database.ts';
import { success } from '../http/answers.ts';
import { queueNotice } from '../mail/outbox.ts';
import { bodyOf, email, type Field, line, oneOf, optional, paragraphs, phone } from './fields.ts';
import { type Fields, type Kind, store } from './submissions.ts';

interface Form {
  path: string;
  kind: Kind;
  fields: Readonly<Record<string, Field>>;
  thanks: string;
}

const phoneProblem = 'Please give a phone number of exactly 10 digits.';

const forms: readonly Form[] = [
  {
    path: '/api/contact',
    kind: 'contact',
    fields: {
      name: line('Please give your name.'),
      email: email('Please give a valid email address.'),
      phone: optional(line('Please give a phone number of at most 30 characters, or none.', 30)),
      message: paragraphs('Please write a message of at most 5000 characters.', 5000),
    },
    thanks: 'Message sent successfully!',
  },
  {
    path: '/api/inquiry',
    kind: 'inquiry',
    fields: {
      name: line('Please give your name.'),
      phone: phone(phoneProblem),
      messageUser: optional(paragraphs('Please write a message of at most 2000 characters.', 2000)),
    },
    thanks: 'Inquiry submitted successfully!',
  },
  {
    path: '/api/apply',
    kind: 'application',
    fields: {
      name: line('Please give your name.'),
      grade: oneOf('Please select a grade from the list.', scholarshipGrades),
      course: oneOf('Please select a course from the list.', scholarshipCourses),
      phone: phone(phoneProblem),
      city: line('Please give your city.'),
    },
    thanks: 'Application submitted successfully!',
  },
];

/**
 * A field that the site shows to nobody and sends only when something has filled it in, which no person does: what comes
 * with it is answered like the rest, not stored and not mailed. The registration has none: nobody's payment may be lost to a guess.
 */
const honeypot = { website: optional(paragraphs('Please leave this field empty.', 2000)) };

/** The three forms that are stored as they come: contact message, call-back inquiry, scholarship application. Spec §7. */
export function formCalls(app: FastifyInstance, database: Database): void {
  for (const { path, kind, fields, thanks } of forms) {
    app.post<{ Body: Fields }>(path, bodyOf({ ...fields, ...honeypot }), async ({ body, log }) => {
      const { website, ...values } = body;
      if (website) log.info('honeypot filled in');
      else await database.transaction(async (sql) => queueNotice(sql, await store(sql, kind, values)));
      return success(thanks);
    });
  }
}
