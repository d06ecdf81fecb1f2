import { registrationServiceMessages } from '../../../../../machines/registration/registration.serviceMessages.ts';
import { callSources, serviceMessages } from '../../../../../machines/shared/serviceMessages.ts';
import type { CatalogueMessage } from './messages.types.ts';
import { enterValidValues, messagesOf, submit } from './steps.ts';

const send = [enterValidValues, submit];
const register = [
  ...send,
  'createOrder: an open order',
  'loadCheckout: loaded',
  'paymentSucceeded: the customer pays',
];

const refused = (
  flow: string,
  actor: string,
  steps: readonly string[],
  rows: readonly (readonly [condition: string, text: string])[],
): CatalogueMessage[] =>
  messagesOf(
    'Server',
    flow,
    steps,
    rows.map(([condition, text]) => [condition, text, { actor, error: text }]),
  );

const { tooManyCalls, ...ofEveryCall } = serviceMessages;
const { tooManyOpenOrders, providerRefused, providerUnreachable, ...ofRegister } =
  registrationServiceMessages;

/** The condition of each sentence that every call can have. */
const callConditions: Record<keyof typeof ofEveryCall, string> = {
  notUnderstood: '400, a proxy changed it',
  cutOff: '400, cut off',
  foreignSite: '403, from another site',
  failed: '500',
  notSaved: '503, no database',
  busy: '503, busy',
  restarting: '503, restart',
  tooSlow: '503, too slow',
  stillWorking: '503, the last request',
};

const sourceConditions: Record<keyof typeof callSources, string> = {
  address: '429, from one address',
  phone: '429, with one phone number',
  email: '429, with one e-mail address',
};

const registerConditions: Record<keyof typeof ofRegister, string> = {
  otherAddress: '409, paid for another e-mail address',
  otherPayer: '409, paid for another student',
  secondPayment: '409, second payment of an order',
  otherDetails: '409, registered with other details',
  notConfirmed: '503, payment not confirmed',
};

/** The keys of a record with their type. */
const keysOf = <Key extends string>(conditions: Record<Key, string>) =>
  Object.keys(conditions).filter((key): key is Key => key in conditions);

/** The sentences of the server that the site shows as they are; those that every call can have, in the contact form. */
export const serverMessages: readonly CatalogueMessage[] = [
  ...refused('contact', 'send', send, [
    ...keysOf(sourceConditions).map(
      (source) => [sourceConditions[source], tooManyCalls(callSources[source], 1)] as const,
    ),
    ...keysOf(callConditions).map((name) => [callConditions[name], ofEveryCall[name]] as const),
  ]),
  ...refused('registration', 'createOrder', send, [
    ['429, open orders of one address', tooManyOpenOrders(60)],
    ['502, refused by the payment provider', providerRefused],
    ['503, no payment provider', providerUnreachable],
  ]),
  ...refused(
    'registration',
    'register',
    register,
    keysOf(registerConditions).map((name) => [registerConditions[name], ofRegister[name]] as const),
  ),
];
