import { screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { perform } from '../drivers/driver.ts';
import { registrationDriver } from '../drivers/registration.driver.ts';
import { test } from './fixtures.ts';

/** Days in words, for a visitor west of Greenwich, where midnight in UTC is the day before. */

vi.hoisted(() => {
  process.env.TZ = 'America/Los_Angeles';
});

test('a day of the content is the same one west of Greenwich', async ({ open }) => {
  expect(new Date('2025-08-05').getDate(), 'the day there').toBe(4);
  await open('/blog');
  expect(screen.getByRole('main')).toHaveTextContent('5 August 2025');
  await open('/terms');
  expect(screen.getByRole('main')).toHaveTextContent('Last updated August 1, 2025');
});

test('the day of a receipt that was saved is the same one west of Greenwich', async ({ open }) => {
  const page = await open('/register-re', 'registration');
  await perform(registrationDriver, 'draftFound: a registration saved', page);
  expect(screen.getByRole('region', { name: 'Receipt' })).toHaveTextContent('1 June 2026');
});

test('the day of a receipt for which the service names none is that in India', async ({ open }) => {
  const page = await open('/register-re', 'registration');
  // Still 1 June where the visitor is.
  vi.setSystemTime(new Date('2026-06-01T20:00:00Z'));
  for (const step of [
    'changed: everything valid',
    'submitted: by the button',
    'createOrder: an open order',
    'loadCheckout: loaded',
    'paymentSucceeded: the customer pays',
    'register: stored',
  ])
    await perform(registrationDriver, step, page);
  expect(screen.getByRole('region', { name: 'Receipt' })).toHaveTextContent('2 June 2026');
});
