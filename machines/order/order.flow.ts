import { defineFlow } from '../paths/index.ts';
import { orderCases } from './order.cases.ts';
import { orderJourneys } from './order.journeys.ts';
import { isOrderCaseTried, orderLimits } from './order.limits.ts';
import { orderMachine } from './order.machine.ts';
import { orderProperties } from './order.properties.ts';
import { orderActors } from './order.setup.ts';

/** Spec §7: an order is paid once, and belongs to its payer's registration. */
export const orderFlow = defineFlow({
  id: 'order',
  title: 'Order',
  purpose: 'An order is paid, belongs to a registration, and what was paid beside it is given back.',
  machine: orderMachine,
  actors: orderActors,
  cases: orderCases,
  isPossible: isOrderCaseTried,
  limits: orderLimits,
  journeys: orderJourneys,
  properties: orderProperties,
});
