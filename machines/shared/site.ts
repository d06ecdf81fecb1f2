/** Name and contact details of the provider. */
export type SiteDetails = {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
} & Imprint;

/** Who answers for the site: each is left out where the operator does not give it. */
type Imprint = {
  readonly founder?: string | undefined;
  readonly postalAddress?: string | undefined;
  /** The number of the company or of its registration. */
  readonly registrationNumber?: string | undefined;
};

/** The lines that say who answers for the site; none where the operator gives nothing. */
export const imprintLines = ({ founder, postalAddress, registrationNumber }: Imprint): string[] => [
  ...(founder ? [`Founder: ${founder}`] : []),
  ...(postalAddress ? [postalAddress] : []),
  ...(registrationNumber ? [`Registration number: ${registrationNumber}`] : []),
];

/**
 * The details used until the environment provides real ones. They cannot reach anybody: no Indian number starts with 0,
 * and `.example` is a reserved domain.
 */
export const placeholderSite: SiteDetails = {
  name: 'Future Ready Academy',
  phone: '+91 00000 12345',
  email: 'hello@futurereadyacademy.example',
};

/** The origin of the site until the environment names it. */
export const placeholderOrigin = 'https://futurereadyacademy.example';

const placeholders: readonly string[] = [placeholderSite.phone, placeholderSite.email, placeholderOrigin];

/** The variables without which the site has placeholders, each with its meaning. */
const siteVariables = {
  VITE_PHONE: 'phone number',
  VITE_EMAIL: 'e-mail address',
  VITE_CHAT_NUMBER: 'chat number',
  SITE_ORIGIN: 'address of the site',
} as const;

export type SiteVariable = keyof typeof siteVariables;

export const isSiteVariable = (value: unknown): value is SiteVariable =>
  typeof value === 'string' && Object.hasOwn(siteVariables, value);

/** The variables that leave a placeholder in a site. The chat number is the phone number unless it is given. */
export function placeholderVariables(env: Readonly<Record<string, string | undefined>>): SiteVariable[] {
  const isPlaceholder = (name: string): boolean => {
    const value = env[name]?.trim().replace(/\/$/, '') ?? '';
    if (value === '' && name === 'VITE_CHAT_NUMBER') return isPlaceholder('VITE_PHONE');
    return value === '' || placeholders.includes(value);
  };
  return Object.keys(siteVariables).filter(isSiteVariable).filter(isPlaceholder);
}

/** A clause that names the variables and their placeholders. */
export const placeholderClause = (variables: readonly SiteVariable[]): string =>
  `Still a placeholder: ${variables.map((name) => `${name} (${siteVariables[name]})`).join(', ')}`;

/** The variables of the environment that a build of the site reads. */
export const BUILD_VARIABLES = /^(VITE_|RAZORPAY_KEY_|(NODE_ENV|PAYMENTS|SITE_ORIGIN|VISUALISER)$)/;
