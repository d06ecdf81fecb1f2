import { expect } from 'vitest';
import { payerOf } from '../../machines/registration/registration.rules.ts';
import type { Service } from '../../server/service.ts';
import type { FakeProvider } from './fakeProvider.ts';
import { type JsonResponse, orderBody, postJson, registrationBody } from './serviceFixture.ts';

/** A browser that sends calls to a service, and pays at its provider. */
export type Visitor = {
  send(path: string, body: object, headers?: Record<string, string>): Promise<JsonResponse>;
  /** Returns the id of the order that an e-mail address gets. */
  order(email: string): Promise<string>;
  /** Sends a registration that the browser reports as paid. */
  register(email: string, more?: object): Promise<JsonResponse>;
  /** Creates an order, pays it with the student in its notes, and registers; returns the ids of both. */
  enrol(email: string, more?: object): Promise<{ orderId: string; paymentId: string }>;
};

export function visitorOf({ url }: Service, provider: FakeProvider): Visitor {
  const visitor: Visitor = {
    send: (path, body, headers) => postJson(`${url}${path}`, body, headers),
    async order(email) {
      const { status, body } = await visitor.send('/create-order', orderBody(email));
      expect(status).toBe(200);
      return body.order?.id ?? '';
    },
    register: (email, more) => visitor.send('/api/register', { ...registrationBody(email), ...more }),
    async enrol(email, more) {
      const orderId = await visitor.order(email);
      const paymentId = provider.pay(orderId, { notes: payerOf({ ...registrationBody(email), ...more }) });
      expect((await visitor.register(email, more)).status).toBe(200);
      return { orderId, paymentId };
    },
  };
  return visitor;
}
