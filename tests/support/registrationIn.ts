import { registrationMachine } from '../../machines/registration/registration.machine.ts';
import { initialContext } from '../../machines/registration/registration.setup.ts';
import type { RegistrationContext } from '../../machines/registration/registration.types.ts';

/** The values of a valid registration, each different from the others. */
export const validRegistration = {
  name: ' Asha Verma ',
  father: 'Ravi Verma',
  mother: 'Meera Verma',
  grade: '8th',
  course: 'Math Problem Solving',
  phone: '9876543210',
  email: 'asha@example.com',
  city: 'Pune',
  refrence: '9123456780',
  refrenceSt: '9123456781',
  acceptTerms: true,
};

export type RegistrationState = Parameters<typeof registrationMachine.resolveState>[0]['value'];

/** Returns the snapshot of a registration in a state. */
export const registrationIn = (value: RegistrationState, context: Partial<RegistrationContext> = {}) =>
  registrationMachine.resolveState({
    value,
    context: { ...initialContext, ...context },
  });
