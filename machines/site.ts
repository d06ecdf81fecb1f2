/** Name and contact details of the provider. */
export type SiteDetails = {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
};

/**
 * The details used until the environment provides real ones. They cannot reach anybody: no Indian number starts with 0,
 * and `.example` is a reserved domain.
 */
export const placeholderSite: SiteDetails = {
  name: 'Future Ready Academy',
  phone: '+91 00000 12345',
  email: 'hello@futurereadyacademy.example',
};
