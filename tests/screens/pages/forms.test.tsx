import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactText } from '../../../src/content/contact.ts';
import { scholarshipFormText } from '../../../src/content/scholarshipForm.ts';
import { site } from '../../../src/content/site.ts';
import { ContactScreen } from '../../../src/screens/contact/ContactScreen.tsx';
import { ScholarshipScreen } from '../../../src/screens/scholarship/ScholarshipScreen.tsx';
import { settle } from '../../drivers/dom/settle.ts';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** §2, §4, §8 The pages of the contact form and of the scholarship application. */

const fetching = vi.fn<typeof fetch>();
let respond: (response: Response) => void = () => {};

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  fetching.mockImplementation(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  fetching.mockReset();
});

const ADVICE = 'What you typed is kept.';

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const enteredAt = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

const attributesOf = (label: string, ...names: string[]) =>
  names.map((name) => screen.getByLabelText(label).getAttribute(name));

const submit = () => fireEvent.submit(document.querySelector('form') ?? document);

const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href');

/** Answers the call that waits. */
async function answer(body: object, status = 200) {
  respond(Response.json(body, { status }));
  await settle();
}

describe('§2 Contact Us', () => {
  const values = {
    name: 'Asha',
    email: 'asha@example.com',
    phone: '9876543210',
    message: 'When do you begin?',
  };
  const labels = Object.values(contactText.form.fields);

  const fillIn = () => {
    renderOnPage(<ContactScreen />);
    for (const [label, value] of [
      ['Full Name*', values.name],
      ['Email Address*', values.email],
      ['Phone Number', values.phone],
      ['Your Message*', values.message],
    ] as const)
      type(label, value);
  };

  test('its texts, and the other ways to reach the provider', () => {
    const { container } = renderOnPage(<ContactScreen />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Contact Us$/);
    expect(container).toHaveTextContent('Have questions? Get in touch with our team');
    expect(container).toHaveTextContent(contactText.intro);
    expect(canonical()).toBe(`${site.origin}/contact`);
    const details = within(screen.getByRole('region', { name: 'Or reach us directly' })).getAllByRole('link');
    expect(details.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [site.phone, site.phoneHref],
      [site.email, site.emailHref],
    ]);
  });

  test('its fields', () => {
    renderOnPage(<ContactScreen />);
    const what = ['name', 'type', 'inputmode', 'autocomplete', 'required'];
    expect(attributesOf('Full Name*', ...what)).toEqual(['name', 'text', null, 'name', '']);
    expect(attributesOf('Email Address*', ...what)).toEqual(['email', 'email', 'email', 'email', '']);
    expect(attributesOf('Phone Number', ...what)).toEqual(['phone', 'tel', 'tel', 'tel', null]);
    expect(attributesOf('Your Message*', 'name', 'rows', 'required')).toEqual(['message', '5', '']);
  });

  test('a message is sent, and the fields are empty', async () => {
    fillIn();
    submit();
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    expect(JSON.parse(String(fetching.mock.lastCall?.[1]?.body))).toEqual(values);
    await answer({});
    expect(screen.getByRole('status')).toHaveTextContent(/^Message sent successfully!$/);
    expect(labels.map(enteredAt)).toEqual(['', '', '', '']);
    expect(screen.getByRole('button', { name: 'Send Message' })).toBeEnabled();
    expect(screen.getByRole('region', { name: 'Message form' })).toHaveAttribute('data-state', 'done');
  });

  test('a message that is refused stays', async () => {
    fillIn();
    submit();
    await answer({}, 500);
    expect(screen.getByRole('alert')).toHaveTextContent(/^Failed to send message$/);
    expect(screen.getByRole('region', { name: 'Message form' })).toHaveTextContent(ADVICE);
    expect(labels.map(enteredAt)).toEqual(Object.values(values));
    fireEvent.click(screen.getByRole('button', { name: 'Close this message' }));
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  test('a field that is wrong is said, without advice', () => {
    fillIn();
    type('Email Address*', 'asha');
    submit();
    expect(screen.getByLabelText('Email Address*')).toHaveAccessibleDescription(
      'Please give a valid email address.',
    );
    expect(screen.getByRole('region', { name: 'Message form' })).not.toHaveTextContent(ADVICE);
    expect(fetching).not.toHaveBeenCalled();
  });
});

describe('§2 Scholarship application', () => {
  const grades = ['Grade 5', 'Grade 6', 'Grade 7', 'Grade 8', 'Grade 9', 'Grade 10'];
  const courses = [
    ...['English Speaking', 'Math Foundation', 'Computer Basics'],
    ...['Science Concepts', 'Career Guidance', 'All Subjects'],
  ];
  const values = {
    name: 'Asha',
    grade: 'Grade 8',
    course: 'Math Foundation',
    phone: '9876543210',
    city: 'Pune',
  };
  const labels = ['Name', 'Grade', 'Course', 'Phone', 'City'];

  const fillIn = () => {
    const page = renderOnPage(<ScholarshipScreen />);
    for (const [label, value] of [
      ['Name', values.name],
      ['Grade', values.grade],
      ['Course', values.course],
      ['Phone', values.phone],
      ['City', values.city],
    ] as const)
      type(label, value);
    return page;
  };

  test('its texts', () => {
    const { container } = renderOnPage(<ScholarshipScreen />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Start Your Learning Journey$/);
    expect(container).toHaveTextContent(scholarshipFormText.intro);
    expect(container).toHaveTextContent(scholarshipFormText.fee);
    expect(screen.getByRole('link', { name: 'Read about the scholarship first' })).toHaveAttribute(
      ...(['href', '/knowmore'] as const),
    );
    expect(canonical()).toBe(`${site.origin}/applyPath`);
  });

  test('its fields', () => {
    renderOnPage(<ScholarshipScreen />);
    const what = ['name', 'type', 'inputmode', 'autocomplete', 'required'];
    expect(attributesOf('Name', ...what)).toEqual(['name', 'text', null, 'section-student name', '']);
    expect(attributesOf('Phone', ...what)).toEqual(['phone', 'tel', 'tel', 'tel', '']);
    expect(attributesOf('City', ...what)).toEqual(['city', 'text', null, 'address-level2', '']);
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Ten digits');
    const optionsOf = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(optionsOf('Grade')).toEqual(['Select a grade', ...grades]);
    expect(optionsOf('Course')).toEqual(['Select a course', ...courses]);
    expect([attributesOf('Grade', 'name'), attributesOf('Course', 'name')]).toEqual([['grade'], ['course']]);
  });

  test('an application is sent, and the fields are empty', async () => {
    const { container } = fillIn();
    submit();
    expect(screen.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    expect(JSON.parse(String(fetching.mock.lastCall?.[1]?.body))).toEqual(values);
    await answer({});
    expect(screen.getByRole('status')).toHaveTextContent(/^Application submitted successfully!$/);
    const next = screen.getByRole('region', { name: 'What happens next' });
    expect(
      within(next)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(scholarshipFormText.next);
    expect(labels.map(enteredAt)).toEqual(['', '', '', '', '']);
    expect(screen.getByRole('button', { name: 'Submit Application' })).toBeEnabled();
    expect(container.querySelector('[data-flow="scholarship"]')).toHaveAttribute('data-state', 'done');
  });

  test('an application that is refused stays', async () => {
    const { container } = fillIn();
    submit();
    await answer({}, 500);
    expect(screen.queryByRole('region', { name: 'What happens next' })).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Failed to submit application$/);
    expect(container).toHaveTextContent(ADVICE);
    expect(labels.map(enteredAt)).toEqual(Object.values(values));
  });

  test('a field that is missing is said, without advice', () => {
    const { container } = fillIn();
    type('City', '');
    submit();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Please fill all required fields$/);
    expect(screen.getByLabelText('City')).toHaveAccessibleDescription('Please fill all required fields');
    expect(container).not.toHaveTextContent(ADVICE);
    expect(fetching).not.toHaveBeenCalled();
  });
});
