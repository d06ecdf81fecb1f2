/** The calls of the registration. Spec §7; the receipt's is ours. */
export const NEW_ORDER_PATH = '/create-order';
export const REGISTRATION_PATH = '/api/register';
export const RECEIPT_PATH = '/api/receipt';
