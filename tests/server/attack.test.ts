import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../server/service.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { hasSucceeded, hijacks, sideBySide, tryHijack } from '../support/hijacks.ts';
import { anyDatabase, databases, linesOf, makePlace, newEmail, type Place } from './harness.ts';

const TRIES = 16;
const AT_A_TIME = 8;

describe.each(databases)('a payment stays with its payer on %s', (kind) => {
  let place: Place;
  let provider: Place;
  let service: Service;
  let gateway: TestGateway;

  beforeAll(async () => {
    [place, provider] = await Promise.all([makePlace(kind), makePlace(anyDatabase)]);
    gateway = await startGateway(provider.options);
    service = await place.start({ payments: gateway.options });
  });
  afterAll(async () => {
    await place.remove();
    await gateway.close();
    await provider.remove();
  });

  test.each(hijacks.map((hijack) => [hijack.when, hijack.shownBy, hijack] as const))(
    'whoever registers with the address %s it, where %s says whose it is',
    async (_when, _shownBy, hijack) => {
      const results = await sideBySide(TRIES, AT_A_TIME, (number) =>
        tryHijack(service.url, gateway, hijack, newEmail(), number % 2 ? 'first' : 'last'),
      );
      const lines = await linesOf(place);
      expect(results).toHaveLength(TRIES);
      expect(results.filter((result) => hasSucceeded(result, lines))).toEqual([]);
    },
  );
});
