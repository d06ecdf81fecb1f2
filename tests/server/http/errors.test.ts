import { expect } from 'vitest';
import { test } from '../fixtures.ts';
import { postJson } from '../serviceFixture.ts';

test('an error of ours is one sentence for the visitor, and for the log a type, a code and a place without what was typed', async ({
  data,
}) => {
  const log: string[] = [];
  await data.withDatabase((database) =>
    database.query('alter table submissions add check (kind <> $$inquiry$$)'),
  );
  const { url } = await data.start({ log: { write: (line) => void log.push(line) } });
  const { status, body } = await postJson(`${url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
  expect([status, body.message]).toEqual([500, 'Something went wrong on our side. Please try again later.']);
  const lines = log.map((line) => JSON.parse(line));
  expect(lines.find(({ msg }) => msg === 'call failed')).toMatchObject({
    code: '23514',
    type: expect.stringMatching(/Error$/i),
    at: expect.arrayContaining([expect.stringContaining('at ')]),
  });
  expect(log.join('')).not.toMatch(/Asha|9876543210/);
});
