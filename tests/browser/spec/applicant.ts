import type { Page } from 'playwright-core';
import { sharedBrowser } from '../browser.ts';

/** Applicants for jobs, for the tests of one file; call it at the top of the file. */
export function applicants() {
  const { newPage, sharedVisit } = sharedBrowser();

  async function applicant(job?: string, prepare: (page: Page) => Promise<void> = async () => {}) {
    const page = await newPage();
    await prepare(page);
    return applicantOn(page, job);
  }

  /** Shares one applicant's visit between the tests of a describe. Values typed for a job are there in the next test for it. */
  function sharedApplicant() {
    const visitor = sharedVisit((page) => applicantOn(page));
    return async (job = 'Math Tutor') => {
      const { dialog, alerts, open } = visitor();
      if (await dialog.isVisible()) {
        await dialog.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'hidden' });
      }
      alerts.length = 0;
      await open(job);
      return visitor();
    };
  }

  return { applicant, sharedApplicant };
}

/** Presses Apply Now on a page; returns the page with the texts of the browser's alerts and all requests of the page. */
async function applicantOn(page: Page, job = 'Math Tutor') {
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`);
    await dialog.accept();
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.goto('/careers');
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const attach = (name: string) =>
    field('Resume/CV*').setInputFiles({ name, mimeType: '', buffer: Buffer.from('%PDF-1.4') });
  const open = (title = job) =>
    page
      .getByRole('article', { name: title })
      .getByRole('button', { name: 'Apply Now', exact: true })
      .click();
  await open();
  return {
    page,
    dialog,
    alerts,
    requests,
    field,
    attach,
    open,
    fill: async () => {
      await field('Full Name*').fill('Asha Verma');
      await field('Email*').fill('asha@example.com');
      await field('Phone*').fill('9876543210');
      await attach('cv.pdf');
    },
    submit: () => dialog.getByRole('button', { name: 'Submit Application', exact: true }).click(),
    focused: () => page.evaluate(() => document.activeElement?.id),
    storedDraft: () => page.evaluate(() => sessionStorage.getItem('jobApplication')),
  };
}
