const toRupees = (paise: number): number => paise / 100;

/** The fee of a registration: in rupees as the site shows and sends it, in paise as the provider counts it. Spec §9. */
export const FEE = { rupees: toRupees(200_000), paise: 200_000, currency: 'INR' } as const;

/** An amount in paise for a text: `₹2000`. */
export const rupees = (paise: number): string => `₹${toRupees(paise)}`;
