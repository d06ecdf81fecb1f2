import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallBack } from '../../../src/components/CallBack.tsx';
import { settle } from '../../drivers/dom/settle.ts';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** §2, §4 The call-back: its popup, its fields, and what it says. */

const fetching = vi.fn<typeof fetch>();
const alerting = vi.fn();

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('alert', alerting);
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  fetching.mockReset();
  alerting.mockReset();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

const opener = () => screen.queryByRole('button', { name: 'Get a Call Back' });
const dialog = () => screen.queryByRole('dialog', { name: 'Get a Call Back' });
const field = (label: string) => screen.getByLabelText(label);

const open = () => {
  renderOnPage(
    <>
      <CallBack />
      <button type="button">Outside</button>
    </>,
  );
  press('Get a Call Back');
};

test('its button opens a popup, which has the focus', () => {
  renderOnPage(
    <>
      <CallBack />
      <input aria-label="Elsewhere" />
    </>,
  );
  expect(screen.getByRole('complementary', { name: 'Get a Call Back' })).toHaveAttribute(
    'id',
    'callBack-widget',
  );
  expect(opener()).toHaveAttribute('aria-haspopup', 'dialog');
  expect(opener()).toHaveAttribute('id', 'callBack-opener');
  expect(dialog()).toBeNull();
  screen.getByLabelText('Elsewhere').focus();
  press('Get a Call Back');
  expect(opener()).toBeNull();
  expect(dialog()).toHaveAttribute('id', 'callBack-popup');
  expect(dialog()).toHaveAttribute('open');
  expect(dialog()).toHaveAttribute('tabindex', '-1');
  expect(dialog()).toHaveTextContent('Leave your number, and our expert will call you.');
  expect(dialog()).toHaveFocus();
});

test.each([
  ['its button', () => press('Close')],
  ['Escape in it', pressEscape],
  [
    'Escape where nothing has the focus',
    () => {
      act(() => dialog()?.blur());
      pressEscape();
    },
  ],
])('%s closes it, and its button has the focus again', (_, close) => {
  open();
  close();
  expect([dialog(), document.querySelector<HTMLElement>('aside')?.dataset.state]).toEqual([null, 'closed']);
  expect(opener()).toHaveFocus();
});

test('Escape elsewhere leaves it open', () => {
  open();
  act(() => screen.getByRole('button', { name: 'Outside' }).focus());
  pressEscape();
  expect(dialog()).toBeInTheDocument();
});

test('its fields, of which the message is optional', () => {
  open();
  expect(field('Name')).toBeRequired();
  expect(field('Name')).toHaveAttribute('autocomplete', 'name');
  expect(field('Phone')).toBeRequired();
  for (const [name, value] of [
    ['type', 'tel'],
    ['inputmode', 'tel'],
    ['autocomplete', 'tel'],
  ] as const)
    expect(field('Phone')).toHaveAttribute(name, value);
  expect(field('Phone')).toHaveAccessibleDescription('Ten digits');
  expect(field('Message (optional)')).not.toBeRequired();
  expect(field('Message (optional)')).toHaveAttribute('rows', '3');
});

const fillIn = (phone: string) => {
  for (const [label, value] of [
    ['Name', 'Asha'],
    ['Phone', phone],
    ['Message (optional)', 'After six'],
  ] as const)
    fireEvent.change(field(label), { target: { value } });
  press('Request a Call Back');
};

test('while it is sent it waits; then it says so and is empty', async () => {
  let respond = (_: Response) => {};
  fetching.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  open();
  fillIn('9876543210');
  expect(screen.getByRole('button', { name: 'Requesting...' })).toBeDisabled();
  await settle();
  expect(alerting).toHaveBeenCalledExactlyOnceWith('Thank you! Our expert will contact you soon.');
  expect(JSON.parse(String(fetching.mock.lastCall?.[1]?.body))).toEqual({
    ...{ name: 'Asha', phone: '9876543210', messageUser: 'After six' },
  });
  respond(Response.json({}));
  await settle();
  expect(screen.getByRole('status')).toHaveTextContent(/^Inquiry submitted successfully!$/);
  expect([field('Name'), field('Phone')].map((each) => each.getAttribute('value'))).toEqual(['', '']);
  expect(screen.getByRole('button', { name: 'Request a Call Back' })).toBeEnabled();
});

test.each([
  ['the button', true],
  ['something else', false],
])('a response opens it again; with the focus on %s it takes it: %s', async (_, isOnButton) => {
  let respond = (__: Response) => {};
  fetching.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  open();
  fillIn('9876543210');
  press('Close');
  expect(opener()).toHaveFocus();
  const outside = screen.getByRole('button', { name: 'Outside' });
  if (!isOnButton) act(() => outside.focus());
  respond(Response.json({ message: 'Too many' }, { status: 429 }));
  await settle();
  expect(screen.getByRole('alert')).toHaveTextContent(/^Too many$/);
  expect(isOnButton ? dialog() : outside).toHaveFocus();
  expect(dialog()).toHaveTextContent('What you typed is kept.');
});

test('a number that is none is said at its field', () => {
  open();
  fillIn('98765');
  expect(field('Phone')).toHaveAccessibleDescription(
    'Ten digits Please give a phone number of exactly 10 digits.',
  );
  expect(dialog()).not.toHaveTextContent('What you typed is kept.');
  expect(fetching).not.toHaveBeenCalled();
});
