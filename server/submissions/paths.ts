/** The calls of the registration. Spec §7. */
export const NEW_ORDER_PATH = '/create-order';
export const REGISTRATION_PATH = '/api/register';
