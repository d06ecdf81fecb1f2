import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type Edge, explore, stepName } from '../../machines/paths/explore.ts';
import { timers } from '../../machines/paths/internals.ts';
import { createStage, type Stage } from '../../machines/paths/stage.ts';
import { tenDigits } from '../../machines/phone.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationFlow } from '../../machines/registration/registration.flow.ts';
import { draftOf, registrationMachine } from '../../machines/registration/registration.machine.ts';
import { emptyValues, firstProblem } from '../../machines/registration/registration.rules.ts';
import type {
  Order,
  RegistrationContext,
  RegistrationDraft,
  RegistrationEvent,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { stateName } from '../../machines/stateName.ts';

const right = registrationCases.events.changed['everything right'].values;
const open = registrationCases.outcomes.createOrder['an open order'].output;

/** A stage that is spoken to in the words of a journey. */
function journey() {
  const stage = createStage(registrationMachine);
  const send = (event: RegistrationEvent) => stage.actor.send(event);
  const outcome = (id: string, result: { output: unknown } | { error: Error }) =>
    stage.actor.send(
      'error' in result
        ? { type: `xstate.error.actor.${id}`, ...result }
        : { type: `xstate.done.actor.${id}`, ...result },
    );
  const context = (): RegistrationContext => stage.actor.getSnapshot().context;
  return {
    stage,
    send,
    outcome,
    context,
    at: () => stateName(stage.actor.getSnapshot()),
    orders: () => stage.invoked.filter(({ actor }) => actor === 'createOrder').length,
    toPayment: () => {
      send({ type: 'changed', values: right });
      send({ type: 'submitted' });
      outcome('createOrder', { output: open });
      outcome('loadCheckout', { output: { usable: true } });
    },
  };
}

describe('§5 the rules, in their order and words', () => {
  const broken: [Partial<RegistrationValues>, string][] = [
    [{ name: '  ' }, 'Full name is required.'],
    [{ father: '' }, 'Father name is required.'],
    [{ mother: '' }, 'Mother name is required.'],
    [{ grade: '' }, 'Please select your grade'],
    [{ course: '' }, 'Please select a course'],
    [{ phone: '987654321' }, 'Valid phone number is required.'],
    [{ email: 'asha@example' }, 'Valid email is required.'],
    [{ city: '' }, 'City is required.'],
    [{ refrence: '912345678' }, 'Valid phone number is required.'],
    [{ refrenceSt: '912345678' }, 'Valid phone number is required.'],
    [{ acceptTerms: false }, 'You must accept the terms and conditions.'],
  ];

  test.each(broken)('%j: %s', (change, message) => {
    expect(firstProblem({ ...right, ...change })?.message).toBe(message);
  });

  test('an empty form meets them one after the other', () => {
    const values = { ...emptyValues };
    const met: string[] = [];
    for (let problem = firstProblem(values); problem; problem = firstProblem(values)) {
      met.push(problem.message);
      Object.assign(values, { [problem.field]: right[problem.field] });
    }
    expect(met).toEqual(broken.map(([, message]) => message));
  });

  test('nothing is checked before the first submit', () => {
    const { send, at, context } = journey();
    send({ type: 'changed', values: { name: '' } });
    expect([at(), context().problem]).toEqual(['editing.ready', null]);
  });

  test('the message goes as soon as its field is right, and only then', () => {
    const { send, at, context } = journey();
    send({ type: 'submitted' });
    send({ type: 'changed', values: { city: 'Jaipur' } });
    expect(context().problem?.message).toBe('Full name is required.');
    send({ type: 'changed', values: { name: 'Asha' } });
    expect([at(), context().problem]).toEqual(['editing.ready', null]);
  });
});

describe('phones keep ten digits', () => {
  test.each([
    ['+91 98765-43210', '9876543210'],
    ['+919876543210', '9876543210'],
    ['919876543210', '9876543210'],
    ['098765 43210', '9876543210'],
    ['0091 98765 43210', '9876543210'],
    ['98765 43210 99', '9876543210'],
    ['9198765432', '9198765432'],
    ['91987654321', '9198765432'],
    ['phone', ''],
    ['९८७६५४३२१०', '9876543210'],
    ['+९१ ९८७६५-४३२१०', '9876543210'],
    ['९8७6५4३2१0', '9876543210'],
    ['৯৮৭৬৫৪৩২১০', '9876543210'],
    ['௯௮௭௬௫௪௩௨௧௦', '9876543210'],
    ['٩٨٧٦٥٤٣٢١٠', '9876543210'],
    ['۹۸۷۶۵۴۳۲۱۰', '9876543210'],
    ['９８７６５４３２１０', '9876543210'],
    ['𝟗𝟠𝟩𝟲𝟻𝟺𝟛𝟸𝟭𝟎', '9876543210'],
    ['½ ² ④ Ⅷ', ''],
  ])('%s → %s', (typed, kept) => expect(tenDigits(typed)).toBe(kept));

  test('typed one key after the other', () => {
    const typed = [...'+91 98765-43210'].reduce((value, key) => tenDigits(value + key), '');
    expect(typed).toBe('9876543210');
  });
});

describe('pinned journeys', () => {
  test('§4 details, order, payment, registration', () => {
    const { send, outcome, at, context, stage, toPayment } = journey();
    toPayment();
    expect(at()).toBe('paying.open');
    send({ type: 'paymentSucceeded', paymentId: 'pay_1' });
    outcome('register', { output: {} });
    expect(at()).toBe('registered');
    expect(context().paymentId).toBe('pay_1');
    expect(stage.invoked.map(({ actor }) => actor)).toEqual([
      'createOrder',
      'loadCheckout',
      'checkout',
      'register',
    ]);
  });

  test('§8 the server refuses the order: its words, everything typed, a second try', () => {
    const { send, outcome, at, context } = journey();
    send({ type: 'changed', values: right });
    send({ type: 'submitted' });
    outcome('createOrder', { error: new Error('Amount not allowed') });
    expect([at(), context().failure, context().values]).toEqual([
      'editing.orderFailed',
      'Amount not allowed',
      right,
    ]);
    send({ type: 'submitted' });
    expect(at()).toBe('creatingOrder');
  });

  test('§8 a payment fails: the provider’s words; then the same window succeeds', () => {
    const { send, at, context, orders, toPayment } = journey();
    toPayment();
    send({ type: 'paymentFailed', description: 'Card declined' });
    expect([at(), context().failure]).toEqual(['paying.back.declined', 'Payment failed: Card declined']);
    send({ type: 'paymentSucceeded', paymentId: 'pay_2' });
    expect([at(), orders()]).toEqual(['registering', 1]);
  });

  test('a payment fails and the form is submitted again: the same order, asked for once', () => {
    const { send, outcome, at, context, orders, stage, toPayment } = journey();
    toPayment();
    send({ type: 'paymentFailed', description: 'Card declined' });
    send({ type: 'submitted' });
    outcome('loadCheckout', { output: { usable: true } });
    expect([at(), orders(), context().order?.id]).toEqual(['paying.open', 1, open.id]);
    expect(stage.invoked.at(-1)?.input).toMatchObject({ order: { id: open.id } });
  });

  test('the window is dismissed: the order is asked after, and never swapped for a new one', () => {
    const { send, outcome, at, context, toPayment } = journey();
    toPayment();
    send({ type: 'checkoutDismissed' });
    expect(at()).toBe('editing.dismissed');
    send({ type: 'submitted' });
    outcome('createOrder', { output: { ...open, id: 'order_new' } });
    expect([at(), context().order?.id]).toEqual(['loadingCheckout.requesting.prompt', open.id]);
  });

  test('the window is dismissed, but the payment was captured: on to the registration, no second payment', () => {
    const { send, outcome, at, stage, toPayment } = journey();
    toPayment();
    send({ type: 'checkoutDismissed' });
    send({ type: 'submitted' });
    outcome('createOrder', { output: { ...open, paymentId: 'pay_late' } });
    expect(at()).toBe('registering');
    expect(stage.invoked.filter(({ actor }) => actor === 'checkout')).toHaveLength(1);
  });

  test('the window dies without a word, and a success still comes', () => {
    const { send, at, toPayment } = journey();
    toPayment();
    send({ type: 'checkoutVanished' });
    expect(at()).toBe('paying.back.vanished');
    send({ type: 'paymentSucceeded', paymentId: 'pay_3' });
    expect(at()).toBe('registering');
  });

  test('the script is asked for three times', () => {
    const { send, outcome, at, stage } = journey();
    send({ type: 'changed', values: right });
    send({ type: 'submitted' });
    outcome('createOrder', { output: open });
    for (const _ of [1, 2]) {
      outcome('loadCheckout', { error: new Error('not loaded') });
      expect(at()).toBe('loadingCheckout.pausing');
      stage.advance(stage.untilNextTimer());
    }
    outcome('loadCheckout', { error: new Error('not loaded') });
    expect(at()).toBe('editing.unreachable');
    expect(stage.invoked.filter(({ actor }) => actor === 'loadCheckout')).toHaveLength(3);
  });

  test('paid but not registered: the server’s words, the payment kept, and trying again only registers', () => {
    const { send, outcome, at, context, stage, toPayment } = journey();
    toPayment();
    send({ type: 'paymentSucceeded', paymentId: 'pay_4' });
    outcome('register', { error: new Error('Database is away') });
    expect([at(), context().failure, context().paymentId]).toEqual([
      'paid.unregistered',
      'Database is away',
      'pay_4',
    ]);
    send({ type: 'submitted' });
    outcome('register', { output: {} });
    expect(at()).toBe('registered');
    expect(stage.invoked.map(({ actor }) => actor).slice(-2)).toEqual(['register', 'register']);
  });

  test('the e-mail address is changed while its order is open: first asks whether that one is paid', () => {
    const { send, outcome, at, context, stage, toPayment } = journey();
    toPayment();
    send({ type: 'checkoutDismissed' });
    send({ type: 'changed', values: { email: 'other@example.com' } });
    send({ type: 'submitted' });
    expect(stage.invoked.at(-1)).toEqual({ actor: 'createOrder', input: { email: right.email } });
    outcome('createOrder', { output: open });
    expect(stage.invoked.at(-1)).toEqual({ actor: 'createOrder', input: { email: 'other@example.com' } });
    outcome('createOrder', { output: { ...open, id: 'order_other' } });
    expect([at(), context().order?.id]).toEqual(['loadingCheckout.requesting.prompt', 'order_other']);
  });

  test('two quick submits: one order', () => {
    const { send, orders } = journey();
    send({ type: 'changed', values: right });
    send({ type: 'submitted' });
    send({ type: 'submitted' });
    expect(orders()).toBe(1);
  });

  test('actors that nobody provided fail loudly', () => {
    const actor = createActor(registrationMachine);
    actor.start();
    actor.send({ type: 'changed', values: right });
    actor.send({ type: 'submitted' });
    return expect
      .poll(() => actor.getSnapshot().context.failure)
      .toBe('actor not provided: createOrder')
      .finally(() => actor.stop());
  });
});

describe('what holds in every state that can be reached', () => {
  const graph = explore(registrationFlow);
  const states = [...graph.states.values()];
  const contextAt = (key: string): RegistrationContext => {
    const state = graph.states.get(key);
    if (!state) throw new Error(`no state ${key}`);
    return state.snapshot.context;
  };
  const isAbout = (edge: Edge, ...types: string[]) => types.includes(edge.step.event.type);
  const edges = states.flatMap((state) => state.edges);
  const told = (edge: Edge) => `${edge.from} — ${stepName(edge.step)}`;

  test('work always ends: a busy state has a timer', () => {
    const endless = states.filter(({ snapshot }) => snapshot.hasTag('busy') && timers(snapshot).length === 0);
    expect(endless.map(({ snapshot }) => stateName(snapshot))).toEqual([]);
  });

  test('what is paid stays paid, and never leads to paying', () => {
    const paid = edges.filter((edge) => contextAt(edge.from).paymentId !== null);
    const lost = paid.filter(
      (edge) =>
        contextAt(edge.to).paymentId === null || graph.states.get(edge.to)?.snapshot.hasTag('paid') !== true,
    );
    expect(paid.length).toBeGreaterThan(0);
    expect(lost.map(told)).toEqual([]);
  });

  test('what was typed survives every step but typing itself', () => {
    const changed = edges.filter((edge) => {
      if (isAbout(edge, 'changed', 'draftFound')) return false;
      const [before, after] = [contextAt(edge.from), contextAt(edge.to)];
      const { email: _, ...rest } = before.values;
      return (
        firstProblem(before.values) === null && !expect.objectContaining(rest).asymmetricMatch(after.values)
      );
    });
    expect(changed.map(told)).toEqual([]);
  });

  test('there are never two orders while one may be paid', () => {
    const swapped = edges.filter((edge) => {
      if (isAbout(edge, 'draftFound')) return false;
      const [before, after] = [contextAt(edge.from).order, contextAt(edge.to).order];
      const isDropped = after === null && isAbout(edge, 'xstate.done.actor.createOrder');
      return (
        before !== null && after?.id !== before.id && !isDropped && contextAt(edge.to).paymentId === null
      );
    });
    expect(swapped.map(told)).toEqual([]);
  });

  describe.each([
    ['nothing happens while the page is away', false],
    ['an open order is captured while the page is away', true],
  ])('reload, %s', (_, isCaptured) => {
    test('from every state one finishes, with at most one payment', () => {
      for (const { snapshot } of states) {
        const context: RegistrationContext = snapshot.context;
        const draft: RegistrationDraft | null = JSON.parse(JSON.stringify(draftOf(snapshot)));
        if (snapshot.status === 'done') {
          expect(draft).toBeNull();
          continue;
        }
        if (draft)
          expect(draft).toEqual({
            values: context.values,
            order: context.order,
            paymentId: context.paymentId,
          });
        const service = new Service(context);
        if (isCaptured && snapshot.matches('paying')) service.capture();
        finish(draft, service);
        expect(service.payments, stateName(snapshot)).toBe(1);
      }
    });
  });
});

/** A service as the stand-in is: one open order an e-mail address, and it says when that one is paid. */
class Service {
  readonly orders = new Map<string, Order>();
  payments = 0;

  constructor({ order, paymentId }: RegistrationContext) {
    if (!order) return;
    this.orders.set(order.email, { ...order, ...(paymentId !== null && { paymentId }) });
    if (paymentId !== null) this.payments = 1;
  }

  orderFor(email: string): Order {
    const known = this.orders.get(email);
    if (known) return known;
    const made = { ...open, id: `order_for_${email}` };
    this.orders.set(email, made);
    return made;
  }

  capture(): void {
    for (const [email, order] of this.orders) this.orders.set(email, { ...order, paymentId: 'pay_captured' });
    this.payments += 1;
  }
}

/** Starts anew with a draft and does what a visitor would until the student is registered. */
function finish(draft: RegistrationDraft | null, service: Service): void {
  const stage: Stage = createStage(registrationMachine);
  const { actor, invoked } = stage;
  const outcome = (id: string, output: unknown) => actor.send({ type: `xstate.done.actor.${id}`, output });
  if (draft) actor.send({ type: 'draftFound', draft });
  for (let steps = 0; actor.getSnapshot().status === 'active' && steps < 20; steps += 1) {
    const snapshot = actor.getSnapshot();
    const context: RegistrationContext = snapshot.context;
    const input = invoked.at(-1)?.input;
    if (snapshot.hasTag('editable')) {
      if (firstProblem(context.values))
        actor.send({ type: 'changed', values: { ...right, email: context.values.email || right.email } });
      if (firstProblem(actor.getSnapshot().context.values)) actor.send({ type: 'changed', values: right });
      actor.send({ type: 'submitted' });
    } else if (
      snapshot.matches('creatingOrder') &&
      typeof input === 'object' &&
      input !== null &&
      'email' in input
    )
      outcome('createOrder', service.orderFor(String(input.email)));
    else if (snapshot.matches('loadingCheckout')) outcome('loadCheckout', { usable: true });
    else if (snapshot.matches('paying')) {
      service.payments += 1;
      actor.send({ type: 'paymentSucceeded', paymentId: 'pay_now' });
    } else if (snapshot.matches('registering')) outcome('register', {});
  }
  expect(stateName(actor.getSnapshot())).toBe('registered');
  actor.stop();
}
