import type { Flow } from '../../../../machines/paths/index.ts';
import { partOf } from '../../shared/partOf.ts';

/** The participants of a flow besides its machine. */
type Participant = 'visitor' | 'page' | 'server' | 'paymentWindow' | 'clock';

export const participantNames: Readonly<Record<Participant, string>> = {
  visitor: 'Visitor',
  page: 'Page',
  server: 'Server',
  paymentWindow: 'Payment window',
  clock: 'Clock',
};

/** The invoked actors that are not the server, by their name. */
const participantOfActor: Readonly<Record<string, Participant>> = {
  loadCheckout: 'paymentWindow',
  checkout: 'paymentWindow',
};

/** The events that do not come from the visitor, by their type. */
const participantOfEvent: Readonly<Record<string, Participant>> = {
  paymentSucceeded: 'paymentWindow',
  paymentUnclear: 'paymentWindow',
  paymentFailed: 'paymentWindow',
  checkoutDismissed: 'paymentWindow',
  checkoutVanished: 'paymentWindow',
  draftFound: 'page',
  slugChanged: 'page',
  navigated: 'page',
  tabHidden: 'page',
  tabShown: 'page',
  motionReduced: 'page',
};

const actorParticipant = (actor: string): Participant => participantOfActor[actor] ?? 'server';

/** The actor, with the id of its invocation, whose outcome is an XState event; null for any other event. */
function outcomeSource(children: Record<string, unknown>, type: string): string | null {
  const [, id] = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type) ?? [];
  return id === undefined ? null : actorNameOf(children, id);
}

function actorNameOf(children: Record<string, unknown>, id: string): string {
  const src = partOf(children[id], 'src');
  return typeof src === 'string' ? src : id;
}

/** The sender of an event to the machine of a flow. */
export function eventParticipant(flow: Flow, children: Record<string, unknown>, type: string): Participant {
  const actor = outcomeSource(children, type);
  if (actor !== null) return actorParticipant(actor);
  if (type.startsWith('xstate.after.')) return 'clock';
  return type in flow.events ? (participantOfEvent[type] ?? 'visitor') : 'page';
}
