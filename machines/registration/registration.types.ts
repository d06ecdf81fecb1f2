import type { Problem } from '../fields.ts';

/** The values of the registration form. Spec §3; the field names are those of the call in §7. */
export type RegistrationValues = {
  name: string;
  father: string;
  mother: string;
  grade: string;
  course: string;
  phone: string;
  email: string;
  city: string;
  /** The parent's phone. */
  refrence: string;
  /** The second parent's phone. */
  refrenceSt: string;
  acceptTerms: boolean;
};

export type RegistrationField = keyof RegistrationValues;

/** A field whose value is invalid, with the message of spec §5. */
export type RegistrationProblem = Problem<RegistrationField>;

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
export type OrderWithEmail = Order & { email: string };

/** A payment as the payment window tells of it; the provider's signature proves that it is one. */
export type Payment = { paymentId: string | null; signature: string | null };

/** What the service says of a registration that it has stored: its day, as YYYY-MM-DD, and whether it had been paid before. */
export type Registered = { registeredOn: string; isPaidTwice: boolean };

/** What outlives a reload: what was typed, the order or payment that exists, and what came of it. */
export type RegistrationDraft = Payment & {
  values: RegistrationValues;
  order: OrderWithEmail | null;
  registered: Registered | null;
};

/** What the payment window is opened with. Spec §7, Payment provider checkout. */
export type CheckoutInput = { order: Order | null; name: string; email: string; phone: string };

export type RegistrationContext = RegistrationDraft & {
  /** What is wrong with a field: the first rule that did not hold at the last submit, or what the service said of it. */
  problem: RegistrationProblem | null;
  /** What went wrong, in words for the visitor. */
  alert: string | null;
  /** The order's window was closed without a result: ask the service what became of it before opening it again. */
  isUnconfirmed: boolean;
  /** Times the checkout script has been asked for while it is being loaded. */
  attempts: number;
};

export type RegistrationEvent =
  /** The page was loaded, and in this tab something had been typed before. */
  | { type: 'draftFound'; draft: RegistrationDraft }
  | { type: 'changed'; values: Partial<RegistrationValues> }
  | { type: 'submitted' }
  | { type: 'alertDismissed' }
  | { type: 'paymentSucceeded'; paymentId: string; signature: string | null }
  /** The window reports a success that names no payment, or that is about another order. */
  | { type: 'paymentUnclear' }
  /** The description is empty where the provider gives none. */
  | { type: 'paymentFailed'; description: string }
  | { type: 'checkoutDismissed' }
  | { type: 'checkoutVanished' }
  | { type: 'returnedToForm' }
  /** The next child of the family is to be registered. */
  | { type: 'anotherStudentStarted' };
