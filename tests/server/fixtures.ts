import { test as base } from 'vitest';
import { operatorOf } from '../support/operator.ts';
import { startFakeProvider } from './fakeProvider.ts';
import { createServiceFixture, type DatabaseKind, fastestDatabase } from './serviceFixture.ts';

const kind: DatabaseKind = fastestDatabase;

/** The tests of the server: each has data of its own, on the fastest database unless it overrides `kind`. */
export const test = base
  .extend('kind', kind)
  .extend('data', async ({ kind }, { onCleanup }) => {
    const fixture = await createServiceFixture(kind);
    onCleanup(fixture.remove);
    return fixture;
  })
  /** Runs commands on the same data. */
  .extend('operator', async ({ data }) => operatorOf(data.options))
  /** A running service with default options, without limits of calls. */
  .extend('service', async ({ data }) => data.start());

/** The same with a fake of the payment provider, at which the service takes its payments. */
export const paymentTest = test
  .extend('provider', async ({}, { onCleanup }) => {
    const provider = await startFakeProvider();
    onCleanup(provider.close);
    return provider;
  })
  .extend('service', async ({ data, provider }) => data.start({ payments: provider.options }));
