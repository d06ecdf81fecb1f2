import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../../server/service.ts';
import { hasSucceeded, hijacks, runConcurrently, tryHijack } from '../../support/hijacks.ts';
import { times } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { type SimulatedProvider, startSimulatedProvider } from '../../support/simulatedProvider.ts';
import {
  createServiceFixture,
  fastestDatabase,
  listedSubmissions,
  newEmail,
  type ServiceFixture,
  usualDatabases,
} from '../serviceFixture.ts';

const TRIES = times(4, 16);
const AT_A_TIME = 8;

describe.each(usualDatabases)('a payment stays with its payer on %s', (kind) => {
  let fixture: ServiceFixture;
  let providerFixture: ServiceFixture;
  let service: Service;
  let simulatedProvider: SimulatedProvider;

  beforeAll(async () => {
    [fixture, providerFixture] = await Promise.all([
      createServiceFixture(kind),
      createServiceFixture(fastestDatabase),
    ]);
    simulatedProvider = await startSimulatedProvider(providerFixture.options);
    service = await fixture.start({ payments: simulatedProvider.options });
  });
  afterAll(async () => {
    await fixture.remove();
    await simulatedProvider.close();
    await providerFixture.remove();
  });

  test.each(hijacks.map((hijack) => [hijack.when, hijack.evidence, hijack] as const))(
    'when a stranger registers with the address %s payment and registration, with %s as evidence',
    async (_when, _evidence, hijack) => {
      const results = await runConcurrently(TRIES, AT_A_TIME, (number) =>
        tryHijack(service.url, simulatedProvider, hijack, newEmail(), number % 2 ? 'first' : 'last'),
      );
      const lines = await listedSubmissions(fixture);
      expect(results).toHaveLength(TRIES);
      expect(nonEmpty(results).filter((result) => hasSucceeded(result, lines))).toEqual([]);
    },
  );
});
