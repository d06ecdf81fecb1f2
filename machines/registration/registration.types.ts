import type { Problem } from '../shared/fields.ts';

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

/** An order as the service returns it: the amount in paise, and the payment where it is already paid. Spec §3, §7. */
export type Order = {
  id: string;
  amount: number;
  currency: string;
  /** The provider's public key. */
  key: string;
  /**
   * Present when the order is paid, and is either without a registration or that of a registration with these very details.
   * Optional in the contract of the service.
   */
  paymentId?: string;
  /**
   * Whether no other order of this e-mail address is to be paid any more: one that a page still has is paid and registered,
   * or closed. Optional in the contract of the service.
   */
  replacesOthers?: boolean;
};

/** A payment of the order is authorized, and not captured yet: nothing is to be paid until it is. */
export type BeingConfirmed = { beingConfirmed: string };

/** The answer of the service to a request for an order. */
export type OrderResult = Order | BeingConfirmed;

/** The order of this form, and the e-mail address it was created for. */
export type OrderWithEmail = Order & { email: string };

/** A payment as the payment window reports it, with the provider's signature as its proof. */
export type Payment = { paymentId: string | null; signature: string | null };

/** A stored registration: its day as YYYY-MM-DD, and whether the student had been paid for before. */
export type Registered = { registeredOn: string; isPaidTwice: boolean };

/** A stored registration with the amount of its order, in paise: the fee of the day on which the order was made. */
export type PaidRegistration = Registered & { amount: number };

/** The service says that the payment was refunded: the student is not registered, and may be paid for again. */
export type Refunded = { refunded: true; message: string };

/** The answer of the service about the payment of a receipt. */
export type ReceiptStatus = { refunded: boolean };

/** The answer of the service to a registration. */
export type RegisterResult = Registered | RegistrationProblem | Refunded;

/**
 * The data restored after a reload: the values, the order, the payment and the registration; of a stored
 * registration, only the contents of the receipt.
 */
export type RegistrationDraft = Payment & {
  values: RegistrationValues;
  order: OrderWithEmail | null;
  registered: PaidRegistration | null;
};

/** The input of the payment window. Spec §7, Payment provider checkout. */
export type CheckoutInput = {
  order: Order | null;
  name: string;
  email: string;
  phone: string;
  course: string;
};

export type RegistrationContext = RegistrationDraft & {
  /** The first problem at the last submit, or the field that the service refused. */
  problem: RegistrationProblem | null;
  /** The error message for the visitor. */
  alert: string | null;
  /**
   * Whether a payment may have been made of which the page does not know: the payment window closed without a result, or a
   * payment failed, which may still succeed. The service is asked about the order before it is opened again.
   */
  isUnconfirmed: boolean;
  /** Number of attempts to load the checkout script. */
  attempts: number;
  /** The name of the student who was registered before this one. */
  previousStudent: string | null;
};

export type RegistrationEvent =
  /** The page was loaded, and this tab has a saved draft. */
  | { type: 'draftFound'; draft: RegistrationDraft }
  | { type: 'changed'; values: Partial<RegistrationValues> }
  | { type: 'submitted' }
  | { type: 'alertDismissed' }
  | { type: 'paymentSucceeded'; paymentId: string; signature: string | null }
  /** The payment window reports a success without a payment, or for another order. */
  | { type: 'paymentUnclear' }
  /** The description is empty where the provider sends none. */
  | { type: 'paymentFailed'; description: string }
  | { type: 'checkoutDismissed' }
  | { type: 'checkoutVanished' }
  | { type: 'returnedToForm' }
  /** The visitor asks whether a payment has arrived, and does not want to pay again. */
  | { type: 'checkRequested' }
  /** The visitor registers another child of the family. */
  | { type: 'anotherStudentStarted' }
  /** The visitor removes the receipt, so that the next one at this device does not see it. */
  | { type: 'receiptCleared' };
