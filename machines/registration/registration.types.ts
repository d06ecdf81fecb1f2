import type { RegistrationField, RegistrationProblem, RegistrationValues } from './registration.rules.ts';

/** An order as the service answers it: the amount in paise, and the payment where it is paid already. Spec §3, §7. */
export type Order = {
  id: string;
  amount: number;
  currency: string;
  /** The provider's public key. */
  key: string;
  /** Present when the order is paid but no registration has been stored for it. Our own service says so; others need not. */
  paymentId?: string;
};

/** The order that this form goes on with, and the e-mail address it was made for. */
export type OwnOrder = Order & { email: string };

/** What outlives a reload: what was typed, and the order or payment that exists. */
export type RegistrationDraft = {
  values: RegistrationValues;
  order: OwnOrder | null;
  paymentId: string | null;
};

/** What the payment window is opened with. Spec §7, Payment provider checkout. */
export type CheckoutInput = { order: Order | null; name: string; email: string; phone: string };

export type RegistrationContext = RegistrationDraft & {
  /** The day on which the student was registered, as YYYY-MM-DD. */
  registeredOn: string | null;
  /** The first rule that did not hold at the last submit. */
  problem: RegistrationProblem | null;
  /** What went wrong, in words for the visitor. */
  failure: string | null;
  /** The order's window was closed without a result: ask the service what became of it before opening it again. */
  inDoubt: boolean;
  /** Times the checkout script has been asked for while it is being loaded. */
  tries: number;
};

export type RegistrationEvent =
  /** The page was loaded, and in this tab something had been typed before. */
  | { type: 'draftFound'; draft: RegistrationDraft }
  | { type: 'changed'; values: Partial<RegistrationValues> }
  | { type: 'submitted' }
  | { type: 'alertDismissed' }
  | { type: 'paymentSucceeded'; paymentId: string }
  | { type: 'paymentFailed'; description: string }
  | { type: 'checkoutDismissed' }
  | { type: 'checkoutVanished' }
  | { type: 'returnedToForm' };

export type { RegistrationField, RegistrationValues };
