import { describe, expect, onTestFinished, test } from 'vitest';
import type { Path } from '../../machines/paths/index.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { fillStorage, forbidStorage, setClock } from '../drivers/dom/domEnvironment.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { type Driver, pageOf, perform, walk } from '../drivers/driver.ts';
import type { PageDriver } from '../drivers/pageDriver.ts';
import type { Plan } from '../drivers/plans.ts';
import { pathWithText, plansWithDraft, valuesAtEnd } from '../drivers/plans.ts';
import { clockFaults, draftFaults, type StorageFault, storageFaults } from '../support/faults/pageFaults.ts';
import { isMore } from '../support/more.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';
import { BROKEN } from './fixtures.ts';

/**
 * Every state of every form: a reload or a visit to another page loses no typed value, the registration is
 * completed from there with one payment at most, and no fault of the storage, of a draft or of the clock breaks
 * the form.
 */

const waysToReturn: Record<string, (page: PageDriver, path: string) => Promise<void>> = {
  'another page': async ({ browser }, path) => {
    await browser.navigate('/about');
    await browser.navigate(path);
  },
  'a reload': ({ browser }, path) => browser.open(path),
};

/** The ways to leave the state at an index and to return: in `npm test` one of them, in turn. */
const waysFrom = (index: number) =>
  Object.entries(waysToReturn).filter((_, way) => isMore || way === index % 2);

const { values } = registrationCases.events.changed['everything valid'];

/**
 * Completes a registration from its current state, where its order may be paid already; returns the number of
 * payments.
 */
async function finishRegistration(driver: Driver, page: PageDriver, isPaid: boolean): Promise<number> {
  const performStep = (name: string) => perform(driver, name, page);
  let payments = 0;
  for (let steps = 0; steps < 12; steps += 1) {
    const state = await page.screen.state();
    if (state === 'registered') break;
    if (state === 'creatingOrder')
      await performStep(`createOrder: an ${isPaid ? 'order that is paid' : 'open order'}`);
    else if (state === 'loadingCheckout.requesting.onTime') await performStep('loadCheckout: loaded');
    else if (state === 'paying.open') {
      payments += 1;
      await performStep('paymentSucceeded: the customer pays');
    } else if (state === 'registering') await performStep('register: stored');
    else {
      const { email } = await page.screen.formValues();
      if (email !== values.email || !state?.startsWith('paid'))
        await performStep('changed: everything valid');
      await performStep('submitted: by the button');
    }
    expect(await page.screen.state(), 'the step leads on').not.toBe(state);
  }
  await page.screen.expectState('registered');
  return payments;
}

describe.each(plansWithDraft())('$id keeps what was typed', (plan) => {
  const { flow, driver, graph } = plan;

  /** The states, and again those whose order can be paid while the page is away. */
  const states = [...graph.stateNames].flatMap((name) =>
    name.startsWith('paying.')
      ? [
          { name, meanwhile: '' },
          { name, meanwhile: ', and is paid meanwhile' },
        ]
      : [{ name, meanwhile: '' }],
  );
  const rows = states.map((state, index) => ({ ...state, index }));

  test.each(rows)(
    'a form keeps what was typed in the state $name$meanwhile',
    async ({ name, meanwhile, index }) => {
      const page = domPageDriver(flow.id);
      onTestFinished(page.close);
      const path = pathWithText(plan, name);
      await walk(flow, driver, path, page);
      const typedValues = valuesAtEnd(plan, path);
      for (const [what, leaveAndReturn] of nonEmpty(waysFrom(index))) {
        await leaveAndReturn(page, pageOf(flow, driver));
        // A popup is closed on a new page; a dialog opens again by itself, unless it was closed.
        if (flow.id === 'callBack' && Object.keys(await page.screen.formValues()).length === 0)
          await page.user.press('Get a Call Back');
        const isClosed = flow.id === 'jobApplication' && name === 'closed';
        expect(await (isClosed ? page.screen.dialogTitle() : page.screen.formValues()), what).toEqual(
          isClosed ? null : typedValues,
        );
      }
      if (flow.id !== 'registration' || path.at(-1)?.after.hasTag('receipt')) return;
      const isPaid = meanwhile !== '' || path.at(-1)?.after.hasTag('paid') === true;
      const payments = await finishRegistration(driver, page, isPaid);
      expect(payments + (isPaid ? 1 : 0), 'payments').toBe(1);
    },
  );
});

const HOUR_MS = 60 * 60 * 1000;

const causes: Record<StorageFault, typeof fillStorage> = {
  'storage is full': fillStorage,
  'storage is forbidden': forbidStorage,
};
const causeOf = new Map(Object.entries(causes));

/** The longest of the shortest paths to a state whose form shows the typed values. */
function longestPathWithText(plan: Plan): Path {
  const valuesAfter = (path: Path) => JSON.stringify(valuesAtEnd(plan, path));
  const untouched = [valuesAfter([]), '{}'];
  const paths = [...plan.graph.stateNames]
    .filter((name) => !/closed|hidden|done/.test(name))
    .map((name) => pathWithText(plan, name))
    .filter((path) => !untouched.includes(valuesAfter(path)));
  return paths.reduce((one, other) => (other.length > one.length ? other : one));
}

/**
 * A draft with each of its parts left out or of another kind, in turn, by the change; in `npm run test:more` left
 * out and of every other kind.
 */
function brokenParts(draft: unknown, path = ''): [change: string, draft: unknown][] {
  if (typeof draft !== 'object' || draft === null) return [];
  return Object.entries(draft).flatMap(([key, value], index): [string, unknown][] => {
    const kinds = [7, null, {}, 'text'].filter((other) => typeof other !== typeof value);
    const first = index % kinds.length;
    const tried = isMore ? kinds : kinds.slice(first, first + (index % 2));
    const others = Object.fromEntries(Object.entries(draft).filter(([other]) => other !== key));
    const at = `${path}.${key}`;
    const without: [string, unknown] = [`without ${at}`, others];
    return [
      ...(isMore || tried.length === 0 ? [without] : []),
      ...tried.map((other): [string, unknown] => [
        `${JSON.stringify(other)} at ${at}`,
        { ...others, [key]: other },
      ]),
      ...brokenParts(value, at).map(([change, part]): [string, unknown] => [
        change,
        { ...others, [key]: part },
      ]),
    ];
  });
}

/** The part of a draft that a page shows: its state, and the fields that have a value. */
type Restored = { state: string; values: Readonly<Record<string, unknown>> };

type FormerDraft = { draft: unknown; restored: Restored };

const typedValues = {
  name: 'Asha Verma',
  father: 'Ravi Verma',
  grade: '8th',
  phone: '9876543210',
  email: 'asha@example.org',
};

const rest = { mother: '', course: '', city: '', refrence: '', refrenceSt: '', acceptTerms: false };

const order = {
  id: 'order_1',
  amount: 200_000,
  currency: 'INR',
  key: 'rzp_test_key',
  email: 'asha@example.org',
};

const nothingPaid = { order: null, paymentId: null, signature: null, registered: null };

const job = { id: 1, title: 'Math Tutor' };

/** Drafts as other builds saved them in a tab, each with its restored content. */
const formerDrafts: Readonly<Record<string, Readonly<Record<string, FormerDraft>>>> = {
  registration: {
    'without a version': {
      draft: { values: { ...typedValues, ...rest }, ...nothingPaid },
      restored: { state: 'editing.idle', values: typedValues },
    },
    'with a field and a step that are gone': {
      draft: {
        values: { ...typedValues, ...rest, school: 'A school' },
        ...nothingPaid,
        step: 'parents',
        pages: [1, 2],
      },
      restored: { state: 'editing.idle', values: typedValues },
    },
    'without fields and parts that are new': {
      draft: { values: typedValues },
      restored: { state: 'editing.idle', values: typedValues },
    },
    'with values of other types': {
      draft: {
        values: { ...typedValues, ...rest, grade: 8, father: null, acceptTerms: 'yes' },
        ...nothingPaid,
      },
      restored: { state: 'editing.idle', values: { ...typedValues, grade: '', father: '' } },
    },
    'with an order': {
      draft: { values: { ...typedValues, ...rest }, ...nothingPaid, order },
      restored: { state: 'editing.interrupted', values: typedValues },
    },
    'with an order of another shape': {
      draft: {
        values: { ...typedValues, ...rest },
        ...nothingPaid,
        order: { orderId: 'order_1', rupees: 2000 },
      },
      restored: { state: 'editing.idle', values: typedValues },
    },
    'with a payment without signature': {
      draft: { values: { ...typedValues, ...rest }, order, paymentId: 'pay_1' },
      restored: { state: 'registering', values: typedValues },
    },
    'with a payment of an order that is not readable': {
      draft: {
        values: { ...typedValues, ...rest },
        order: 'order_1',
        paymentId: 'pay_1',
        signature: 'signed',
      },
      restored: { state: 'editing.idle', values: typedValues },
    },
    'with a receipt of another shape': {
      draft: { values: { ...typedValues, ...rest }, ...nothingPaid, paymentId: 'pay_1', registered: true },
      restored: { state: 'editing.idle', values: typedValues },
    },
  },
  jobApplication: {
    'with a field that is gone, one that is new and one of another type': {
      draft: { isOpen: true, job, values: { name: 'Asha', email: 7, school: 'A school' }, resume: null },
      restored: { state: 'open.idle', values: { name: 'Asha' } },
    },
    'of a job of another shape': {
      draft: {
        isOpen: true,
        job: 'math-tutor',
        values: { name: 'Asha', email: '', phone: '', coverLetter: '' },
      },
      restored: { state: 'closed', values: { name: 'Asha' } },
    },
  },
  contact: {
    'with a field that is gone, one that is new and one of another type': {
      draft: { name: 'Asha', subject: 'Fees', message: ['Hello'] },
      restored: { state: 'idle', values: { name: 'Asha' } },
    },
  },
};

describe.each(plansWithDraft())('$id', (plan) => {
  const { flow, driver } = plan;

  function openedPage() {
    const page = domPageDriver(flow.id);
    onTestFinished(page.close);
    /** Opens the page anew; returns its content, with the popup opened where the form is one. */
    const reopen = async () => {
      await page.browser.open(pageOf(flow, driver));
      const state = await page.screen.state();
      if (flow.id === 'callBack') await page.user.press('Get a Call Back');
      return { state, values: await page.screen.formValues() };
    };
    return { page, reopen };
  }

  test.each(Object.entries(storageFaults))(
    'a form works and loses its draft at a reload where %s',
    async (fault, { stored }) => {
      const { page, reopen } = openedPage();
      const untouched = await reopen();
      const { attempts, end } = causeOf.get(fault)?.() ?? { attempts: () => 0, end: () => {} };
      onTestFinished(() => void end());
      const path = longestPathWithText(plan);
      await walk(flow, driver, path, page);
      expect(await page.screen.formValues()).toEqual(valuesAtEnd(plan, path));
      expect(attempts()).toBeGreaterThan(0);
      expect(await reopen()).toEqual(untouched);
      end();
      expect(sessionStorage.getItem(flow.id)).toBe(stored);
    },
  );

  test('a draft that is none is as no draft', async () => {
    const { page, reopen } = openedPage();
    const untouched = await reopen();
    for (const [fault, text] of nonEmpty(Object.entries(draftFaults))) {
      await page.browser.saveDraft(flow.id, {});
      sessionStorage.setItem(flow.id, text.replace('NOW', String(Date.now())));
      expect(await reopen(), fault).toEqual(untouched);
      expect(sessionStorage.getItem(flow.id), fault).toBe(null);
    }
  });

  test('a draft that lacks a part, or has another kind of value there, breaks nothing', async () => {
    const { page, reopen } = openedPage();
    const untouched = await reopen();
    const [name = ''] = Object.keys(flow.events.draftFound ?? {});
    await perform(driver, `draftFound: ${name}`, page);
    const saved: unknown = JSON.parse(sessionStorage.getItem(flow.id) ?? '');
    for (const [change, draft] of nonEmpty(brokenParts(Reflect.get(Object(saved), 'draft')))) {
      await page.browser.saveDraft(flow.id, draft);
      const { values } = await reopen();
      expect(Object.keys(values), change).toEqual(Object.keys(untouched.values));
      expect(document.body.textContent, change).not.toMatch(BROKEN);
      for (const value of mayBeEmpty(Object.values(values)))
        expect(String(value), change).not.toMatch(BROKEN);
    }
  });

  test.each(mayBeEmpty(Object.entries(formerDrafts[flow.id] ?? {})))(
    'a draft of another build %s is restored as far as it fits',
    async (_, { draft, restored }) => {
      const { reopen } = openedPage();
      const untouched = await reopen();
      sessionStorage.setItem(flow.id, JSON.stringify({ savedAt: Date.now(), draft }));
      expect(await reopen()).toEqual({
        state: restored.state,
        values: { ...untouched.values, ...restored.values },
      });
      expect(document.body.textContent).not.toMatch(BROKEN);
      expect(JSON.parse(sessionStorage.getItem(flow.id) ?? '')).toMatchObject({ version: 1 });
    },
  );

  test('a draft is of use for a day, whichever way the clock is set', async () => {
    const { page, reopen } = openedPage();
    const untouched = await reopen();
    const [name = ''] = Object.keys(flow.events.draftFound ?? {});
    for (const [fault, { hours, isRestored }] of nonEmpty(Object.entries(clockFaults))) {
      await perform(driver, `draftFound: ${name}`, page);
      const restored = await reopen();
      expect(restored, fault).not.toEqual(untouched);
      setClock(hours * HOUR_MS);
      expect(await reopen(), fault).toEqual(isRestored ? restored : untouched);
    }
  });
});
